import { describe, expect, it } from "vitest";
import type { Action } from "../../../source/loop/actions.js";
import { ended, finished, limits, newState, opened, ran, replied, simulate, wrote } from "./simulation.js";

function settled(actions: Action[], start = newState()) {
  const { effects, ...rest } = simulate(actions, start);
  const settle = effects.findLast((command) => command.type === "settle-turn");
  return { ...rest, effects, ending: settle?.type === "settle-turn" ? settle.ending : undefined };
}

describe("a step", () => {
  it("opens the turn, then asks Cursor", () => {
    const { effects, events } = simulate(opened);
    expect(effects).toEqual([{ type: "open-turn", number: 1 }, { type: "start-step" }]);
    expect(events.map(({ type }) => type)).toEqual(["session.started", "turn.started"]);
  });

  it("stores prose and calls, runs them one by one, then asks again", () => {
    const calls = [{ tool: "read_file" }, { tool: "run_erc" }];
    const first = simulate([...opened, ...replied({ text: "Looking.", calls })]);
    expect(first.effects.at(-1)).toMatchObject({ type: "dispatch-call", call: { tool: "read_file" } });
    const second = simulate([ran("read_file")], first.state);
    expect(second.effects).toMatchObject([{ type: "dispatch-call", call: { tool: "run_erc" } }]);
    const third = simulate([ran("run_erc")], second.state);
    expect(third.effects).toEqual([{ type: "start-step" }]);
    expect(third.state.messages.toArray()).toEqual([
      { role: "user", text: "do it" },
      { role: "assistant", text: "Looking.", calls: calls.map((call) => ({ ...call, args: {} })) },
      { role: "result", tool: "read_file", text: "ok" },
      { role: "result", tool: "run_erc", text: "ok" },
    ]);
  });

  it("puts refusals after the results and the notice after both", () => {
    const step = replied({ calls: [{ tool: "run_erc" }] }).flatMap((action): Action[] =>
      action.type === "assistant"
        ? [
            {
              type: "fabricated-results",
              text: "[result of run_erc]",
              blocks: 1,
              calls: 2,
              notice: "1 block, 2 calls",
            },
            { ...action, refusals: [{ tool: "read_file", reason: "path is missing", toolKind: "other" }] },
          ]
        : [action],
    );
    const { state, events } = simulate([...opened, ...step, ran("run_erc")]);
    expect(state.messages.from(2)).toEqual([
      { role: "result", tool: "run_erc", text: "ok" },
      { role: "result", tool: "read_file", text: "path is missing" },
      { role: "user", text: "1 block, 2 calls" },
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "reply.discarded", blocks: 1, calls: 2, notice: "1 block, 2 calls" }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool.completed", title: "read_file", outcome: "rejected" }),
    );
  });

  it("sends a notice that is the nudge once", () => {
    const step: Action[] = [
      { type: "step-started", chatId: "c1" },
      { type: "step", chatId: "c1", known: 2 },
      { type: "fabricated-results", text: "[user]", blocks: 1, calls: 0, notice: "notice" },
      { type: "assistant", text: null, calls: [], refusals: [] },
      { type: "nudge", text: "notice" },
      { type: "step-ended" },
    ];
    const { state, effects } = simulate([...opened, ...step]);
    expect(state.messages.toArray().filter(({ role }) => role === "user")).toHaveLength(2);
    expect(effects.at(-1)).toEqual({ type: "start-step" });
  });

  it("joins the deltas of an item to its completed text and numbers later steps", () => {
    const { events } = simulate([
      ...opened,
      ...replied({ text: "One.", calls: [{ tool: "run_erc" }] }),
      ran("run_erc"),
      ...replied({ text: "Two." }, 4),
    ]);
    const completed = events.filter(({ type }) => type === "message.completed");
    expect(completed).toMatchObject([
      { itemId: "t1:assistant", text: "One." },
      { itemId: "t1:assistant:2", text: "Two." },
    ]);
  });

  it("sums usage over the turn", () => {
    const { events } = simulate([
      ...opened,
      ...replied({ calls: [{ tool: "run_erc" }] }),
      ran("run_erc"),
      ...replied({ text: "x" }, 4),
    ]);
    expect(events.findLast(({ type }) => type === "usage.updated")).toMatchObject({
      inputTokens: 20,
      outputTokens: 10,
    });
  });

  it("announces a chat once, and again only when it is replaced", () => {
    const again: Action[] = [
      { type: "step-started", chatId: "c1" },
      { type: "step-started", chatId: "c2" },
    ];
    const { events } = simulate([...opened, { type: "step-started", chatId: "c1" }, ...again]);
    expect(events.filter(({ type }) => type === "thread.started")).toMatchObject([
      { threadId: "c1" },
      { threadId: "c2" },
    ]);
  });

  it("forgets a chat whose step failed", () => {
    const { state, ending } = settled([
      ...opened,
      ...replied({ calls: [{ tool: "run_erc" }] }),
      ran("run_erc"),
      { type: "step-failed", failure: { code: "no-result", message: "No result.", exitCode: 1 } },
    ]);
    expect(state.chat).toBeNull();
    expect(ending).toMatchObject({ status: "failed", exitCode: 1 });
  });
});

