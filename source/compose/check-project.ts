/** ERC and DRC of the repository's project, as it is: for `copperhead check` and `/check`. */
import { join } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { activeFindings, countFindings, listFindings } from "../kicad/check/findings.js";
import { findKicadCli, type KicadCli } from "../kicad/cli/kicad-cli.js";
import { type CheckKind, runCheck } from "../kicad/cli/run-check.js";
import type { CheckResult } from "../print/printed.js";
import { requireProject } from "./projects.js";

/** How many findings of each check are listed whole. */
const mostFindings = 100;

export type ProjectCheck = { erc: CheckResult; drc: CheckResult };

type Options = { root: string; env: NodeJS.ProcessEnv; project: string | undefined; signal: AbortSignal };

/** Throws what `requireProject` throws, and `kicad-missing`. */
export async function checkProject({ root, env, project, signal }: Options): Promise<ProjectCheck> {
  const { path, schematic, board } = await requireProject({ root, env, wanted: project });
  const cli = await requireKicadCli(env);
  const check = (kind: CheckKind, design: string | undefined) =>
    design === undefined
      ? notThere(`${path} has no ${kind === "erc" ? "schematic" : "board"}.`)
      : checkFile(cli, kind, { root, design }, signal);
  return { erc: await check("erc", schematic), drc: await check("drc", board) };
}

/** Throws `kicad-missing` where no kicad-cli is found. */
export async function requireKicadCli(env: NodeJS.ProcessEnv): Promise<KicadCli> {
  const cli = await findKicadCli(env);
  if (!cli) {
    throw new CopperheadError({
      code: "kicad-missing",
      message: "kicad-cli was not found, so KiCad cannot be asked.",
      advice: "Install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI to its kicad-cli.",
      exitCode: exitCodes.failed,
    });
  }
  return cli;
}

function notThere(note: string): CheckResult {
  return { status: "not-run", ...countFindings([]), findings: [], note };
}

async function checkFile(
  cli: KicadCli,
  kind: CheckKind,
  { root, design }: { root: string; design: string },
  signal: AbortSignal,
): Promise<CheckResult> {
  const { findings, note } = await runCheck(cli, kind, join(root, design), { signal });
  const counts = countFindings(findings);
  return {
    status: counts.errors + counts.warnings === 0 ? "clean" : "findings",
    design,
    ...counts,
    findings,
    ...(note !== undefined && { note }),
  };
}

/** Counts and findings as text, errors first. */
export function describeProjectCheck({ erc, drc }: ProjectCheck): string {
  return [...resultLines("ERC", erc), ...resultLines("DRC", drc)].join("\n");
}

function resultLines(name: "ERC" | "DRC", result: CheckResult): string[] {
  if (result.status === "not-run") {
    return [`${name}: not run. ${result.note}`];
  }
  const counts = `${result.errors} errors, ${result.warnings} warnings, ${result.exclusions} excluded`;
  const unconnected = name === "DRC" ? `, ${result.unconnected} unconnected` : "";
  const active = activeFindings(result.findings);
  return [
    `${name} of ${result.design}: ${counts}${unconnected}`,
    ...(active.length > 0 ? [listFindings(active, mostFindings)] : []),
    ...(result.note === undefined ? [] : [`Note: ${result.note}`]),
  ];
}
