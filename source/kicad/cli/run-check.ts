/** ERC and DRC of one design, by kicad-cli, and their JSON reports. */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import { CopperheadError } from "../../base/failure.js";
import type { Finding } from "../check/findings.js";
import { sibling } from "../design/kicad-files.js";
import { findLoadFault } from "../design/load-fault.js";
import { largestPage, type PageSize } from "../design/pages.js";
import type { CliOptions, KicadCli } from "./kicad-cli.js";

export type CheckKind = "erc" | "drc";

/** What a check found. */
export type CheckReport = {
  findings: Finding[];
  /** Why the board was not compared with the schematic. */
  note?: string;
  /** What kicad-cli warns of, such as a font that it does not have. */
  warnings?: string[];
  /** The rules that the project turns off, in KiCad's words; from version 10 on reports name them. */
  muted?: string[];
};

const commands = { erc: ["sch", "erc"], drc: ["pcb", "drc"] } as const;

/**
 * Runs ERC on the root schematic, or DRC on the board, at `design` (absolute), with findings of every severity. DRC
 * includes the parity with the schematic where there is one beside the board, and fills zones anew where kicad-cli can
 * (from version 10 on). Writes nothing beside the design. Throws what `KicadCli.export` throws.
 */
export async function runCheck(
  cli: KicadCli,
  kind: CheckKind,
  design: string,
  options: CliOptions = {},
): Promise<CheckReport> {
  const schematic = sibling(design, "sch");
  if (kind === "erc" || !(await isFile(schematic))) {
    return await report(cli, kind, design, [], options);
  }
  try {
    return await report(cli, kind, design, ["--schematic-parity"], options);
  } catch (error) {
    // A schematic that does not load ends DRC as well: the board can be checked without it.
    if (!(error instanceof CopperheadError) || error.failure.code !== "kicad-cli-failed") {
      throw error;
    }
    const found = await report(cli, kind, design, [], options);
    const fault = findLoadFault(schematic, await readFile(schematic), await cli.version(options));
    return { ...found, note: fault ? `${basename(schematic)} ${fault.reason}` : error.failure.message };
  }
}

async function report(
  cli: KicadCli,
  kind: CheckKind,
  design: string,
  flags: readonly string[],
  options: CliOptions,
): Promise<CheckReport> {
  const command = [...commands[kind], "--format", "json", "--severity-all", ...flags];
  const refill = kind === "drc" && (await refillsZones(cli, options)) ? [refillZones] : [];
  const read = async (path: string, message: string) => {
    const content: unknown = JSON.parse(await readFile(path, "utf8"));
    const findings =
      kind === "erc" ? readErcReport(content, await largestPage(design)) : readDrcReport(content);
    const muted = readMuted(content);
    return { findings, ...readMessages(message), ...(muted.length > 0 && { muted }) };
  };
  return await cli.export([...command, ...refill], design, "report.json", read, options);
}

const refillZones = "--refill-zones";

/** Stale fills give false findings. Only version 10 and later can be asked whether they fill zones anew. */
async function refillsZones(cli: KicadCli, options: CliOptions): Promise<boolean> {
  const major = Number.parseInt(await cli.version(options), 10);
  return major >= 10 && (await cli.hasOption(commands.drc, refillZones, options));
}

/** Sorts what kicad-cli writes on stderr: why there is no parity, and all else. Each line may begin with the time. */
function readMessages(message: string): Pick<CheckReport, "note" | "warnings"> {
  const lines = message
    .split("\n")
    .map((line) => line.replace(/^\d\d:\d\d:\d\d: /, "").trim())
    .filter((line) => line !== "");
  const isOfParity = (line: string) => /parity|schematic netlist/i.test(line);
  const [note, warnings] = [lines.filter(isOfParity), lines.filter((line) => !isOfParity(line))];
  return {
    ...(note.length > 0 && { note: note.join(" ") }),
    ...(warnings.length > 0 && { warnings: [...new Set(warnings)] }),
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

const violation = z.object({
  type: z.string(),
  severity: z
    .string()
    .transform((name) => (name === "error" || name === "exclusion" ? name : ("warning" as const))),
  description: z.string(),
  excluded: z.boolean().optional(),
  items: z.array(
    z.object({
      description: z.string(),
      uuid: z.string(),
      pos: z.object({ x: z.number(), y: z.number() }),
    }),
  ),
});
type Violation = z.infer<typeof violation>;

const millimetres = { coordinate_units: z.literal("mm") };

/** A report that lacks one of its lists is no report: an empty object must never pass as a clean design. */
const ercReport = z.object({
  ...millimetres,
  sheets: z.array(z.object({ path: z.string(), uuid_path: z.string(), violations: z.array(violation) })),
});

const drcReport = z.object({
  ...millimetres,
  violations: z.array(violation),
  unconnected_items: z.array(violation),
  schematic_parity: z.array(violation).default([]),
});

const ignoredChecks = z.object({
  ignored_checks: z.array(z.object({ key: z.string(), description: z.string() })).default([]),
});

/** The rules that a report of version 10 or later says were ignored: `name: description`. */
function readMuted(report: unknown): string[] {
  const { ignored_checks } = ignoredChecks.parse(report);
  return ignored_checks.map(({ key, description }) => (description === "" ? key : `${key}: ${description}`));
}

function toFinding(found: Violation, group: Finding["group"]): Finding {
  const { type, description, excluded } = found;
  const severity = excluded ? "exclusion" : found.severity;
  const items = found.items.map(({ pos, ...item }) => ({ ...item, position: pos }));
  return { group, type, severity, description, items };
}

/**
 * Reads an ERC report. kicad-cli 9 writes positions and lengths divided by 100: they are corrected where that keeps most
 * places on the `page` (the largest of the design), so that a version that writes them right is left alone. Throws a
 * ZodError where `report` is not one.
 */
export function readErcReport(report: unknown, page: PageSize): Finding[] {
  const { sheets } = ercReport.parse(report);
  const findings = sheets.flatMap(({ path, uuid_path, violations }) =>
    violations.map((found) => ({ ...toFinding(found, "violation"), sheet: path, sheetId: uuid_path })),
  );
  return isInHundredths(findings, page) ? findings.map(corrected) : findings;
}

/** Reads a DRC report. Throws a ZodError where `report` is not one. */
export function readDrcReport(report: unknown): Finding[] {
  const { violations, unconnected_items, schematic_parity } = drcReport.parse(report);
  return [
    ...violations.map((found) => toFinding(found, "violation")),
    ...unconnected_items.map((found) => toFinding(found, "unconnected")),
    ...schematic_parity.map((found) => toFinding(found, "parity")),
  ];
}

function isInHundredths(findings: readonly Finding[], page: PageSize): boolean {
  const places = findings.flatMap(({ items }) => items.map(({ position }) => position));
  const onPage = places.filter(({ x, y }) => x * 100 <= page.width && y * 100 <= page.height);
  return onPage.length * 2 > places.length;
}

function corrected(found: Finding): Finding {
  const items = found.items.map(({ description, uuid, position: { x, y } }) => ({
    description: description.replace(
      /\blength ([\d.]+) mm\b/,
      (_, length) => `length ${timesHundred(Number(length))} mm`,
    ),
    uuid,
    position: { x: timesHundred(x), y: timesHundred(y) },
  }));
  return { ...found, items };
}

/** KiCad counts in steps of 0.0001 mm in a schematic; more digits are noise of the arithmetic. */
function timesHundred(value: number): number {
  return Math.round(value * 1_000_000) / 10_000;
}
