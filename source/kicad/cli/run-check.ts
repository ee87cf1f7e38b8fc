/** ERC and DRC of one design, by kicad-cli, and their JSON reports. */
import { readFile, stat } from "node:fs/promises";
import * as z from "zod";
import type { Finding } from "../check/findings.js";
import { largestPage, type PageSize } from "../design/pages.js";
import type { CliOptions, KicadCli } from "./kicad-cli.js";

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
