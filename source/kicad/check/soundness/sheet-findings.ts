/** Sheets that KiCad leaves out without a word: their files are not there, or do not load. Pure. */
import { basename } from "node:path";
import type { LoadFault } from "../../design/load-fault.js";
import { fileOf, type Schematic } from "../../design/schematic/schematic.js";
import type { Finding } from "../findings.js";
import { finding } from "./schematic-findings.js";

/** `faultOf`: what a sheet's file (absolute) shows of why it does not load. */
export function findUnreadSheets(schematic: Schematic, faultOf: ReadonlyMap<string, LoadFault>): Finding[] {
  return schematic.uses.flatMap((use) =>
    use.file.subSheets.flatMap((sheet) => {
      const path = fileOf(sheet, use.file.path, schematic.root);
      const fault = faultOf.get(path);
      return fault === undefined
        ? []
        : [
            finding(
              {
                type: "sheet_not_readable",
                severity: "error",
                description: `${basename(path)} ${fault.reason}. KiCad leaves the sheet out`,
              },
              use,
              [{ description: `Sheet ${sheet.name}`, uuid: sheet.uuid, position: sheet.at }],
            ),
          ];
    }),
  );
}
