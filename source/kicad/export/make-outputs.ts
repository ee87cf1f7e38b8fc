/** Has kicad-cli make outputs in a private folder, each on its own: one that fails leaves the others. */
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, extname, join, posix, relative, sep } from "node:path";
import { CopperheadError, type Failure, toFailure } from "../../base/failure.js";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import { type CliOptions, type KicadCli, kicadFailure } from "../cli/kicad-cli.js";
import { type ExportKind, type ExportSource, type ExportStep, stepsOf } from "./outputs.js";

/** A file that was made: its name in the folder of the export, with `/`, and where its bytes lie for now. */
export type MadeFile = { name: string; path: string };

/** The names of the files that an output has left in its folder, and why it has not left all. */
export type OutputResult = { kind: ExportKind; files: string[]; failure?: Failure };

export type ExportOptions = CliOptions & {
  cli: KicadCli;
  source: ExportSource;
  /** What the files are named after. */
  name: string;
  kinds: readonly ExportKind[];
  /**
   * Takes the files of one output to where they are to be, all or none; they are gone when it has resolved. A
   * `CopperheadError` of it is the output's failure.
   */
  place(kind: ExportKind, files: readonly MadeFile[]): Promise<void>;
};

/** Makes one output after the other. Throws `interrupted` when the signal is aborted; what was placed stays. */
export async function makeOutputs(options: ExportOptions): Promise<OutputResult[]> {
  const { kinds, place, signal } = options;
  const results: OutputResult[] = [];
  for (const kind of kinds) {
    try {
      const result = await inTemporaryFolder("export", async (folder): Promise<OutputResult> => {
        const failure = await make(kind, folder, options);
        const made = await filesIn(folder);
        if (made.length > 0) {
          await place(kind, made);
        }
        return { kind, files: made.map(({ name }) => name), ...(failure && { failure }) };
      });
      results.push(result);
    } catch (error) {
      if (signal?.aborted || !(error instanceof CopperheadError)) {
        throw error;
      }
      results.push({ kind, files: [], failure: toFailure(error) });
    }
  }
  return results;
}

/** Makes the files of one output in `folder`; returns the first failure of a step, whose files are then missing. */
async function make(
  kind: ExportKind,
  folder: string,
  { cli, source, name, signal }: ExportOptions,
): Promise<Failure | undefined> {
  const steps = await stepsOf(kind, name, cli);
  const possible = steps.flatMap((step) => {
    const design = source[step.part];
    return design === undefined ? [] : [{ ...step, design }];
  });
  if (possible.length === 0) {
    return toFailure(kicadFailure("nothing-to-export", `The project has no ${steps[0]?.part ?? "design"}.`));
  }
  let first: Failure | undefined;
  for (const step of possible) {
    try {
      await run(step, folder, cli, signal ? { signal } : {});
    } catch (error) {
      if (signal?.aborted || !(error instanceof CopperheadError)) {
        throw error;
      }
      first ??= toFailure(error);
    }
  }
  return first;
}

async function run(
  { command, output, design }: ExportStep & { design: string },
  folder: string,
  cli: KicadCli,
  options: CliOptions,
): Promise<void> {
  const target = join(folder, output);
  await mkdir(dirname(target), { recursive: true });
  try {
    await cli.run([...command, "-o", target], design, options);
    await unwrap(target);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
  const left = await filesIn(target).catch(() => []);
  if (left.length === 0 || (await anyIsEmpty(left))) {
    await rm(target, { recursive: true, force: true });
    throw kicadFailure("nothing-exported", `kicad-cli left no ${output}, or an empty one.`);
  }
}

/** kicad-cli may make a folder of the name that a file was to have, and the file in it. */
async function unwrap(target: string): Promise<void> {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const [only, ...others] = isFolder && extname(target) !== "" ? await readdir(target) : [];
  if (only !== undefined && others.length === 0) {
    const aside = `${target}.aside`;
    await rename(join(target, only), aside);
    await rm(target, { recursive: true });
    await rename(aside, target);
  }
}

async function anyIsEmpty(files: readonly MadeFile[]): Promise<boolean> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  return sizes.includes(0);
}

/** The regular files at or below `path`, by name; names are relative to it. */
async function filesIn(path: string): Promise<MadeFile[]> {
  if ((await stat(path)).isFile()) {
    return [{ name: "", path }];
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const found = join(entry.parentPath, entry.name);
      return { name: relative(path, found).split(sep).join(posix.sep), path: found };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
