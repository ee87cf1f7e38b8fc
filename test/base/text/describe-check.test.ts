import { describe, expect, it } from "vitest";
import { describeCheck } from "../../../source/base/text/describe-check.js";

const counts = { newErrors: 0, newWarnings: 0, fixed: 2, known: 14 };

describe("describeCheck", () => {
  it("counts what is new, fixed and known", () => {
    expect(describeCheck("ERC", { status: "findings", ...counts })).toBe(
      "ERC: 0 new errors, 2 fixed, 14 known",
    );
    expect(
      describeCheck("DRC", { status: "findings", ...counts, newErrors: 1, newWarnings: 3, unconnected: 5 }),
    ).toBe("DRC: 1 new error, 3 new warnings, 2 fixed, 14 known, 5 unconnected");
  });

  it("names the reason why a check did not run", () => {
    expect(describeCheck("DRC", { status: "not-run", ...counts, reason: "kicad-cli is missing" })).toBe(
      "DRC: not run: kicad-cli is missing",
    );
  });
});
