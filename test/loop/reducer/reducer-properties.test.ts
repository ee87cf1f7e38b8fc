import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Action, isRecorded } from "../../../source/loop/actions.js";
import { reduceRecord } from "../../../source/recording/reduce-transcript.js";
import { sampled } from "../../sampled.js";
import { type EmittedEvent, ended, newState, opened, ran, replied, simulate, wrote } from "./simulation.js";

const word = fc.string({ maxLength: 6 });
const path = fc.constantFrom("a.kicad_sch", "b.kicad_pcb", "README.md");
const failure = fc.record({ code: word, message: word, exitCode: fc.constantFrom(1, 3, 4) });
const tool = fc.constantFrom("read_file", "write_file", "finish", "run_erc", "nonsense");
const call = fc.record({
  tool,
  args: fc.oneof(
    fc.constant({}),
    fc.constant({ outcome: "done", summary: "s" }),
    fc.constant({ outcome: 3 }),
  ),
});
const outcome = fc.constantFrom("success", "failure", "rejected", "error", "interrupted");
const exitCode = fc.constantFrom(129, 130, 143);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>({
    type: "session-start",
    sessionId: "s",
    model: "cursor",
    mode: "reasoning",
    repository: "r",
    version: "0",
  }),
  fc.record({ type: fc.constant("user"), text: word, turnId: fc.uuid() }),
  fc.constant<Action>({ type: "turn-opened" }),
  fc.record({ type: fc.constant("turn-not-opened"), failure }),
  fc.record({ type: fc.constant("step-started"), chatId: fc.constantFrom("c1", "c2") }),
  fc.record({ type: fc.constant("thinking"), delta: word }),
  fc.constant<Action>({ type: "thinking-completed" }),
  fc.record({ type: fc.constant("prose"), delta: word }),
  fc.record({ type: fc.constant("connection"), state: fc.constantFrom("interrupted", "restored") }),
  fc.record({ type: fc.constant("note"), title: word }),
  fc.record({ type: fc.constant("warning"), message: word }),
  fc.record({ type: fc.constant("step"), chatId: fc.constantFrom("c1", "c2"), known: fc.nat(9) }),
  fc.record({
    type: fc.constant("fabricated-results"),
    text: word,
    blocks: fc.nat(3),
    calls: fc.nat(3),
    notice: word,
  }),
  fc.record({
    type: fc.constant("assistant"),
    text: fc.option(word),
    calls: fc.array(call, { maxLength: 3 }),
    refusals: fc.array(fc.record({ tool, reason: word, toolKind: fc.constant("other") }), { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant("nudge"), text: word }),
  fc.constant<Action>({ type: "step-ended" }),
  fc.record({ type: fc.constant("step-failed"), failure }),
  fc.record({ type: fc.constant("call-started"), title: word, toolKind: fc.constant("other") }),
  fc.record({
    type: fc.constant("proposed"),
    title: word,
    paths: fc.array(path),
    meaning: fc.array(word),
    diff: word,
  }),
  fc.record({ type: fc.constant("decision"), answer: fc.constantFrom("yes", "no", "always") }),
  fc.record({
    type: fc.constant("tool"),
    tool,
    args: fc.constant({}),
    toolKind: fc.constant("other"),
    title: word,
    outcome,
    text: word,
    changed: fc.array(fc.record({ path, added: fc.nat(3), removed: fc.nat(3) }), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant("verification"), newErrors: fc.nat(3) }),
  fc.record({ type: fc.constant("interrupted"), exitCode }),
  fc.record({ type: fc.constant("tripwire"), message: word }),
  fc.constant<Action>({ type: "take-back" }),
  fc.record({ type: fc.constant("model"), model: word }),
  fc.constant<Action>({ type: "clear" }),
  fc.constant<Action>({ type: "session-end" }),
) as fc.Arbitrary<Action>;

/** What a runner would really send, so that deep phases are reached, cut into by actions of any kind. */
const plausible: fc.Arbitrary<(Action | "end")[]> = fc.oneof(
  fc.uuid().map((turnId): Action[] => [{ type: "user", text: "do", turnId }, { type: "turn-opened" }]),
  fc.record({ text: fc.option(word), calls: fc.array(call, { maxLength: 3 }) }).map((said) => replied(said)),
  path.map((name) => [wrote(name)]),
  fc.nat(2).map((newErrors): Action[] => [{ type: "verification", newErrors }]),
  fc.constant<(Action | "end")[]>(["end"]),
);

const life = fc
  .array(
    fc.oneof({ weight: 2, arbitrary: plausible }, { weight: 1, arbitrary: action.map((one) => [one]) }),
    { maxLength: 40, size: "max" },
  )
  .map((chunks) => chunks.flat());

function live(script: readonly (Action | "end")[]) {
  const start = newState();
  let simulation = simulate([], start);
  const taken: Action[] = [];
  for (const step of script) {
    const turnId = simulation.state.turn?.id ?? "none";
    const next: Action =
      step === "end"
        ? {
            type: "turn-end",
            turnId,
            status: "completed",
            exitCode: 0,
            filesChanged: [],
            restored: [],
            conflicts: [],
          }
        : step;
    taken.push(next);
    const after = simulate([next], simulation.state);
    simulation = {
      state: after.state,
      events: [...simulation.events, ...after.events],
      effects: [...simulation.effects, ...after.effects],
    };
  }
  return { ...simulation, taken, start };
}

/** The events of each turn, `session.*` left out. */
function turnsOf(events: readonly EmittedEvent[]): Map<string, EmittedEvent[]> {
  const turns = new Map<string, EmittedEvent[]>();
  for (const event of events) {
    if (event.turnId !== undefined) {
      turns.set(event.turnId, [...(turns.get(event.turnId) ?? []), event]);
    }
  }
  return turns;
}

describe("under any sequence of actions", () => {
  it("a turn starts once, and turn.completed is its last event, once", () => {
    fc.assert(
      fc.property(life, (script) => {
        for (const events of turnsOf(live(script).events).values()) {
          expect(events[0]?.type).toBe("turn.started");
          const ends = events.filter(({ type }) => type === "turn.completed").length;
          expect(ends).toBeLessThanOrEqual(1);
          if (ends === 1) {
            expect(events.at(-1)?.type).toBe("turn.completed");
          }
        }
      }),
      { numRuns: sampled(1000) },
    );
  });

  it("each call that started completes, once, under an id of its own, before its turn ends", () => {
    fc.assert(
      fc.property(life, (script) => {
        for (const events of turnsOf(live(script).events).values()) {
          const started = events.filter(({ type }) => type === "tool.started").map(({ itemId }) => itemId);
          const completed = events
            .filter(({ type }) => type === "tool.completed")
            .map(({ itemId }) => itemId);
          expect(new Set(started).size).toBe(started.length);
          if (events.at(-1)?.type === "turn.completed") {
            expect(completed.toSorted()).toEqual(started.toSorted());
          }
        }
      }),
      { numRuns: sampled(1000) },
    );
  });

  it("the deltas of an item join to its completed text", () => {
    fc.assert(
      fc.property(life, (script) => {
        const deltas = new Map<string, string>();
        for (const event of live(script).events) {
          const item = event.itemId ?? "";
          if (event.type === "message.delta") {
            deltas.set(item, (deltas.get(item) ?? "") + event.delta);
          } else if (event.type === "message.completed") {
            expect(event.text).toBe(deltas.get(item));
          }
        }
      }),
      { numRuns: sampled(1000) },
    );
  });

  it("no more steps start in a turn than its limit allows", () => {
    fc.assert(
      fc.property(life, (script) => {
        const { state } = live(script);
        expect(state.turn?.step ?? 0).toBeLessThanOrEqual(state.limits.maxSteps);
      }),
    );
  });

  it("reducing what was recorded gives the state again", () => {
    fc.assert(
      fc.property(life, (script) => {
        const { state, taken, start } = live(script);
        const records = taken.filter(isRecorded).map(({ type, ...data }) => ({ ts: "", type, data }));
        const stored: typeof records = JSON.parse(JSON.stringify(records));
        const again = stored.reduce(reduceRecord, start);
        const { turn: _, ...between } = state;
        const { turn: __, ...betweenAgain } = again;
        expect(betweenAgain).toEqual(between);
      }),
      { numRuns: sampled(1000) },
    );
  });
});

it("a turn that gave up under smaller limits is over under larger ones, too", () => {
  const unfinished = { code: "steps-used-up", message: "x", exitCode: 5 } as const;
  const records: Action[] = [
    ...opened,
    ...replied({ calls: [{ tool: "run_erc" }] }),
    ran("run_erc"),
    ended({ status: "failed", exitCode: 5, failure: unfinished }),
  ];
  const state = records.map(({ type, ...data }) => ({ ts: "", type, data })).reduce(reduceRecord, newState());
  expect(state.turn).toBeNull();
  expect(state.results).toHaveLength(1);
  expect(state.chat).toEqual({ id: "c1", known: 2 });
});
