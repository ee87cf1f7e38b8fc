/** `copperhead check`: ERC and DRC of the repository's design, without a model. */
import { join } from "node:path";
import { type CheckKind, runCheck } from "../kicad/check.js";
import { findKicadCli, type KicadCli } from "../kicad/cli.js";
import { countFindings, listFindings } from "../kicad/findings.js";
import { findDesign, type Target } from "../kicad/project.js";
import { CopperheadError, type ExitCode, exitCodes } from "../runtime/failure.js";
import { loadConfig } from "../workspace/config.js";
import type { CommandContext } from "./main.js";
import { jsonLine, textLine } from "./output.js";
import { type CheckResult, checkSchemaId } from "./printed-check.js";
import { findRepository } from "./repository.js";
import { onEndingSignal } from "./signals.js";

const shownFindings = 100;

export async function check({ flags, env, output }: CommandContext): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  const config = await loadConfig({ root, env });
  const { schematic, board } = await findDesign(root, config);
  for (const target of [schematic, board]) {
    if (target.status === "ambiguous") {
      throw new CopperheadError({
        code: "ambiguous-design",
        message: target.reason,
        exitCode: exitCodes.usage,
      });
    }
  }
  if (schematic.status === "missing" && board.status === "missing") {
    const message = `${schematic.reason} ${board.reason}`;
    throw new CopperheadError({ code: "no-design", message, exitCode: exitCodes.usage });
  }
  const cli = await findKicadCli(env);
  if (!cli) {
    throw new CopperheadError({
      code: "kicad-missing",
      message: "kicad-cli was not found, so nothing can be checked.",
      advice: "Install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI to its kicad-cli.",
      exitCode: exitCodes.failed,
    });
  }
  const { signal, ending } = abortOnSignal();
  try {
    const erc = await checkOne(cli, "erc", root, schematic, signal);
    const drc = await checkOne(cli, "drc", root, board, signal);
    output.out(
      flags.json
        ? jsonLine({ schema: checkSchemaId, erc, drc })
        : textLine(`${describe("ERC", erc)}\n${describe("DRC", drc)}`),
    );
    return erc.errors + drc.errors > 0 ? exitCodes.verification : exitCodes.done;
  } catch (error) {
    if (ending() !== undefined) {
      return ending() ?? exitCodes.interrupted;
    }
    throw error;
  }
}

function abortOnSignal() {
  const controller = new AbortController();
  let code: ExitCode | undefined;
  onEndingSignal((exitCode) => {
    code ??= exitCode;
    controller.abort();
  });
  return { signal: controller.signal, ending: () => code };
}

async function checkOne(
  cli: KicadCli,
  kind: CheckKind,
  root: string,
  target: Target,
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
  const shown = result.findings.filter(({ severity }) => severity !== "exclusion");
  return [
    `${name} of ${result.design}: ${counts}${open}`,
    ...(shown.length > 0 ? [listFindings(shown, shownFindings)] : []),
    ...(result.note === undefined ? [] : [`Note: ${result.note}`]),
  ].join("\n");
}
