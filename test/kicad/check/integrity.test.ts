import { describe, expect, it } from "vitest";
import { whyBroken } from "../../../source/kicad/check/integrity.js";

const bytes = (text: string) => Buffer.from(text);

describe("syntax", () => {
  const judge = (name: string, before: string | null, after: string) =>
    whyBroken(undefined, name, { before: before === null ? null : bytes(before), after: bytes(after) });

  it.each([
    ["x.kicad_sym", "(a (b))", "(a (b)"],
    ["x.kicad_mod", "(a (b))", "(a (b)))"],
    ["x.kicad_sch", "(a (b))", '(a "b)'],
    ["x.kicad_dru", "(version 1)", "(version 1"],
    ["sym-lib-table", "(a)", "(a"],
    ["x.kicad_pro", "{}", "{,}"],
    ["x.kicad_sym", null, "(a"],
  ])("of %s must not break: %s → %s", async (name, before, after) => {
    expect(await judge(name, before, after)).toEqual(expect.stringContaining("would no longer"));
  });

  it.each([
    ["x.kicad_sym", "(a (b)", "(a (b (c"],
    ["x.kicad_pro", "{", "{,"],
    ["x.kicad_pro", "{}", '\uFEFF{"a": 1}'],
    ["notes.md", "(a)", "(a"],
    ["x.kicad_sym", "(a)", '(a "(")'],
  ])("of %s may change: %s → %s", async (name, before, after) => {
    expect(await judge(name, before, after)).toBeUndefined();
  });
});
