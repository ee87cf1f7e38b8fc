import { expect, it } from "vitest";
import { nearestNames } from "../../../source/kicad/design/near.js";

it.each([
  ["R9", ["R1", "r2", "C9", "GND"], ["C9", "R1", "r2"]],
  ["R1", ["/", "HT", "R201", "R202"], ["R201", "R202"]],
  ["NET-B", ["/power/NET_A", "/NET_B", "GND"], ["/NET_B", "/power/NET_A"]],
  ["nosuch", ["C1", "R2", "U3"], []],
  ["", ["C1", "/"], []],
])("names like %j are named, and no others", (asked, names, near) => {
  expect(nearestNames(asked, names)).toEqual(near);
});
