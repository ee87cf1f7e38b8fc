import { expect, it } from "vitest";
import type { Finding } from "../../../source/kicad/check/findings.js";
import { unroutedIn } from "../../../source/kicad/check/unrouted.js";

const missing = (one: string, other: string): Finding => ({
  group: "unconnected",
  type: "unconnected_items",
  severity: "error",
  description: "Missing connection between items",
  items: [
    { description: one, uuid: "1", position: { x: 1, y: 2 } },
    { description: other, uuid: "2", position: { x: 3, y: 4.5 } },
  ],
});

it("names what is not connected, and its net, brackets in its name or not", () => {
  expect(
    unroutedIn([
      missing("Pad 1 [/D[0]] of R1 on F.Cu", "Track [/D[0]] on B.Cu, length 3.2 mm"),
      missing("PTH pad 2 [GND] of J1", "Zone [GND] on B.Cu"),
    ]),
  ).toEqual([
    { net: "/D[0]", from: "Pad 1 of R1 on F.Cu at 1, 2", to: "Track on B.Cu, length 3.2 mm at 3, 4.5" },
    { net: "GND", from: "PTH pad 2 of J1 at 1, 2", to: "Zone on B.Cu at 3, 4.5" },
  ]);
});

it("leaves out other findings, and those that the user accepts", () => {
  const one = missing("Pad 1 [A] of R1 on F.Cu", "Pad 2 [A] of R2 on F.Cu");
  expect(
    unroutedIn([
      { ...one, group: "violation" },
      { ...one, severity: "exclusion" },
    ]),
  ).toEqual([]);
});
