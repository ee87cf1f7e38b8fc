import { expect, it } from "vitest";
import type { DesignState } from "../../../source/kicad/compare/design-state.js";
import { hasForeignSheets, readSheets } from "../../../source/kicad/compare/sheets.js";

const showing = (...names: string[]) =>
  `(kicad_sch ${names.map((name) => `(sheet (property "Sheetfile" "${name}"))`).join(" ")})`;

/** A path as KiCad writes it from one of its variables. */
const variable = (name: string, path: string) => `$\{${name}}/${path}`;

function stateOf(files: Record<string, string>): DesignState {
  return {
    when: "",
    files: Object.keys(files),
    read: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
  };
}

it("reads a schematic and all below it, beside the repository as well, and no sheet twice", async () => {
  const state = stateOf({
    "hw/main.kicad_sch": showing("sub/a.kicad_sch", "../../lib/b.kicad_sch", "gone.kicad_sch"),
    "hw/sub/a.kicad_sch": showing(variable("KIPRJMOD", "c.kicad_sch"), "../main.kicad_sch"),
    "hw/c.kicad_sch": showing(),
    "../lib/b.kicad_sch": showing(),
    "hw/other.kicad_sch": showing(),
  });
  const sheets = await readSheets(state, "hw/main.kicad_sch");
  expect([...sheets.keys()].sort()).toEqual([
    "../lib/b.kicad_sch",
    "hw/c.kicad_sch",
    "hw/main.kicad_sch",
    "hw/sub/a.kicad_sch",
  ]);
  expect(hasForeignSheets(sheets)).toBe(false);
});

it.each(["/lib/a.kicad_sch", "C:/lib/a.kicad_sch", variable("LIB", "a.kicad_sch")])(
  "knows that %s is a place of this machine",
  async (name) => {
    const sheets = new Map([["main.kicad_sch", Buffer.from(showing(name))]]);
    expect(hasForeignSheets(sheets)).toBe(true);
  },
);
