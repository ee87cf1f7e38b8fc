/** `copperhead export`: files for a manufacturer or a reader, made by KiCad, without a model. */
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { type ExitCode, exitCodes } from "../../base/failure.js";
import { stageFile } from "../../base/files/atomic-write.js";
import { meaning } from "../../base/text/nearest.js";
import type { CommandContext } from "../../cli/context.js";
import { usageError } from "../../cli/options.js";
import { jsonLine, textLine } from "../../cli/output.js";
import { endedBySignal } from "../../cli/signals.js";
import { requireKicadCli } from "../../compose/check-project.js";
import { requireProject } from "../../compose/projects.js";
import { findRepository } from "../../compose/repository.js";
import { exportListName } from "../../kicad/export/export-folder.js";
import { describeOutputs, exportProject } from "../../kicad/export/export-project.js";
import { type ExportKind, exportKinds } from "../../kicad/export/outputs.js";
import type { PrintedExport } from "../../print/printed.js";

/** Ends with 1 where an output failed; the others are there. */
export async function exportOutputs({ flags, words, env, output }: CommandContext): Promise<ExitCode> {
  const kinds = kindsOf(words);
  const root = await findRepository(flags.repo);
  const project = await requireProject({ root, env, wanted: flags.project });
  const folder =
    flags.folder === undefined ? join(root, dirname(project.path), "export") : resolve(flags.folder);
  const shown = relative(process.cwd(), folder) || ".";
  const made = new Set<string>();
  return await endedBySignal(async (signal) => {
    try {
      const results = await exportProject({
        ...{ root, project, kinds, folder, shown, signal },
        cli: await requireKicadCli(env),
        write: async (name, bytes) => {
          await write(join(folder, name), bytes);
          if (bytes && name !== exportListName) {
            made.add(name);
          }
        },
      });
      const printed = {
        schema: "copperhead.export/1",
        project: project.path,
        folder,
        outputs: results.map(({ kind, files, failure }) => ({
          what: kind,
          files,
          ...(failure && { error: { code: failure.code, message: failure.message, ...adviceOf(failure) } }),
        })),
      } satisfies PrintedExport;
      output.out(flags.json ? jsonLine(printed) : textLine(describeOutputs(results, shown).join("\n")));
      return results.some(({ failure }) => failure) ? exitCodes.failed : exitCodes.done;
    } catch (error) {
      if (signal.aborted && made.size > 0) {
        output.err(textLine(`Stopped. What was made before is in ${shown}: ${[...made].join(", ")}`));
      }
      throw error;
    }
  });
}

function adviceOf({ advice }: { advice?: string }): { advice?: string } {
  return advice === undefined ? {} : { advice };
}

function kindsOf(words: readonly string[]): ExportKind[] {
  const all = exportKinds.join(", ");
  if (words.length === 0) {
    throw usageError(`export needs what to export: ${all}.`);
  }
  return words.map((word) => {
    const kind = exportKinds.find((one) => one === word);
    if (kind === undefined) {
      throw usageError(
        `${JSON.stringify(word)} cannot be exported${meaning(word, exportKinds)} There are ${all}.`,
      );
    }
    return kind;
  });
}

async function write(path: string, bytes: Uint8Array | null): Promise<void> {
  if (bytes === null) {
    await rm(path, { force: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const staged = await stageFile(path, bytes);
  await staged.commit();
}
