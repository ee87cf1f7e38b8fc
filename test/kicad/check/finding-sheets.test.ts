import { describe, expect, it } from "vitest";
import { withSheets } from "../../../source/kicad/check/finding-sheets.js";
import type { Finding } from "../../../source/kicad/check/findings.js";
import { namePath, symbolsOf } from "../../../source/kicad/design/schematic/schematic.js";
import { amplifier } from "../amplifier.js";
import { schematicOf } from "../edit/designs.js";
import { versions } from "../sheet-writer.js";
import { makeFinding } from "./finding.js";

describe.each(Object.entries(versions))("findings on sheets of %s", (_, version) => {
  const schematic = schematicOf(amplifier(version));

  async function sheetOf(finding: Partial<Finding>) {
    const found = withSheets([makeFinding(finding)], await schematic);
    return found.map(({ sheet, sheetId }) => [sheet, sheetId])[0];
  }
  const placeOf = async (path: string) => {
    const use = (await schematic).uses.find((one) => namePath(one) === path);
    return { sheet: path, sheetId: use?.path ?? "", file: use?.file };
  };
  const item = (uuid: string, description = "Horizontal Wire") => ({
    uuid,
    description,
    position: { x: 1, y: 2 },
  });
  const wireIn = async (path: string) => (await placeOf(path)).file?.wires[0]?.list.valueOf("uuid") ?? "";

  it("are on the sheet whose file has their item, the first of its uses", async () => {
    const root = await placeOf("/");
    const left = await placeOf("/left/");
    expect(await sheetOf({ ...root, items: [item(await wireIn("/left/"))] })).toEqual([
      "/left/",
      left.sheetId,
    ]);
  });

  it("stay where one of their items is on the reported sheet", async () => {
    const root = await placeOf("/");
    const right = await placeOf("/right/");
    expect(await sheetOf({ ...root, items: [item(await wireIn("/"))] })).toEqual(["/", root.sheetId]);
    expect(await sheetOf({ ...right, items: [item(await wireIn("/left/"))] })).toEqual([
      "/right/",
      right.sheetId,
    ]);
    expect(await sheetOf({ ...root, items: [item("gone"), item(await wireIn("/"))] })).toEqual([
      "/",
      root.sheetId,
    ]);
  });

  it("are on the use whose symbol has the reference that they name", async () => {
    const root = await placeOf("/");
    const right = await placeOf("/right/");
    const symbol = symbolsOf(await schematic).find(({ reference }) => reference === "U201")?.symbol;
    const pin = item(symbol?.uuid ?? "", "Symbol U201 Pin 1 [OUT, Output, Line]");
    expect(await sheetOf({ ...root, items: [pin] })).toEqual(["/right/", right.sheetId]);
  });

  it("stay where no file has their items", async () => {
    expect(await sheetOf({ sheet: "/", sheetId: "/x", items: [item("gone")] })).toEqual(["/", "/x"]);
    expect(await sheetOf({ sheet: "/", sheetId: "/x", items: [] })).toEqual(["/", "/x"]);
  });
});
