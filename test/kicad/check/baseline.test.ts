import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareFindings, rejoin } from "../../../source/kicad/check/baseline.js";
import type { Finding } from "../../../source/kicad/check/findings.js";
import { makeFinding, pinItem } from "./finding.js";

function counts(baseline: Finding[], present: Finding[], muted?: Set<string>) {
  const { added, known, fixed, muted: silenced } = compareFindings(baseline, present, muted);
  return [added.length, known.length, fixed.length, silenced.length];
}

describe("comparing findings", () => {
  it("separates new, known and fixed ones, whatever their order", () => {
    const [one, two, three] = [["a"], ["b"], ["c"]].map((uuids) => makeFinding({ uuids }));
    const compared = compareFindings([one, two] as Finding[], [three, one] as Finding[]);
    expect(compared).toEqual({ added: [three], known: [one], fixed: [two], muted: [] });
  });

  it("recognizes a finding that was moved or whose numbers changed", () => {
    const before = makeFinding({ description: "Clearance violation (0.2 mm; actual 0.15 mm)" });
    const after = {
      ...before,
      description: "Clearance violation (0.2 mm; actual 0.1 mm)",
      items: before.items.map((item) => ({ ...item, position: { x: 50, y: 60 } })),
    };
    expect(counts([before], [after])).toEqual([0, 1, 0, 0]);
  });

  it("does not confuse the items of one sheet with those of its other use", () => {
    const [left, right] = ["/r/left", "/r/right"].map((sheetId) => makeFinding({ sheetId }));
    expect(counts([left as Finding], [left as Finding, right as Finding])).toEqual([1, 1, 0, 0]);
  });

  it("counts findings that are about the same thing", () => {
    const one = makeFinding();
    expect(counts([one, one], [one, one, one])).toEqual([1, 2, 0, 0]);
  });

  it("is about the net where a connection is missing", () => {
    const open = (uuids: string[], net: string) =>
      makeFinding({
        group: "unconnected",
        type: "unconnected_items",
        items: uuids.map((uuid) => ({
          uuid,
          description: `Pad 1 [${net}] of ${uuid} on F.Cu`,
          position: { x: 0, y: 0 },
        })),
      });
    expect(counts([open(["R1", "R2"], "GND")], [open(["R1", "C9"], "GND")])).toEqual([0, 1, 0, 0]);
    expect(counts([open(["R1", "R2"], "GND")], [open(["R1", "R2"], "VCC")])).toEqual([1, 0, 1, 0]);
  });

  it("recognizes an item that was drawn again in its place, not elsewhere", () => {
    const before = makeFinding({ uuids: ["old"] });
    const again = { ...before, items: before.items.map((item) => ({ ...item, uuid: "new" })) };
    const elsewhere = { ...again, items: again.items.map((item) => ({ ...item, position: { x: 9, y: 9 } })) };
    expect(counts([before], [again])).toEqual([0, 1, 0, 0]);
    expect(counts([before], [elsewhere])).toEqual([1, 0, 1, 0]);
  });

  it("recognizes a pin by its reference where KiCad finds another copy of it", () => {
    const before = makeFinding({ items: [pinItem("IC1", "4", "here", 10)] });
    const after = makeFinding({ items: [pinItem("IC1", "4", "there", 99)] });
    const other = makeFinding({ items: [pinItem("IC1", "5", "there", 99)] });
    expect(counts([before], [after])).toEqual([0, 1, 0, 0]);
    expect(counts([before], [other])).toEqual([1, 0, 1, 0]);
  });

  it("does not call a muted rule or an exclusion a fix", () => {
    const one = makeFinding();
    expect(counts([one], [], new Set(["clearance"]))).toEqual([0, 0, 0, 1]);
    expect(counts([one], [{ ...one, severity: "exclusion" }])).toEqual([0, 0, 0, 1]);
  });

  it("recognizes a finding whose exclusion no longer holds", () => {
    const excluded = makeFinding({ severity: "exclusion" });
    expect(counts([excluded], [makeFinding()])).toEqual([0, 1, 0, 0]);
    expect(counts([excluded], [])).toEqual([0, 0, 0, 0]);
  });

  it("never loses or invents one", () => {
    const some = fc.array(
      fc
        .record({
          type: fc.constantFrom("p", "q"),
          uuids: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
        })
        .map(makeFinding),
    );
    fc.assert(
      fc.property(some, some, (baseline, present) => {
        const { added, known, fixed, muted } = compareFindings(baseline, present);
        expect(added.length + known.length).toBe(present.length);
        expect(fixed.length + muted.length + known.length).toBe(baseline.length);
        expect(counts(present, present)).toEqual([0, present.length, 0, 0]);
      }),
    );
  });
});

describe("rejoining", () => {
  it("makes those with the same key known and leaves those without", () => {
    const keyed = (key: string, uuid: string) => makeFinding({ description: key, uuids: [uuid] });
    const compared = compareFindings(
      [keyed("GND", "a"), keyed("", "b"), keyed("VCC", "e")],
      [keyed("GND", "c"), keyed("", "d")].map((one) => ({
        ...one,
        items: one.items.map((item) => ({ ...item, position: { x: 9, y: 9 } })),
      })),
    );
    const joined = rejoin(compared, ({ description }) => description || undefined);
    expect(joined.known.map(({ items }) => items[0]?.uuid)).toEqual(["c"]);
    expect(joined.added.map(({ items }) => items[0]?.uuid)).toEqual(["d"]);
    expect(joined.fixed.map(({ items }) => items[0]?.uuid).sort()).toEqual(["b", "e"]);
  });
});
