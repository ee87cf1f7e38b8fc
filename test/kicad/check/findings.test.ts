import { describe, expect, it } from "vitest";
import {
  bySeverity,
  countFindings,
  describeFinding,
  listFindings,
  pinIn,
} from "../../../source/kicad/check/findings.js";
import { makeFinding } from "./finding.js";

describe("findings", () => {
  it("are counted by severity; an excluded one is no missing connection", () => {
    const findings = [
      makeFinding(),
      makeFinding({ severity: "warning" }),
      makeFinding({ group: "unconnected" }),
      makeFinding({ group: "unconnected", severity: "exclusion" }),
    ];
    expect(countFindings(findings)).toEqual({ errors: 2, warnings: 1, exclusions: 1, unconnected: 1 });
  });

  it("are sorted errors first, otherwise as they came", () => {
    const order = bySeverity([
      makeFinding({ severity: "warning", type: "w" }),
      makeFinding({ type: "e1" }),
      makeFinding({ type: "e2" }),
    ]);
    expect(order.map(({ type }) => type)).toEqual(["e1", "e2", "w"]);
  });

  it("are described by rule, sheet, items and places", () => {
    const text = describeFinding(makeFinding({ sheet: "/power/", uuids: ["a", "b"] }));
    expect(text).toBe(
      "error clearance: Clearance violation (sheet /power/)\n   - Track a at (1, 2) mm\n   - Track b at (1, 2) mm",
    );
  });

  it("are listed up to a limit, the rest summed up by rule", () => {
    const many = [1, 2, 3, 4].map((n) =>
      makeFinding({ type: n < 4 ? "clearance" : "silk", uuids: [`${n}`] }),
    );
    const listed = listFindings(many, 2);
    expect(listed).toContain("2. error clearance");
    expect(listed).not.toContain("3. ");
    expect(listed).toMatch(/And 2 more: 1 × error clearance, 1 × error silk\.$/);
  });

  it.each([
    ["Symbol IC13 Pin F9 [ZQ, Power input, Line]", { reference: "IC13", number: "F9" }],
    ["Symbol #PWR0417 Hidden pin 1 [GND, Power input, Line]", { reference: "#PWR0417", number: "1" }],
    ["Symbol #PWR0667 Hidden pin  [M12V, Power input, Line]", { reference: "#PWR0667", number: "" }],
    ["Horizontal Wire, length 7.62 mm", undefined],
    ["Symbol R1 [R]", undefined],
  ])("name a pin or none: %s", (description, pin) => {
    expect(pinIn(description)).toEqual(pin);
  });
});
