import { expect, test } from "vitest";
import { placesIn } from "../../../source/ui/view/places.js";

test("the parts that were named last come first, each once", () => {
  expect(
    placesIn([
      { kind: "prose", text: "R1 and U3.5, not r2 or LED_A or 3V3", isFirst: true },
      { kind: "request", text: "R9" },
      { kind: "verification", findings: "Symbol D1 Pin 2, R1" },
    ]),
  ).toEqual(["D1", "R1", "U3"]);
});
