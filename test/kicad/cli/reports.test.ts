import { describe, expect, it } from "vitest";
import { readDrcReport, readErcReport } from "../../../source/kicad/cli/run-check.js";

const a4 = { width: 297, height: 210 };

function violation(x: number, y: number, more: object = {}) {
  return {
    type: "pin_not_connected",
    severity: "error",
    description: "Pin not connected",
    items: [{ description: "Horizontal Wire, length 0.0762 mm", uuid: "u", pos: { x, y } }],
    ...more,
  };
}

function erc(...violations: object[]) {
  return { coordinate_units: "mm", sheets: [{ path: "/", uuid_path: "/r", violations }] };
}

describe("ERC reports", () => {
  it("are mended where places are hundredths, lengths as well", () => {
    const [found] = readErcReport(erc(violation(1.27, 0.9652)), a4);
    expect(found?.items[0]).toEqual({
      description: "Horizontal Wire, length 7.62 mm",
      uuid: "u",
      position: { x: 127, y: 96.52 },
    });
  });

  it("are left alone where the places are right, even with one near the corner", () => {
    const found = readErcReport(erc(violation(127, 96.52), violation(1.27, 2.54), violation(50.8, 50.8)), a4);
    expect(found.map(({ items }) => items[0]?.position.x)).toEqual([127, 1.27, 50.8]);
    expect(found[0]?.items[0]?.description).toContain("0.0762");
  });

  it("are mended although one item lies beside the page", () => {
    const found = readErcReport(erc(violation(1.27, 0.9652), violation(3.5, 1), violation(1, 1)), a4);
    expect(found.map(({ items }) => items[0]?.position.x)).toEqual([127, 350, 100]);
  });

  it("name the sheet by its names and by its ids", () => {
    expect(readErcReport(erc(violation(1, 1)), a4)[0]).toMatchObject({ sheet: "/", sheetId: "/r" });
  });

  it.each([{}, { coordinate_units: "mm" }, { coordinate_units: "in", sheets: [] }, null, []])(
    "are refused where they are none: %j",
    (report) => {
      expect(() => readErcReport(report, a4)).toThrow();
    },
  );
});

describe("DRC reports", () => {
  it("keep their places, and group violations, missing connections and parity", () => {
    const found = readDrcReport({
      coordinate_units: "mm",
      violations: [violation(1.27, 2.54)],
      unconnected_items: [violation(3, 4, { type: "unconnected_items" })],
      schematic_parity: [violation(5, 6, { type: "net_conflict", severity: "warning" })],
    });
    expect(found.map(({ group }) => group)).toEqual(["violation", "unconnected", "parity"]);
    expect(found[0]?.items[0]?.position).toEqual({ x: 1.27, y: 2.54 });
  });

  it("have exclusions in either form", () => {
    const found = readDrcReport({
      coordinate_units: "mm",
      violations: [violation(1, 1, { excluded: true }), violation(1, 1, { severity: "exclusion" })],
      unconnected_items: [],
    });
    expect(found.map(({ severity }) => severity)).toEqual(["exclusion", "exclusion"]);
  });

  it.each([
    {},
    { coordinate_units: "mm", violations: [] },
    { coordinate_units: "mm", unconnected_items: [] },
  ])("are refused where a list is missing: %j", (report) => {
    expect(() => readDrcReport(report)).toThrow();
  });
});
