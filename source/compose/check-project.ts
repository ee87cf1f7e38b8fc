/** ERC and DRC of the repository's design, as it is: for `copperhead check` and `/check`. */
import { join } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { activeFindings, countFindings, listFindings } from "../kicad/check/findings.js";
import { findKicadCli, type KicadCli } from "../kicad/cli/kicad-cli.js";
import { type CheckKind, runCheck } from "../kicad/cli/run-check.js";
import { type DesignTarget, findDesign } from "../kicad/design/project.js";
import type { CheckResult } from "../print/printed.js";
import { loadSettings } from "../workspace/settings.js";

const shownFindings = 100;

export type DesignCheck = { erc: CheckResult; drc: CheckResult };

type Options = { root: string; env: NodeJS.ProcessEnv; signal: AbortSignal };

/** Throws where the settings are wrong, the design is not clear or not there (exit code 2), or kicad-cli is missing. */
export async function checkDesign({ root, env, signal }: Options): Promise<DesignCheck> {
  const config = await loadSettings({ root, env });
  const { schematic, board } = await findDesign(root, config);
  for (const [target, chosen] of [
    [schematic, config.schematic],
    [board, config.board],
  ] as const) {
    // A file that the settings name and that is not there is a slip, never a design without that part.
    if (target.status === "ambiguous" || (target.status === "missing" && chosen !== undefined)) {
      throw new CopperheadError({
        code: target.status === "ambiguous" ? "ambiguous-design" : "no-design",
        message: target.reason,
        exitCode: exitCodes.usage,
      });
    }
  }
  if (schematic.status === "missing" && board.status === "missing") {
    const message = `${schematic.reason} ${board.reason}`;
    throw new CopperheadError({ code: "no-design", message, exitCode: exitCodes.usage });
  }
  const cli = await requireKicadCli(env);
  return {
    erc: await checkOne(cli, "erc", root, schematic, signal),
    drc: await checkOne(cli, "drc", root, board, signal),
  };
}

/** Throws `kicad-missing` (exit code 1) where there is none. */
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

/** Counts and findings as text, errors first. */
export function describeDesignCheck({ erc, drc }: DesignCheck): string {
  return `${describe("ERC", erc)}\n${describe("DRC", drc)}`;
}

async function checkOne(
  cli: KicadCli,
  kind: CheckKind,
  root: string,
  target: DesignTarget,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (target.status !== "found") {
    const nothing = { errors: 0, warnings: 0, exclusions: 0, unconnected: 0, findings: [] };
    return { status: "not-run", ...nothing, note: target.reason };
  }
  const { findings, note } = await runCheck(cli, kind, join(root, target.path), { signal });
  const counts = countFindings(findings);
  return {
    status: counts.errors + counts.warnings === 0 ? "clean" : "findings",
    design: target.path,
    ...counts,
    findings,
    ...(note !== undefined && { note }),
  };
}

function describe(name: "ERC" | "DRC", result: CheckResult): string {
  if (result.status === "not-run") {
    return `${name}: not run. ${result.note}`;
  }
  const counts = `${result.errors} errors, ${result.warnings} warnings, ${result.exclusions} excluded`;
  const open = name === "DRC" ? `, ${result.unconnected} unconnected` : "";
  const shown = activeFindings(result.findings);
  return [
    `${name} of ${result.design}: ${counts}${open}`,
    ...(shown.length > 0 ? [listFindings(shown, shownFindings)] : []),
    ...(result.note === undefined ? [] : [`Note: ${result.note}`]),
  ].join("\n");
}
