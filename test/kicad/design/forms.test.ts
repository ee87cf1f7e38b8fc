import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  children,
  type Form,
  formsIn,
  placeOf,
  propertyOf,
  textOf,
} from "../../../source/kicad/design/forms.js";

/** As KiCad would write it. */
function write(form: Form): string {
  const items = form.items.map((item) => (typeof item === "string" ? quote(item) : write(item)));
  return `(${[form.head, ...items].join(" ")})`;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
}

const { form } = fc.letrec<{ form: Form; item: string | Form }>((tie) => ({
  form: fc.record({
    head: fc.constantFrom("at", "property", "layer", "pts"),
    items: fc.array(tie("item"), { maxLength: 4 }),
  }),
  item: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.string({ unit: "grapheme" }), tie("form")),
}));

describe("reading forms", () => {
  it("returns what KiCad writes, whatever is in its strings", () => {
    fc.assert(
      fc.property(fc.array(form, { maxLength: 3 }), (inner) => {
        const part: Form = { head: "part", items: inner };
        expect(formsIn(`(file (version 1) ${write(part)}\n\t${write(part)})`, ["part"])).toEqual([
          part,
          part,
        ]);
      }),
    );
  });

  it("finds all heads that are asked for, in order, and words that only begin like one not", () => {
    const text = "(file (b 1) (a 2) (ab 3) (skip (c)) (a (b inside)))";
    expect(formsIn(text, ["a", "b"]).map(({ head, items }) => [head, items.length])).toEqual([
      ["b", 1],
      ["a", 1],
      ["a", 1],
    ]);
  });

  it("reads on where a form was closed once too often, as in files that KiCad has written", () => {
    const text = '(file (part (x no)y 0.9)) (z) (uuid "1")) (part (at 1 2)))';
    expect(formsIn(text, ["part"]).at(-1)?.items).toEqual([{ head: "at", items: ["1", "2"] }]);
  });

  it("returns the whole forms of a file that is cut off", () => {
    expect(formsIn('(file (part 1) (part "2', ["part"])).toEqual([{ head: "part", items: ["1"] }]);
    fc.assert(fc.property(fc.string(), (text) => void formsIn(`(part ${text}`, ["part"])));
  });

  it("finds values by their names", () => {
    const [part] = formsIn('(part (at 1.5 -2 90) (property "Reference" "R1" (at 0 0)) (layer "F.Cu"))', [
      "part",
    ]);
    expect(part && [placeOf(part), propertyOf(part, "Reference"), textOf(part, "layer")]).toEqual([
      { x: 1.5, y: -2 },
      "R1",
      "F.Cu",
    ]);
    expect(part && [propertyOf(part, "Value"), children(part, "pad")]).toEqual([undefined, []]);
    expect(placeOf({ head: "part", items: [{ head: "at", items: ["one", "2"] }] })).toBeUndefined();
  });
});
