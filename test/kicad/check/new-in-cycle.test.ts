import { expect, it } from "vitest";
import { newInCycle } from "../../../source/kicad/check/new-in-cycle.js";

const first = {
  changes: ["net A renamed to B", "R1 added: 1k"],
  findings: [
    "ERC of a.kicad_sch: 2 new errors.",
    "1. error pin_not_connected: Pin not connected",
    "   - Symbol R1 Pin 1 at (1, 2) mm",
    "2. error no_power: Input power pin not driven",
    "",
    "DRC of a.kicad_pcb: 1 new error.",
    "1. error clearance: Clearance violation",
  ].join("\n"),
};

it("is all of the first verification", () => {
  expect(newInCycle(first, undefined)).toBe(first);
});

it("is a line for what was there before", () => {
  expect(newInCycle(first, first)).toEqual({
    changes: ["2 lines as before"],
    findings: "3 errors as before",
  });
});

it("is what is new, a finding with its items and whatever its number was", () => {
  const second = {
    changes: ["net A renamed to B", "R2 added: 2k"],
    findings: [
      "ERC of a.kicad_sch: 2 new errors.",
      "1. error duplicate: Two of a name",
      "   - Symbol R2 Pin 1 at (3, 4) mm",
      "2. error pin_not_connected: Pin not connected",
      "   - Symbol R1 Pin 1 at (1, 2) mm",
    ].join("\n"),
  };
  expect(newInCycle(second, first)).toEqual({
    changes: ["R2 added: 2k", "1 line as before"],
    findings: [
      "1. error duplicate: Two of a name",
      "   - Symbol R2 Pin 1 at (3, 4) mm",
      "1 error as before",
    ].join("\n"),
  });
});

it("is a finding at another place, and nothing where there is nothing", () => {
  const moved = { changes: [], findings: first.findings.replace("(1, 2)", "(5, 6)") };
  expect(newInCycle(moved, first)).toEqual({
    changes: [],
    findings:
      "1. error pin_not_connected: Pin not connected\n   - Symbol R1 Pin 1 at (5, 6) mm\n2 errors as before",
  });
  expect(newInCycle({ changes: [] }, first)).toEqual({ changes: [] });
});
