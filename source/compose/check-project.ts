/** ERC and DRC of the projects of a repository, as they are: for `copperhead check` and `/check`. */

import { join } from "node:path";
import { CopperheadError, exitCodes, toFailure } from "../base/failure.js";
import { checkDesign } from "../kicad/check/check-design.js";
import { countFindings } from "../kicad/check/findings.js";
import { findKicadCli, type KicadCli } from "../kicad/cli/kicad-cli.js";
import type { CheckKind } from "../kicad/cli/run-check.js";
import type { Project } from "../kicad/design/project.js";
import type { CheckedProject, CheckResult } from "../print/printed.js";
import { type Selected, selectProjects } from "./select-projects.js";

type Options = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** Paths or names of projects, as the user wrote them; none is all projects. */
  words: readonly string[];
  signal: AbortSignal;
  /** Is given each project when it is checked. */
  onProject?: (project: CheckedProject) => void;
};

/** `skipped`: what was not checked at all, and why. */
export type RepositoryCheck = { projects: CheckedProject[]; skipped: Selected["skipped"] };

/**
 * Checks one project after the other. One that cannot be checked has the reason in its result. Throws what
 * `selectProjects` throws, `kicad-missing`, and `interrupted`.
 */
export async function checkProjects({
  root,
  env,
  words,
  signal,
  onProject,
}: Options): Promise<RepositoryCheck> {
  const { projects, skipped } = await selectProjects({ root, env, words });
  const cli = await requireKicadCli(env);
  const checked: CheckedProject[] = [];
  for (const project of projects) {
    const result = await checkProject(cli, root, project, signal);
    checked.push(result);
    onProject?.(result);
  }
  return { projects: checked, skipped };
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

async function checkProject(
  cli: KicadCli,
  root: string,
  { path, schematic, board }: Project,
  signal: AbortSignal,
): Promise<CheckedProject> {
  const check = (kind: CheckKind, design: string) => checkFile(cli, kind, { root, design }, signal);
  return {
    project: path,
    ...(schematic !== undefined && { erc: await check("erc", schematic) }),
    ...(board !== undefined && { drc: await check("drc", board) }),
  };
}

async function checkFile(
  cli: KicadCli,
  kind: CheckKind,
  { root, design }: { root: string; design: string },
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const { findings, note, warnings, muted } = await checkDesign(cli, kind, join(root, design), { signal });
    const counts = countFindings(findings);
    return {
      status: counts.errors + counts.warnings === 0 ? "clean" : "findings",
      design,
      ...counts,
      findings,
      ...(note !== undefined && { note: `Parity with the schematic was not checked: ${note}` }),
      ...(warnings && { messages: warnings }),
      ...(muted && { muted }),
    };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    const { message, advice } = toFailure(error);
    const note = advice === undefined ? message : `${message.replace(/\.$/, "")}. ${advice}`;
    return { status: "not-run", design, ...countFindings([]), findings: [], note };
  }
}
