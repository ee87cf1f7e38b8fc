import { expect, it } from "vitest";
import { isFedBack } from "../../../source/kicad/check/fed-back.js";
import { makeFinding } from "./finding.js";

const link = (description: string) =>
  makeFinding({ severity: "warning", type: "footprint_link_issues", description });

it.each([
  [makeFinding({ severity: "warning", type: "label_dangling" }), true],
  [makeFinding({ severity: "warning", type: "footprint_not_assigned", group: "integrity" }), true],
  [link("Footprint 'R_0603' not found in library 'Resistor_SMD'."), true],
  [link("The current configuration does not include the footprint library 'Resistor_SMD'."), false],
  [makeFinding({ severity: "warning", type: "silk_overlap" }), false],
  [makeFinding({ severity: "error", type: "label_dangling" }), false],
  [makeFinding({ severity: "exclusion", type: "label_dangling" }), false],
])("of warnings, those that a turn can mend are for the model: %j", (finding, isSent) => {
  expect(isFedBack(finding)).toBe(isSent);
});
