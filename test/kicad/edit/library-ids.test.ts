import { describe, expect, it } from "vitest";
import { searchable } from "../../../source/kicad/design/libraries/search.js";
import { requireLibraryItem } from "../../../source/kicad/edit/library-ids.js";
import { refusalOf } from "./designs.js";

const item = (name: string) => searchable("R_SMD", { name, description: "", keywords: "", pins: 2 });
const offer = {
  items: [item("R_0603"), item("R_0805")],
  libraries: { found: [], missing: [{ name: "Own", reason: "its file is not there" }] },
};

describe("the id of a footprint", () => {
  it("is accepted where a library has it", () => {
    expect(requireLibraryItem("footprint", "R_SMD:R_0603", offer)).toEqual([]);
  });

  it("is refused where none has it, with those that are near", () => {
    expect(refusalOf(() => requireLibraryItem("footprint", "R_SMD:R_603", offer))).toBe(
      "There is no footprint R_SMD:R_603. Near it: R_SMD:R_0603, R_SMD:R_0805.",
    );
  });

  it("is refused with the reason for which its library cannot be used", () => {
    expect(refusalOf(() => requireLibraryItem("footprint", "Own:R", offer))).toMatch(
      /Own cannot be used: its file is not there/,
    );
  });

  it("is accepted with a note where no library is installed", () => {
    const nothing = { items: [], libraries: { found: [], missing: [] } };
    expect(requireLibraryItem("footprint", "A:B", nothing)).toEqual([
      expect.stringContaining("No footprint library is installed"),
    ]);
  });
});
