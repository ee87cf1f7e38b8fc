/** ERC and DRC of one design, by kicad-cli. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { inTemporaryFolder } from "../../base/temporary-folder.js";
import type { Finding } from "../check/findings.js";
import { largestPage } from "../design/pages.js";
import { type CliOptions, type KicadCli, kicadFailure } from "./kicad-cli.js";
import { readDrcReport, readErcReport } from "./reports.js";

export type CheckKind = "erc" | "drc";

/** What a check found; `note` tells what it could not look at. */
export type CheckReport = { findings: Finding[]; note?: string };

const commands = { erc: ["sch", "erc"], drc: ["pcb", "drc"] } as const;

/**
 * Runs ERC on the root schematic, or DRC on the board, at `design` (absolute), with everything it can find. DRC looks
 * at the parity with the schematic where there is one beside the board. Writes nothing beside the design. Throws
 * what `KicadCli.run` throws, and `kicad-report-unreadable`.
 */
export async function runCheck(
  cli: KicadCli,
  kind: CheckKind,
  design: string,
  options: CliOptions = {},
): Promise<CheckReport> {
  return await inTemporaryFolder("kicad", async (folder) => {
    const output = join(folder, "report.json");
    const parity = kind === "drc" && (await isFile(design.replace(/\.kicad_pcb$/, ".kicad_sch")));
    const command = [...commands[kind], "--format", "json", "--severity-all"];
    const asked = [...command, ...(parity ? ["--schematic-parity"] : []), "-o", output];
    const words = await cli.run(asked, design, options);
    const report = await readReport(output);
    try {
      const findings =
        kind === "erc" ? readErcReport(report, await largestPage(design)) : readDrcReport(report);
      const note = parity && words !== "" ? words.replace(/\s+/g, " ") : undefined;
      return { findings, ...(note !== undefined && { note }) };
    } catch {
      throw kicadFailure(
        "kicad-report-unreadable",
        `kicad-cli wrote a report without ${kind.toUpperCase()} results.`,
      );
    }
  });
}

async function readReport(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    throw kicadFailure("kicad-report-unreadable", "kicad-cli wrote no readable report.");
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
