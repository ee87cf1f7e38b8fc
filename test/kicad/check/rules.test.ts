import { describe, expect, it } from "vitest";
import { describeRuleChange, rulesMutedBy } from "../../../source/kicad/check/rules.js";

function change(before: unknown, after: unknown, path = "x.kicad_pro") {
  const bytes = (value: unknown) => (value === null ? null : Buffer.from(JSON.stringify(value)));
  return { path, before: bytes(before), after: bytes(after) };
}

const erc = (rule_severities: object, more: object = {}) => ({ erc: { rule_severities, ...more } });
const drc = (settings: object) => ({ board: { design_settings: settings } });

describe("changes of rules", () => {
  it.each([
    [
      "a severity",
      erc({ pin_not_connected: "error" }),
      erc({ pin_not_connected: "ignore" }),
      ["ERC rule pin_not_connected: error → ignore"],
    ],
    [
      "a severity that was the default",
      {},
      drc({ rule_severities: { clearance: "warning" } }),
      ["DRC rule clearance: default → warning"],
    ],
    [
      "a constraint",
      drc({ rules: { min_clearance: 0.2 } }),
      drc({ rules: { min_clearance: 0 } }),
      ["board constraint min_clearance: 0.2 → 0"],
    ],
    [
      "an exclusion",
      erc({}, { erc_exclusions: [["a", ""]] }),
      erc({}, { erc_exclusions: [["a", ""], ["b", ""], "c"] }),
      ["2 ERC exclusions added"],
    ],
    [
      "a lifted exclusion",
      drc({ drc_exclusions: ["a"] }),
      drc({ drc_exclusions: [] }),
      ["1 DRC exclusion removed"],
    ],
    [
      "the pin map",
      erc({}, { pin_map: [[0]] }),
      erc({}, { pin_map: [[1]] }),
      ["the ERC pin conflict map changed"],
    ],
    [
      "a net class",
      { net_settings: { classes: [{ clearance: 0.2 }] } },
      { net_settings: { classes: [{ clearance: 0.1 }] } },
      ["net classes changed"],
    ],
    [
      "nothing of it",
      { ...erc({ a: "error" }), text_variables: {} },
      { ...erc({ a: "error" }), text_variables: { x: "y" } },
      [],
    ],
  ])("include %s", (_, before, after, text) => {
    expect(describeRuleChange(change(before, after))).toEqual(text);
  });

  it("include a rules file", () => {
    const bytes = Buffer.from("(version 1)");
    const path = "x.kicad_dru";
    expect(describeRuleChange({ path, before: null, after: bytes })).toEqual([
      "design rules added (x.kicad_dru)",
    ]);
    expect(describeRuleChange({ path, before: bytes, after: null })).toEqual([
      "design rules removed (x.kicad_dru)",
    ]);
    expect(describeRuleChange({ path, before: bytes, after: Buffer.from("(version 1)") })).toEqual([]);
  });

  it("are not looked for in other files, nor in one that is no JSON", () => {
    expect(describeRuleChange(change(erc({ a: "error" }), erc({ a: "ignore" }), "x.json"))).toEqual([]);
    const broken = { path: "x.kicad_pro", before: Buffer.from("{"), after: Buffer.from("{}") };
    expect(describeRuleChange(broken)).toEqual([]);
  });

  it("mute the rules that are ignored now and were not before", () => {
    const muted = rulesMutedBy([
      change(erc({ a: "error", b: "ignore", c: "warning" }), erc({ a: "ignore", b: "ignore", c: "error" })),
      change({}, drc({ rule_severities: { clearance: "ignore" } })),
    ]);
    expect([...muted].sort()).toEqual(["a", "clearance"]);
  });
});

it("reports that a project file which is no longer JSON has lost its rules", () => {
  const [before, after] = [Buffer.from("{}"), Buffer.from("{{")];
  expect(describeRuleChange({ path: "a.kicad_pro", before, after })).toEqual([
    "a.kicad_pro is no longer JSON: KiCad drops all of its rules and exclusions",
  ]);
});
