import { describe, expect, it } from "vitest";
import { addOutcomes, checkName, describeCheck } from "../../../source/base/text/describe-check.js";

const counts = { newErrors: 0, newWarnings: 0, fixed: 2, known: 14 };

describe("outcomes of several projects", () => {
  it("are named by their project", () => {
    expect(checkName("ERC", undefined)).toBe("ERC");
    expect(checkName("DRC", "hw/a.kicad_pro")).toBe("DRC of hw/a.kicad_pro");
    expect(checkName("DRC", "a\u001b[31m")).not.toContain("\u001b");
  });

  it("add up to one: not run where one did not, findings where one has some", () => {
    const clean = { status: "clean", ...counts } as const;
    const found = { status: "findings", ...counts, newErrors: 1, unconnected: 2 } as const;
    const missing = { status: "not-run", ...counts, reason: "no kicad-cli" } as const;
    expect(addOutcomes([])).toBeUndefined();
    expect(addOutcomes([clean])).toEqual(clean);
    expect(addOutcomes([clean, found])).toEqual({
      status: "findings",
      newErrors: 1,
      newWarnings: 0,
      fixed: 4,
      known: 28,
      unconnected: 2,
    });
    expect(addOutcomes([found, missing])).toMatchObject({ status: "not-run", reason: "no kicad-cli" });
  });
});

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
