import { describe, expect, it } from "vitest";
import { type List, readList } from "../../../../source/kicad/design/syntax/list.js";
import { quote, unquote } from "../../../../source/kicad/design/syntax/strings.js";

function read(text: string): List {
  const list = readList(text);
  if (!list) {
    throw new Error("It is not read.");
  }
  return list;
}

describe("a list", () => {
  it("knows its place, and that of everything in it", () => {
    const text = '(sym "a b" (at 1 -2.5)\n\t(pin x) 7)';
    const list = read(text);
    const places = list.items.map(({ start, end }) => text.slice(start, end));
    expect(list.head).toBe("sym");
    expect(places).toEqual(['"a b"', "(at 1 -2.5)", "(pin x)", "7"]);
    expect(list.first("at")?.numbers).toEqual([1, -2.5]);
    expect(list.atoms.map(({ value, quoted }) => [value, quoted])).toEqual([
      ["a b", true],
      ["7", false],
    ]);
  });

  it("is not led astray by parentheses and quotation marks in strings", () => {
    const list = read('(a "(" "\\")" (b "\\\\") (c))');
    expect(list.items.map(String)).toHaveLength(4);
    expect(list.atoms.map(({ value }) => value)).toEqual(["(", '")']);
    expect(list.valueOf("b")).toBe("\\");
  });

  it("passes over lines that are comments, and no others that have a #", () => {
    const list = read("(a\n  # (not here)\n  (reference #PWR01)\n)");
    expect(list.items.map(String)).toEqual(["(reference #PWR01)"]);
  });

  it("may be nested ten thousand times deeper than any of KiCad's", () => {
    const deep = 500_000;
    const list = read(`(a ${"(b ".repeat(deep)}${")".repeat(deep)} (c 1))`);
    expect(list.valueOf("c")).toBe("1");
  });

  it("is the file's first one, whatever follows it", () => {
    expect(read("\uFEFF\n(a (b))) (c)").end).toBe(9);
  });

  it.each(["", "words", "(a (b)", '(a "b)'])("is not read out of %j", (text) => {
    expect(readList(text)).toBeUndefined();
  });

  it("closes where KiCad 9 means it to, though it leaves out one parenthesis itself", () => {
    const teardrops = "(teardrops\n(curved_edges no)filter_ratio 0.9)\n(enabled yes)\n)";
    const list = read(`(kicad_pcb (zone ${teardrops}) (footprint))`);
    expect(list.items.map((item) => (item as List).head)).toEqual(["zone", "footprint"]);
  });
});

describe("a string", () => {
  it.each([
    ["plain", '"plain"'],
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ["two\nlines\r", '"two\\nlines\\r"'],
    ["100 Ω", '"100 Ω"'],
  ])("%j is written as %s and read back", (value, written) => {
    expect(quote(value)).toBe(written);
    expect(unquote(written)).toBe(value);
  });

  it("may have escapes that KiCad reads but does not write", () => {
    expect(unquote('"\\t\\x41\\101\\q"')).toBe("\tAAq");
  });
});
