/** ERC and DRC of one design, by kicad-cli. */
import { readFile, stat } from "node:fs/promises";
import type { Finding } from "../check/findings.js";
import { largestPage } from "../design/pages.js";
import type { CliOptions, KicadCli } from "./kicad-cli.js";
import { readDrcReport, readErcReport } from "./reports.js";

export type CheckKind = "erc" | "drc";

/** What a check found; `note` says what it could not look at. */
export type CheckReport = { findings: Finding[]; note?: string };

const commands = { erc: ["sch", "erc"], drc: ["pcb", "drc"] } as const;

/**
 * Runs ERC on the root schematic, or DRC on the board, at `design` (absolute), with findings of every severity. DRC
 * includes the parity with the schematic where there is one beside the board. Writes nothing beside the design. Throws
 * what `KicadCli.export` throws.
 */
export async function runCheck(
  cli: KicadCli,
  kind: CheckKind,
  design: string,
  options: CliOptions = {},
): Promise<CheckReport> {
  const parity = kind === "drc" && (await isFile(design.replace(/\.kicad_pcb$/, ".kicad_sch")));
  const command = [...commands[kind], "--format", "json", "--severity-all"];
  const read = async (path: string, message: string) => {
    const report: unknown = JSON.parse(await readFile(path, "utf8"));
    const findings =
      kind === "erc" ? readErcReport(report, await largestPage(design)) : readDrcReport(report);
    return { findings, ...(parity && message !== "" && { note: message.replace(/\s+/g, " ") }) };
  };
  return await cli.export(
    [...command, ...(parity ? ["--schematic-parity"] : [])],
    design,
    "report.json",
    read,
    options,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
