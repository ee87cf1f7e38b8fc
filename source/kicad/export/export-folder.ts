/**
 * The folder that outputs are placed in: an empty one, or one that an export has made. A list in it says which files are
 * an export's, and what they held, so that nothing of anybody else is ever replaced or removed.
 */
import { lstat, readdir, readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { errorCode } from "../../base/files/file-errors.js";
import { hashOf } from "../../base/files/hash.js";
import type { MadeFile } from "./make-outputs.js";
import { canBeOf, type ExportKind } from "./outputs.js";

/** The list of a folder's exported files. */
export const exportListName = ".copperhead-export.json";

const exportList = z.object({
  schema: z.literal("copperhead.export-folder/1"),
  outputs: z.array(
    z.object({
      /** The project's path. */
      project: z.string(),
      what: z.string(),
      /** The hashes (SHA-256) that each file may have, by its name in the folder. */
      files: z.record(z.string(), z.array(z.string())),
    }),
  ),
});
export type ExportList = z.infer<typeof exportList>;
type Output = ExportList["outputs"][number];

/** Writes a file of the folder by its name, or with `null` removes it; folders on the way are made. */
export type WriteFile = (name: string, bytes: Uint8Array | null) => Promise<void>;

type FolderOptions = {
  /** Absolute; it need not exist. */
  folder: string;
  /** How the folder is named to people. */
  shown: string;
  /** The path of the project whose outputs are placed. */
  project: string;
  write: WriteFile;
};

/** Reads a list; undefined where it is none. */
export function readExportList(bytes: Uint8Array): ExportList | undefined {
  try {
    return exportList.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

export class ExportFolder {
  readonly #options: FolderOptions;
  #list: ExportList;

  private constructor(options: FolderOptions, list: ExportList) {
    this.#options = options;
    this.#list = list;
  }

  /** Throws `export-refused` where the folder holds files and no list of an export, or is no folder. */
  static async open(options: FolderOptions): Promise<ExportFolder> {
    const { folder, shown } = options;
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") {
        return [];
      }
      throw refused(`${shown} is no folder that can be read (${errorCode(error)}).`);
    });
    const bytes = await readRegular(join(folder, exportListName));
    const list = bytes && readExportList(bytes);
    if (!list && names.length > 0) {
      const some = names.sort().slice(0, 3).join(", ");
      throw refused(
        `${shown} holds files that no export made: ${some}${names.length > 3 ? " …" : ""}`,
        "Name a folder that is empty or new.",
      );
    }
    return new ExportFolder(options, list ?? { schema: "copperhead.export-folder/1", outputs: [] });
  }

  /**
   * Puts the files of one output in their places, and removes those of its last export that are no more. All or none:
   * what was replaced is put back where a write fails. Throws `export-refused` where a file of somebody else is in the
   * way, and what `write` throws.
   */
  async place(kind: ExportKind, files: readonly MadeFile[]): Promise<void> {
    const { project, write } = this.#options;
    const isThis = (output: Output) => output.project === project && output.what === kind;
    // The list may have come with the repository: it must not lead to any other file.
    const listed = Object.entries(this.#list.outputs.find(isThis)?.files ?? {});
    const earlier = Object.fromEntries(listed.filter(([name]) => canBeOf(kind, name)));
    const others = this.#list.outputs.filter((output) => !isThis(output));
    const stale = Object.keys(earlier).filter((name) => !files.some((file) => file.name === name));
    const before = new Map<string, Buffer | null>();
    for (const name of [...files.map((file) => file.name), ...stale]) {
      before.set(name, await this.#ours(kind, name, earlier, others));
    }
    const after = new Map<string, Buffer | null>(stale.map((name) => [name, null]));
    for (const { name, path } of files) {
      after.set(name, await readFile(path));
    }
    const hashes: Output["files"] = {};
    const both: Output["files"] = { ...earlier };
    for (const [name, bytes] of after) {
      if (bytes) {
        hashes[name] = [hashOf(bytes)];
        both[name] = [...new Set([...(earlier[name] ?? []), hashOf(bytes)])];
      }
    }
    // Before the files: an export that is cut off is then known as one.
    await this.#writeList([...others, { project, what: kind, files: both }]);
    const written: string[] = [];
    try {
      for (const [name, bytes] of after) {
        if (bytes || before.get(name)) {
          await write(name, bytes);
          written.push(name);
        }
      }
    } catch (error) {
      for (const name of written.reverse()) {
        await write(name, before.get(name) ?? null);
      }
      await this.#writeList([...others, { project, what: kind, files: earlier }]);
      throw error;
    }
    await this.#writeList([...others, { project, what: kind, files: hashes }]);
  }

  async #writeList(outputs: Output[]): Promise<void> {
    this.#list = { ...this.#list, outputs: outputs.filter(({ files }) => Object.keys(files).length > 0) };
    await this.#options.write(exportListName, Buffer.from(`${JSON.stringify(this.#list, undefined, 1)}\n`));
  }

  /** What is at the place of an exported file, `null` for nothing. Throws where that is somebody else's. */
  async #ours(
    kind: ExportKind,
    name: string,
    earlier: Output["files"],
    others: readonly Output[],
  ): Promise<Buffer | null> {
    const { folder, shown } = this.#options;
    const path = posix.join(shown, name);
    if (!canBeOf(kind, name)) {
      throw refused(`${path} is no name for a file of ${kind}.`);
    }
    for (let above = dirname(name); above !== "."; above = dirname(above)) {
      const found = await lstat(join(folder, above)).catch(() => undefined);
      if (found && !found.isDirectory()) {
        throw refused(`${posix.join(shown, above)} is in the way: it is no folder.`);
      }
    }
    const bytes = await readRegular(join(folder, name));
    if (bytes === undefined) {
      throw refused(`${path} is in the way: it is no file.`);
    }
    const owner = others.find(({ files }) => name in files);
    if (owner) {
      throw refused(`${path} is the ${owner.what} of ${owner.project}.`, "Name another folder.");
    }
    if (bytes !== null && !earlier[name]?.includes(hashOf(bytes))) {
      const what = earlier[name] ? "was changed after the last export" : "is there already";
      throw refused(
        `${path} ${what} and is not replaced.`,
        "Move it elsewhere or remove it, or name another folder.",
      );
    }
    return bytes;
  }
}

/** `null` where there is nothing, undefined where there is something else than a file. */
async function readRegular(path: string): Promise<Buffer | null | undefined> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? await readFile(path) : found ? undefined : null;
}

function refused(message: string, advice?: string): CopperheadError {
  return new CopperheadError({
    code: "export-refused",
    message,
    ...(advice !== undefined && { advice }),
    exitCode: exitCodes.usage,
  });
}
