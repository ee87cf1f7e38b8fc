/** Exports of one project, in a folder. */
import { stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { CopperheadError, type Failure } from "../../base/failure.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import type { Project } from "../design/project.js";
import { ExportFolder, type WriteFile } from "./export-folder.js";
import { makeOutputs, type OutputResult } from "./make-outputs.js";
import { type ExportKind, exportKinds } from "./outputs.js";

export type ExportRequest = CliOptions & {
  cli: KicadCli;
  /** Real path of the repository. */
  root: string;
  project: Project;
  kinds: readonly ExportKind[];
  /** Absolute; `shown` is how it is named to people. */
  folder: string;
  shown: string;
  write: WriteFile;
  /** The largest file that may be placed, in bytes. */
  largest?: number;
};

/**
 * Makes the outputs and places each that is whole. Throws `export-refused` where the folder is not an export's own, and
 * `interrupted`; what fails in one output is in its result.
 */
export async function exportProject(request: ExportRequest): Promise<OutputResult[]> {
  const { cli, root, project, kinds, folder, shown, write, signal, largest = Infinity } = request;
  const place = await ExportFolder.open({ folder, shown, project: project.path, write });
  const absolute = (path: string | undefined) => (path === undefined ? undefined : join(root, path));
  return await makeOutputs({
    cli,
    source: { schematic: absolute(project.schematic), board: absolute(project.board) },
    name: posix.parse(project.path).name,
    kinds: exportKinds.filter((kind) => kinds.includes(kind)),
    place: async (kind, files) => {
      for (const { name, path } of files) {
        const { size } = await stat(path);
        if (size > largest) {
          throw tooLarge(name, size);
        }
      }
      await place.place(kind, files);
    },
    ...(signal && { signal }),
  });
}

function tooLarge(name: string, size: number): CopperheadError {
  return new CopperheadError({
    code: "export-too-large",
    message: `${name} has ${Math.round(size / 1e6)} MB, more than a turn can keep for its undo.`,
    advice: "It can be made without a turn: copperhead export",
  });
}

function sentencesOf({ message, advice }: Failure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return advice === undefined ? sentence : `${sentence} ${advice}`;
}

/** One line for each output: its files, or what went wrong. */
export function describeOutputs(results: readonly OutputResult[], shown: string): string[] {
  return results.flatMap(({ kind, files, failure }) => {
    const [first = "", ...others] = files.map((name) => posix.join(shown, name));
    const made = others.length === 0 ? first : `${files.length} files, ${first} to ${others.at(-1)}`;
    return [
      ...(files.length > 0 ? [`${kind}: ${made}`] : []),
      ...(failure ? [`${kind}: failed: ${sentencesOf(failure)}`] : []),
    ];
  });
}
