/** What the model is sent of the changes that its turn made to nets. */
import { describe, expect, it } from "vitest";
import type { Action } from "../../../source/loop/actions.js";
import { limits, newState, opened, ran, replied, simulate, wrote } from "./simulation.js";

const clean = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 0, known: 0 } as const;
const split = "net /DATA split: R4.1 now on /STRAY";

function verified(change: Partial<Extract<Action, { type: "verification" }>> = {}): Action {
  return {
    type: "verification",
    erc: clean,
    newErrors: 0,
    electrical: { nets: [split], others: [] },
    ...change,
  };
}

const edited = [...opened, ...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_sch")];
const claim = replied({ text: "Done." });

function run(actions: Action[], start = newState()) {
  const { state, effects, events } = simulate(actions, start);
  const settle = effects.findLast((effect) => effect.type === "settle-turn");
  const sent = state.messages
    .toArray()
    .flatMap(({ role, text }) => (role === "user" && text !== "do it" ? [text] : []));
  return { effects, events, sent, ending: settle?.type === "settle-turn" ? settle.ending : undefined };
}

describe("nets that a turn changed without a new error", () => {
  it("are sent to the model once, and the turn ends with its next answer", () => {
    const asked = run([...edited, ...claim, verified()]);
    expect(asked.ending).toBeUndefined();
    expect(asked.effects.at(-1)).toEqual({ type: "start-step" });
    expect(asked.sent).toEqual([expect.stringContaining(`This is what changed electrically:\n- ${split}`)]);
    const over = run([...edited, ...claim, verified(), ...replied({ text: "It is meant." })]);
    expect(over.ending).toMatchObject({ exitCode: 0, answer: { text: "It is meant." } });
    // Nothing was written since: there is nothing to verify again.
    expect(over.effects.filter(({ type }) => type === "verify")).toHaveLength(1);
  });

  it("are sent again where the model went on to other ones, and not where they are the same", () => {
    const again = [...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_sch"), ...claim];
    const same = run([...edited, ...claim, verified(), ...again, verified()]);
    expect(same.ending).toMatchObject({ exitCode: 0 });
    expect(same.sent).toHaveLength(1);
    const others = { nets: ["net /CLK removed"], others: [] };
    const other = run([...edited, ...claim, verified(), ...again, verified({ electrical: others })]);
    expect(other.ending).toBeUndefined();
    expect(other.sent[1]).toContain("net /CLK removed");
  });

  it("are not sent where an edit that was proved had them in its result", () => {
    const proved = [
      ...opened,
      ...replied({ calls: [{ tool: "rename_net" }] }),
      ran("rename_net", {
        text: `${split}\nWrote a.kicad_sch +1 −1.`,
        changed: [{ path: "a.kicad_sch", added: 1, removed: 1 }],
      }),
    ];
    expect(run([...proved, ...claim, verified()])).toMatchObject({ sent: [], ending: { exitCode: 0 } });
    const more = { nets: [split, "net /CLK removed"], others: [] };
    expect(run([...proved, ...claim, verified({ electrical: more })]).ending).toBeUndefined();
  });

  it("are sent with the parts that changed; parts alone are not", () => {
    const others = ["R1 Value 1k → 330"];
    expect(run([...edited, ...claim, verified({ electrical: { nets: [split], others } })]).sent[0]).toContain(
      `- ${split}\n- R1 Value 1k → 330`,
    );
    expect(run([...edited, ...claim, verified({ electrical: { nets: [], others } })])).toMatchObject({
      sent: [],
      ending: { exitCode: 0 },
    });
  });

  it("are listed up to a bound", () => {
    const nets = Array.from({ length: 100 }, (_, index) => `net N${index} removed`);
    const [text = ""] = run([...edited, ...claim, verified({ electrical: { nets, others: [] } })]).sent;
    expect(text.match(/^- net/gm)).toHaveLength(40);
    expect(text).toContain("- and 60 more: diff_turn lists all");
  });

  it("go with the new errors where there are any, once", () => {
    const broken = verified({ newErrors: 1, feedback: "1 new error" });
    const { sent } = run([...edited, ...claim, broken, ...claim, broken]);
    expect(sent).toEqual([
      expect.stringMatching(/^1 new error\n\n[\s\S]*changed electrically/),
      "1 new error",
    ]);
  });

  it("leave out errors that the last check found as well", () => {
    const broken = verified({ newErrors: 2, findings: "F", feedback: "2 new errors: F" });
    const others = verified({ newErrors: 2, findings: "G", feedback: "2 new errors: G" });
    const first = expect.stringMatching(/^2 new errors: F/);
    const again = expect.stringMatching(/^copperhead checked the design again: 2 new errors as before/);
    expect(run([...edited, ...claim, broken, ...claim, broken]).sent).toEqual([first, again]);
    expect(run([...edited, ...claim, broken, ...claim, others]).sent).toEqual([first, "2 new errors: G"]);
  });

  it("are not a cycle of repair", () => {
    const again = [...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_sch"), ...claim];
    const rounds = Array.from({ length: limits.maxRepairCycles + 2 }, (_, index) => [
      verified({ electrical: { nets: [`net N${index} removed`], others: [] } }),
      ...again,
    ]);
    expect(run([...edited, ...claim, ...rounds.flat()]).ending).toBeUndefined();
  });

  it.each([
    ["on the last step", newState({ limits: { ...limits, maxSteps: 2 } })],
    [
      "where the work had to be verified and was not",
      newState({ limits: { ...limits, requireVerification: true } }),
    ],
  ])("are not sent %s", (name, start) => {
    const erc = name.startsWith("where") ? ({ ...clean, status: "not-run" } as const) : clean;
    expect(run([...edited, ...claim, verified({ erc })], start)).toMatchObject({ sent: [], ending: {} });
  });

  it("are not sent after a refusal, nor after the user stopped the turn", () => {
    const refused = replied({ calls: [{ tool: "finish", args: { outcome: "refused", summary: "No." } }] });
    expect(run([...edited, ...refused, verified()])).toMatchObject({
      sent: [],
      ending: { status: "refused" },
    });
    const stopped: Action = { type: "interrupted", exitCode: 130 };
    expect(run([...edited, ...claim, stopped, verified()])).toMatchObject({
      sent: [],
      ending: { exitCode: 130 },
    });
  });
});

describe("new warnings about labels and nets", () => {
  it("are sent with the changes, and on their own", () => {
    const warnings = "ERC of a.kicad_sch: 1 new warning.\n1. warning label_dangling: Label not connected";
    const { sent, ending } = run([
      ...edited,
      ...claim,
      verified({ electrical: { nets: [], others: [], warnings } }),
    ]);
    expect(ending).toBeUndefined();
    expect(sent[0]).toContain(`New warnings about labels, nets and footprints:\n${warnings}`);
    expect(sent[0]).not.toContain("changed electrically");
  });
});

describe("a model that does not answer what it was sent", () => {
  const failure = { code: "overloaded", message: "Cursor is overloaded.", exitCode: 1 } as const;

  it("has done its work all the same: it was verified", () => {
    const { ending, events } = run([...edited, ...claim, verified(), { type: "step-failed", failure }]);
    expect(ending).toMatchObject({ exitCode: 0, answer: { text: "Done." } });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "runtime.warning", code: "not-confirmed" }),
    );
  });

  it("has not where it changed more meanwhile", () => {
    const more = [...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_sch")];
    const { ending } = run([...edited, ...claim, verified(), ...more, { type: "step-failed", failure }]);
    expect(ending).toMatchObject({ exitCode: 1 });
  });

  it("is verified again whatever it changed meanwhile, a rule as well", () => {
    const more = [...replied({ calls: [{ tool: "edit_file" }] }), wrote("a.kicad_pro"), ...claim];
    expect(run([...edited, ...claim, verified(), ...more]).effects.at(-1)).toEqual({ type: "verify" });
  });

  it("fails the turn where it tripped the wire", () => {
    const tripped = { code: "tripwire", message: "x", exitCode: 4 } as const;
    const { ending } = run([...edited, ...claim, verified(), { type: "step-failed", failure: tripped }]);
    expect(ending).toMatchObject({ exitCode: 4 });
  });
});
