/** ERC and DRC of the repository's project, as it is: for `copperhead check` and `/check`. */
import { join } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { activeFindings, countFindings, listFindings } from "../kicad/check/findings.js";
import { findKicadCli, type KicadCli } from "../kicad/cli/kicad-cli.js";
import { type CheckKind, runCheck } from "../kicad/cli/run-check.js";
import { findProject, type ProjectFile } from "../kicad/design/project.js";
import type { CheckResult } from "../print/printed.js";
import { loadSettings } from "../workspace/settings.js";

/** How many findings of each check are listed whole. */
const mostFindings = 100;

export type ProjectCheck = { erc: CheckResult; drc: CheckResult };

type Options = { root: string; env: NodeJS.ProcessEnv; signal: AbortSignal };

/** Throws a usage failure where the settings are wrong or the project is ambiguous or missing, and `kicad-missing`. */
export async function checkProject({ root, env, signal }: Options): Promise<ProjectCheck> {
  const config = await loadSettings({ root, env });
  const { schematic, board } = await findProject(root, config);
  for (const file of [schematic, board]) {
    if (file.status === "ambiguous") {
      throw projectFailure("ambiguous-design", file.reason);
    }
    // A file that the settings name and that is missing is a mistake, not a project without that part.
    if (file.status === "missing" && config[file === board ? "board" : "schematic"] !== undefined) {
      throw projectFailure("no-design", file.reason);
    }
  }
  if (schematic.status === "missing" && board.status === "missing") {
    throw projectFailure("no-design", `${schematic.reason} ${board.reason}`);
  }
  const cli = await requireKicadCli(env);
  const check = (kind: CheckKind, file: ProjectFile) => checkFile(cli, kind, root, file, signal);
  return { erc: await check("erc", schematic), drc: await check("drc", board) };
}

function projectFailure(code: string, message: string): CopperheadError {
  return new CopperheadError({ code, message, exitCode: exitCodes.usage });
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

async function checkFile(
  cli: KicadCli,
  kind: CheckKind,
  root: string,
  file: ProjectFile,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (file.status !== "found") {
    return { status: "not-run", ...countFindings([]), findings: [], note: file.reason };
  }
  const { findings, note } = await runCheck(cli, kind, join(root, file.path), { signal });
  const counts = countFindings(findings);
  return {
    status: counts.errors + counts.warnings === 0 ? "clean" : "findings",
    design: file.path,
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
