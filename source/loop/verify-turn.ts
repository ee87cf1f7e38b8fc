/** What a turn did to the designs it touched: ERC and DRC, and the difference of their parts, nets and boards. */
import type { ProjectVerification } from "../base/events.js";
import { toFailure } from "../base/failure.js";
import type { FileChange } from "../base/files/file-change.js";
import { notRun } from "../base/outcomes.js";
import { checkAhead } from "../kicad/check/reports/check-ahead.js";
import { reportFolder } from "../kicad/check/reports/report-cache.js";
import { verifyDesign } from "../kicad/check/verification.js";
import type { KicadCli } from "../kicad/cli/kicad-cli.js";
import { type ComparedProject, isUnchanged } from "../kicad/compare/compare-projects.js";
import { compareChanges } from "../kicad/compare/meaning.js";
import { describeDifference, describeNets } from "../kicad/design/difference/sentences.js";
import { isDesignFile } from "../kicad/design/kicad-files.js";
import type { ActionOf } from "./actions.js";

/** Where the files are that are checked, and with what. */
export type CheckedFiles = {
  /** Real path of the repository. */
  root: string;
  /** The root schematic and the board that the settings name. */
  config: { schematic?: string | undefined; board?: string | undefined };
  kicad: KicadCli | undefined;
  env: NodeJS.ProcessEnv;
};

export type VerifiedTurn = CheckedFiles & { changes: readonly FileChange[]; signal: AbortSignal };

type Verified = Omit<ActionOf<"verification">, "type">;

/** Never throws: what cannot be checked or compared is said to be so. */
export async function verifyTurn(turn: VerifiedTurn): Promise<Verified> {
  const [checked, compared] = await Promise.all([
    check(turn).catch((error: unknown) => ({ erc: notRun(toFailure(error).message), newErrors: 0 })),
    compareChanges(turn.changes, { ...turn, cli: turn.kicad }).catch(toFailure),
  ]);
  const differences = Array.isArray(compared) ? compared : [];
  const { netWarnings, projects = [], ...facts }: Awaited<ReturnType<typeof check>> = checked;
  const electrical = electricalChanges(differences, netWarnings);
  // An interrupted turn is not compared, and that is no fault.
  const fault = Array.isArray(compared) || turn.signal.aborted ? [] : [{ notCompared: compared.message }];
  return {
    ...facts,
    projects: [...withDifferences(projects, differences), ...fault],
    ...(electrical && { electrical }),
  };
}

async function check({ root, changes, config, kicad, env, signal }: VerifiedTurn) {
  const { ruleChanges: _, ...verification } = await verifyDesign({
    root,
    changes,
    named: config,
    cli: kicad,
    cacheFolder: await reportFolder(env),
    signal,
  });
  return verification as Omit<Verified, "electrical"> & { netWarnings?: string };
}

/** A project that is not named is the only one. */
function withDifferences(
  projects: NonNullable<Verified["projects"]>,
  compared: readonly ComparedProject[],
): NonNullable<Verified["projects"]> {
  const isOf = (one: ProjectVerification, { project }: ComparedProject) =>
    one.project === undefined || one.project === project;
  const checked = projects.map((one) => {
    const own = compared.find((other) => isOf(one, other));
    return own ? { ...one, ...partsOf(own) } : one;
  });
  const others = compared.filter((own) => !projects.some((one) => isOf(one, own)));
  return [...checked, ...others.map((own) => ({ project: own.project, ...partsOf(own) }))];
}

/** That kicad-cli is missing is in the outcome of the checks. */
function partsOf({ nets, parts, board, faults }: ComparedProject): ProjectVerification {
  const reasons = faults.filter(({ code }) => code !== "kicad-missing").map(({ message }) => message);
  return {
    ...(nets && { nets }),
    ...(parts && { parts }),
    ...(board && { board }),
    ...(reasons.length > 0 && { notCompared: reasons.join(" ") }),
  };
}

/** Undefined where no part and no net changed, and no warning is new. The board is the checks' affair. */
function electricalChanges(
  compared: readonly ComparedProject[],
  warnings: string | undefined,
): Verified["electrical"] {
  const changed = compared.filter((one) => one.nets && one.parts && !isUnchanged(one));
  const several = compared.length > 1;
  const named = (project: string, text: string) => (several ? `${project}: ${text}` : text);
  const nets = changed.flatMap(({ project, nets: of }) =>
    of ? describeNets(of).map((text) => named(project, text)) : [],
  );
  const all = changed.flatMap(({ project, nets: of, parts }) =>
    of && parts ? describeDifference({ nets: of, parts }).map((text) => named(project, text)) : [],
  );
  return all.length > 0 || warnings !== undefined
    ? { nets, others: all.slice(nets.length), ...(warnings !== undefined && { warnings }) }
    : undefined;
}

/** Makes what `verifyTurn` will ask for, of the changes so far. `written`: they are not the last any more. */
export async function verifyAhead(
  { root, config, kicad: cli, env }: CheckedFiles,
  readChanges: () => Promise<FileChange[]>,
  { over, written }: { over: AbortSignal; written: AbortSignal },
): Promise<void> {
  const changes = await readChanges();
  if (!cli || !changes.some(({ path }) => isDesignFile(path))) {
    return;
  }
  const maker = { root, cli, cacheFolder: await reportFolder(env), signal: over };
  // Boards are compared by this process itself, and it has keys to answer.
  const withoutBoards = changes.filter(({ path }) => !path.endsWith(".kicad_pcb"));
  const signal = AbortSignal.any([over, written]);
  await Promise.allSettled([
    checkAhead(changes, config, maker, written),
    compareChanges(withoutBoards, { root, config, env, cli, signal }),
  ]);
}
