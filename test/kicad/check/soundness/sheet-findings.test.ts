import { describe, expect, it } from "vitest";
import { findUnreadSheets } from "../../../../source/kicad/check/soundness/sheet-findings.js";
import { amplifier } from "../../amplifier.js";
import { schematicOf } from "../../edit/designs.js";

const channel = "/design/channel.kicad_sch";
const fault = new Map([[channel, { reason: "is empty", advice: "" }]]);

describe("a sheet that KiCad leaves out", () => {
  it("is found at each place that shows it, with what is wrong with its file", async () => {
    const files = amplifier();
    files.set("channel.kicad_sch", "");
    const found = findUnreadSheets(await schematicOf(files), fault);
    expect(
      found.map(({ type, severity, description, sheet }) => [type, severity, description, sheet]),
    ).toEqual([
      ["sheet_not_readable", "error", "channel.kicad_sch is empty. KiCad leaves the sheet out", "/"],
      ["sheet_not_readable", "error", "channel.kicad_sch is empty. KiCad leaves the sheet out", "/"],
    ]);
    expect(found.map(({ items }) => items[0]?.description)).toEqual(["Sheet left", "Sheet right"]);
  });
});
