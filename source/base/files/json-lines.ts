/** Files of one JSON value a line, only appended to; a last line that a killed writer left torn does not count. */
import type { FileHandle } from "node:fs/promises";
import { CopperheadError } from "../failure.js";
import { LineSplitter } from "../text/line-splitter.js";
import { writeAtomically } from "./atomic-write.js";
import { ifMissing } from "./file-errors.js";
import { appending, openRegularFile, readRegularFile } from "./open-file.js";

const lineFeed = 0x0a;

/** The value of a JSON text, `undefined` where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The values of the lines of such a file, `undefined` for each that is damaged. */
export function parseJsonLines(bytes: Uint8Array): unknown[] {
  return new LineSplitter().push(bytes).map(parseJson);
}

/** How much of a file is read at once at the most, in bytes. */
const pieceSize = 1 << 18;

/** The whole lines of the file as they are read, some at a time; none where there is no file. */
export async function* fileLines(path: string): AsyncGenerator<string[]> {
  const handle = await openRegularFile(path).catch(ifMissing(undefined));
  if (!handle) {
    return;
  }
  try {
    const splitter = new LineSplitter();
    // Of hundreds of short files each would need a large piece, which is cleared first.
    const piece = Buffer.alloc(Math.min(pieceSize, (await handle.stat()).size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0) {
        return;
      }
      yield splitter.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/**
 * The values of the file as they are read, some at a time, those of the lines numbered from `from` up to `to`, from 0;
 * none where there is no file. Throws `file-damaged` at a line that is no JSON, after those before it.
 */
export async function* jsonLines(path: string, from = 0, to = Infinity): AsyncGenerator<unknown[]> {
  let first = 0;
  for await (const lines of fileLines(path)) {
    const wanted = lines.slice(Math.max(0, from - first), Math.max(0, to - first));
    const values = wanted.map(parseJson);
    const damaged = values.indexOf(undefined);
    yield damaged < 0 ? values : values.slice(0, damaged);
    if (damaged >= 0) {
      throw new CopperheadError({
        code: "file-damaged",
        message: `Line ${Math.max(first, from) + damaged + 1} of ${path} is damaged.`,
        advice: "Something other than copperhead wrote to it. Mend or remove that line.",
      });
    }
    first += lines.length;
    if (first >= to) {
      return;
    }
  }
}

/** Reads the values of the file, `[]` where there is none. Throws `file-damaged` where a whole line is no JSON. */
export async function readJsonLines(path: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const read of jsonLines(path)) {
    values.push(...read);
  }
  return values;
}

/** Appends to such a file; every line is on the disk when its `append` resolves. */
export class JsonLinesFile {
  readonly #handle: FileHandle;
  #last: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Opens the file for appending (mode 0600 where it is new) and cuts a torn last line off. */
  static async open(path: string): Promise<JsonLinesFile> {
    const handle = await openRegularFile(path, appending);
    const { size } = await handle.stat();
    const last = await handle.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    if (size > 0 && last.buffer[0] !== lineFeed) {
      const bytes = await readRegularFile(path);
      await handle.truncate(bytes.lastIndexOf(lineFeed) + 1);
    }
    return new JsonLinesFile(handle);
  }

  /** Lines land in the order of the calls. After a failed write nothing more is appended. */
  append(...values: unknown[]): Promise<void> {
    const text = linesOf(values);
    this.#last = this.#last.then(async () => {
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    });
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#handle.close();
  }
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** Puts these values in the place of all that the file holds, at once. */
export async function replaceJsonLines(path: string, values: readonly unknown[]): Promise<void> {
  await writeAtomically(path, linesOf(values));
}

/** Appends to a file that is seldom written. */
export async function appendJsonLines(path: string, ...values: unknown[]): Promise<void> {
  const file = await JsonLinesFile.open(path);
  await file.append(...values).finally(() => file.close());
}
