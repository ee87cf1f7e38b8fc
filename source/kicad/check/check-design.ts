/** One design checked as a whole: KiCad's ERC or DRC, and what KiCad does not look at. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import { type CheckKind, type CheckReport, runCheck } from "../cli/run-check.js";
import { readBoard } from "../design/board/board.js";
import { sibling } from "../design/kicad-files.js";
import { findLoadFault, type LoadFault } from "../design/load-fault.js";
import { loadSchematic, type Schematic } from "../design/schematic/schematic.js";
import { withSheets } from "./finding-sheets.js";
import type { Finding } from "./findings.js";
import { probe } from "./integrity.js";
import { findUnsoundOnBoard } from "./soundness/board-findings.js";
import { findUnsound } from "./soundness/schematic-findings.js";
import { findUnreadableSettings } from "./soundness/settings-findings.js";
import { findUnreadSheets } from "./soundness/sheet-findings.js";

/** How many files kicad-cli is asked for at once; each takes a processor. */
const probesAtOnce = 2;

/**
 * As `runCheck`, with each finding of ERC on the sheet that it is about, and with the findings of the group `integrity`.
 * Throws what `runCheck` throws.
 */
export async function checkDesign(
  cli: KicadCli,
  kind: CheckKind,
  design: string,
  options: CliOptions = {},
): Promise<CheckReport> {
  const report = await runCheck(cli, kind, design, options);
  const settings = await unreadableSettings(kind, design);
  if (kind === "drc") {
    const board = readBoard(await readFile(design, "utf8"));
    const unsound = board ? findUnsoundOnBoard(board) : [];
    return { ...report, findings: [...report.findings, ...settings, ...unsound] };
  }
  const schematic = await loadSchematic(design);
  if (!schematic) {
    return report;
  }
  const unread = await unreadSheets(cli, schematic, options);
  return {
    ...report,
    findings: [...withSheets(report.findings, schematic), ...settings, ...findUnsound(schematic), ...unread],
  };
}

/** The project file is the affair of ERC, of DRC where there is no schematic. */
async function unreadableSettings(kind: CheckKind, design: string): Promise<Finding[]> {
  const withoutSchematic = kind === "drc" && (await bytesOf(sibling(design, "sch"))) === undefined;
  const files = [
    ...(kind === "erc" || withoutSchematic ? [sibling(design, "pro")] : []),
    ...(kind === "drc" ? [design.replace(/\.kicad_pcb$/, ".kicad_dru")] : []),
  ];
  const found = await Promise.all(
    files.map(async (path) => ({ name: basename(path), bytes: await bytesOf(path) })),
  );
  return found.flatMap(({ name, bytes }) => (bytes ? findUnreadableSettings(name, bytes) : []));
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  return await readFile(path).catch(() => undefined);
}

/** Sheets that KiCad leaves out, or reads in part, because their files do not load: it says nothing of them. */
async function unreadSheets(cli: KicadCli, schematic: Schematic, options: CliOptions): Promise<Finding[]> {
  const paths = [...schematic.files.keys(), ...schematic.unreadable].filter(
    (path) => path !== schematic.root,
  );
  const faults = new Map<string, LoadFault>();
  const waiting = paths.values();
  const work = async () => {
    for (const path of waiting) {
      const fault = await faultOf(cli, path, options);
      if (fault) {
        faults.set(path, fault);
      }
    }
  };
  await Promise.all(Array.from({ length: probesAtOnce }, work));
  return findUnreadSheets(schematic, faults);
}

async function faultOf(cli: KicadCli, path: string, options: CliOptions): Promise<LoadFault | undefined> {
  const bytes = await bytesOf(path);
  if (!bytes) {
    return { reason: "is not there, or cannot be read", advice: "" };
  }
  const fault = findLoadFault(path, bytes, await cli.version(options));
  if (fault) {
    return fault;
  }
  const message = await probe(cli, basename(path), bytes, options);
  return message === undefined
    ? undefined
    : { reason: "does not load: KiCad does not know something in it", advice: "" };
}