describe("the end of a turn", () => {
  it("can be a plain answer", () => {
    const { ending } = settled([...opened, ...replied({ text: "The answer." })]);
    expect(ending).toEqual({
      status: "completed",
      exitCode: 0,
      answer: { text: "The answer.", from: "prose" },
    });
  });

  it("makes an item of its own of the summary of finish, and runs nothing after it", () => {
    const { ending, effects, events } = settled([
      ...opened,
      ...replied({ calls: [finished, { tool: "write_file" }] }),
    ]);
    expect(ending).toMatchObject({ status: "completed", answer: { text: "All done." } });
    expect(effects.some(({ type }) => type === "dispatch-call")).toBe(false);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "message.completed", itemId: "t1:answer", text: "All done." }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool.completed", title: "write_file", outcome: "rejected" }),
    );
  });

  it("ends refused, with exit code 0", () => {
    const refused = { tool: "finish", args: { outcome: "refused", summary: "No." } };
    expect(settled([...opened, ...replied({ calls: [refused] })]).ending).toMatchObject({
      status: "refused",
      exitCode: 0,
    });
  });

  it("does not accept finish beside a call that went wrong", () => {
    const { effects, state } = settled([
      ...opened,
      ...replied({ calls: [{ tool: "edit_file" }, finished] }),
      ran("edit_file", { outcome: "error", text: "not found" }),
    ]);
    expect(effects.at(-1)).toEqual({ type: "start-step" });
    expect(state.messages.last()).toMatchObject({
      role: "result",
      tool: "finish",
      text: expect.stringContaining("Not accepted"),
    });
  });

  it("asks the model to converge five steps before the last, and stops at the last", () => {
    const rounds = Array.from({ length: limits.maxSteps }, () => [
      ...replied({ calls: [{ tool: "run_erc" }] }),
      ran("run_erc"),
    ]);
    const { ending, state } = settled([...opened, ...rounds.flat()]);
    expect(ending).toMatchObject({ status: "failed", exitCode: 5, failure: { code: "steps-used-up" } });
    const asked = state.messages
      .toArray()
      .filter((message) => message.role === "user" && message.text.startsWith("5 steps are left"));
    expect(asked).toHaveLength(1);
  });

  it("stalls after three nudged replies in a row, but not when a call ran in between", () => {
    const nudged: Action[] = [
      { type: "step", chatId: "c1", known: 2 },
      { type: "assistant", text: "{", calls: [], refusals: [] },
      { type: "nudge", text: "malformed" },
      { type: "step-ended" },
    ];
    expect(settled([...opened, ...nudged, ...nudged, ...nudged]).ending).toMatchObject({
      exitCode: 5,
      failure: { code: "stalled" },
    });
    const good = [...replied({ calls: [{ tool: "run_erc" }] }), ran("run_erc")];
    expect(settled([...opened, ...nudged, ...nudged, ...good, ...nudged]).ending).toBeUndefined();
  });

  it("emits turn.completed last, and starts the next turn with what was queued", () => {
    const { events, effects, state } = simulate([
      ...opened,
      { type: "step-started", chatId: "c1" },
      { type: "user", text: "and then this", turnId: "t2" },
      ...replied({ text: "Done." }).slice(1),
      ended({ answer: "Done." }),
    ]);
    const types = events.map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["turn.completed", "turn.started"]);
    expect(effects.at(-1)).toEqual({ type: "open-turn", number: 2 });
    expect(state.turn?.id).toBe("t2");
    expect(state.results.at(-1)).toMatchObject({ answer: "Done.", status: "completed" });
  });

  it("warns of a call to a tool that does not exist", () => {
    const { events } = simulate([
      ...opened,
      { type: "step-started", chatId: "c1" },
      { type: "step", chatId: "c1", known: 2 },
      {
        type: "assistant",
        text: null,
        calls: [{ tool: "run_erc", args: {} }],
        refusals: [{ tool: "fly", reason: "There is no tool fly." }],
      },
      { type: "step-ended" },
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "runtime.warning",
        message: "Not run: There is no tool fly. The model is informed.",
      }),
    );
  });

  it("hands a queued message over with the next step", () => {
    const { state } = simulate([
      ...opened,
      ...replied({ calls: [{ tool: "run_erc" }] }),
      { type: "user", text: "mind R1", turnId: "t2" },
      ran("run_erc"),
    ]);
    expect(state.queued).toEqual([]);
    expect(state.messages.last()).toEqual({ role: "user", text: "mind R1" });
  });
});

