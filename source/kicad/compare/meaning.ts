/** What changes of files mean for the design, in sentences: shown before the text of their diff. */
import { join } from "node:path";
import { toFailure } from "../../base/failure.js";
import type { FileChange } from "../../base/files/file-change.js";
import { stateFolder } from "../../workspace/user-folders.js";
import { findKicadCli, type KicadCli } from "../cli/kicad-cli.js";
import { describeCompared } from "../design/difference/sentences.js";
import { listProjects } from "../design/find-projects.js";
import { isDesignFile } from "../design/kicad-files.js";
import type { NamedFiles } from "../design/project.js";
import { type ComparedProject, compareProjects } from "./compare-projects.js";
import { stateOnDisk, stateWith } from "./design-state.js";

export type MeaningContext = {
  /** Real path of the repository. */
  root: string;
  /** The root schematic and the board that the settings name. */
  config: NamedFiles;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

type ComparisonContext = MeaningContext & {
  /** `undefined` where kicad-cli is missing. */ cli: KicadCli | undefined;
};

/**
 * What `changes` mean, whether they are made already or not: one sentence a change of a net, a part or the board, nets
 * first; that nothing of these changed, too, and what could not be compared. Empty where no schematic and no board is
 * among them. Throws only where the signal is aborted.
 */
export async function meaningOf(changes: readonly FileChange[], context: MeaningContext): Promise<string[]> {
  if (!changes.some(({ path }) => isDesignFile(path))) {
    return [];
  }
  try {
    const cli = await findKicadCli(context.env);
    return wordsFor(await compareChanges(changes, { ...context, cli }));
  } catch (error) {
    if (context.signal.aborted) {
      throw error;
    }
    return [`not compared: ${toFailure(error).message}`];
  }
}

/** The projects that `changes` touch, before and after them. Throws where the signal is aborted. */
export async function compareChanges(
  changes: readonly FileChange[],
  { root, config, env, signal, cli }: ComparisonContext,
): Promise<ComparedProject[]> {
  const disk = await stateOnDisk(root);
  return await compareProjects({
    before: stateWith(disk, changes, "before"),
    after: stateWith(disk, changes, "after"),
    changed: new Set(changes.map(({ path }) => path)),
    projects: (await listProjects(root, config)).all,
    cli,
    cacheFolder: join(await stateFolder(env), "netlists"),
    signal,
  });
}

/** The sentences of all projects, each with the name of its own where there are several. */
export function wordsFor(compared: readonly ComparedProject[]): string[] {
  return compared.length > 1
    ? compared.flatMap((one) => sentencesOf(one).map((text) => `${one.project}: ${text}`))
    : compared.flatMap(sentencesOf);
}

function sentencesOf(compared: ComparedProject): string[] {
  return [...describeCompared(compared), ...compared.faults.map(({ message }) => `not compared: ${message}`)];
}