describe("verification", () => {
  const clean = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 0, known: 0 } as const;
  const verified = (newErrors: number): Action => ({
    type: "verification",
    erc: { ...clean, status: newErrors > 0 ? "findings" : "clean", newErrors },
    newErrors,
    ...(newErrors > 0 && { feedback: `${newErrors} new errors` }),
  });
  const edited = [...opened, ...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_sch")];
  const claim = replied({ text: "Done." });

  it("runs when a design file was written, and not otherwise", () => {
    expect(settled([...edited, ...claim]).effects.at(-1)).toEqual({ type: "verify" });
    const other = [...opened, ...replied({ calls: [{ tool: "write_file" }] }), wrote("README.md"), ...claim];
    expect(settled(other).ending).toMatchObject({ exitCode: 0 });
  });

  it("sends new errors back to the model while their number falls, then ends in 6", () => {
    const falling = [...edited, ...claim, verified(5), ...claim, verified(4), ...claim, verified(3)];
    expect(settled(falling).ending).toBeUndefined();
    const stuck = [...falling, ...claim, verified(3), ...claim, verified(3)];
    expect(settled(stuck).ending).toMatchObject({
      exitCode: 6,
      status: "failed",
      answer: { text: "Done." },
      failure: { code: "new-errors" },
    });
    expect(settled([...falling, ...claim, verified(0)]).ending).toMatchObject({ exitCode: 0 });
  });

  it("ends in 6, not 5, when steps run out while new errors remain", () => {
    const rounds = Array.from({ length: limits.maxSteps }, () => [
      ...replied({ calls: [{ tool: "run_erc" }] }),
      ran("run_erc"),
    ]);
    expect(settled([...edited, ...claim, verified(1), ...rounds.flat()]).ending).toMatchObject({
      exitCode: 6,
    });
  });

  it("fails unverified work only where verification is required", () => {
    const notRun: Action = {
      type: "verification",
      erc: { ...clean, status: "not-run", reason: "no kicad-cli" },
      newErrors: 0,
    };
    expect(settled([...edited, ...claim, notRun]).ending).toMatchObject({ exitCode: 0 });
    const strict = newState({ limits: { ...limits, requireVerification: true } });
    expect(settled([...edited, ...claim, notRun], strict).ending).toMatchObject({
      exitCode: 6,
      failure: { code: "not-verified" },
    });
  });
});

describe("an interruption", () => {
  it.each([
    ["a step", opened],
    ["a call", [...opened, ...replied({ calls: [{ tool: "run_erc" }] })]],
  ] as const)("stops %s and ends the turn with the exit code that was asked for first", (_, before) => {
    const stopped = simulate([
      ...before,
      { type: "interrupted", exitCode: 143 },
      { type: "interrupted", exitCode: 130 },
    ]);
    expect(stopped.effects.at(-1)).toEqual({ type: "interrupt" });
    const failure = { code: "interrupted", message: "x", exitCode: 130 } as const;
    const over = settled(
      [{ type: "step-failed", failure }, ran("run_erc", { outcome: "interrupted" })],
      stopped.state,
    );
    expect(over.ending).toMatchObject({ status: "interrupted", exitCode: 143 });
  });

  it("leaves no call without a result", () => {
    const { state } = simulate([
      ...opened,
      ...replied({ calls: [{ tool: "run_erc" }, { tool: "run_drc" }] }),
      { type: "interrupted", exitCode: 130 },
      ran("run_erc", { outcome: "interrupted", text: "stopped" }),
      ended({ status: "interrupted", exitCode: 130 }),
    ]);
    expect(
      state.messages
        .toArray()
        .filter(({ role }) => role === "result")
        .map((m) => "tool" in m && m.tool),
    ).toEqual(["run_erc", "run_drc"]);
  });
});

describe("approval", () => {
  const asking = newState({ approval: "on-request" });
  const proposed: Action = { type: "proposed", title: "write a", paths: ["a"], meaning: [], diff: "+x" };
  const waiting = [
    ...opened,
    ...replied({ calls: [{ tool: "write_file" }, { tool: "write_file" }] }),
    proposed,
  ];

  it("waits, and runs what was allowed", () => {
    const { effects, state } = simulate(waiting, asking);
    expect(effects.at(-1)).toMatchObject({ type: "dispatch-call", approved: false });
    expect(state.turn?.phase.name).toBe("approving");
    expect(simulate([{ type: "decision", answer: "yes" }], state).effects).toMatchObject([
      { type: "dispatch-call", approved: true },
    ]);
  });

  it("the model gets to know what was declined and why", () => {
    const { state } = simulate([...waiting, { type: "decision", answer: "no", reason: "wrong net" }], asking);
    expect(state.messages.last()).toMatchObject({
      role: "result",
      text: expect.stringContaining("wrong net"),
    });
  });

  it("asks no more for the rest of the turn after always", () => {
    const { effects } = simulate([...waiting, { type: "decision", answer: "always" }, wrote("a")], asking);
    expect(effects.at(-1)).toMatchObject({ type: "dispatch-call", approved: true });
  });
});

it("a turn that left boards behind warns of each, and keeps it with its result", () => {
  const actions = [
    ...opened,
    ...replied({ text: "Done." }),
    ended({ notes: ["muted"], drift: ["board a", "board b"] }),
  ];
  const { state, events } = simulate(actions);
  expect(
    events.flatMap((event) => (event.type === "runtime.warning" ? [[event.code, event.message]] : [])),
  ).toEqual([
    ["rules-changed", "muted"],
    ["board-drift", "board a"],
    ["board-drift", "board b"],
  ]);
  expect(state.results[0]?.notes).toEqual(["muted", "board a", "board b"]);
});
