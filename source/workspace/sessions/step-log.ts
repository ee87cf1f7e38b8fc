/** What Cursor printed in one step: `native/0001.ndjson`, replayable, without secrets. */
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { errorCode } from "../../base/files/file-errors.js";
import { makeOwnFolders } from "../../base/files/own-folders.js";
import { LineRedactor } from "../secrets/line-redaction.js";
import { Redactor } from "../secrets/redaction.js";

/** Makes the next file of the series; two processes never share one. */
async function openNext(folder: string): Promise<FileHandle> {
  const names = await readdir(folder);
  const numbers = names.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
    const path = join(folder, `${String(number).padStart(4, "0")}.ndjson`);
    try {
      return await open(path, "ax", 0o600);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") {
        throw error;
      }
    }
  }
}

export class StepLog {
  readonly #stream: Writable;
  readonly #lines: LineRedactor;

  private constructor(stream: Writable, redactor: Redactor) {
    this.#stream = stream;
    this.#lines = new LineRedactor(redactor);
    // Thrown by close(): until then nothing waits for it.
    stream.on("error", () => {});
  }

  /** Begins the log of the session's next step. */
  static async open(sessionFolder: string, redactor = new Redactor()): Promise<StepLog> {
    const folder = await makeOwnFolders(sessionFolder, "native");
    return new StepLog((await openNext(folder)).createWriteStream(), redactor);
  }

  /** Adds one line of the stream, without its line feed. It is written once no secret can reach into it any more. */
  append(line: string): void {
    this.#write(this.#lines.push(line));
  }

  /** Writes what still waited. Rejects where the log could not be written; the lines after that are lost. */
  async close(): Promise<void> {
    this.#write(this.#lines.end());
    this.#stream.end();
    await finished(this.#stream);
  }

  #write(lines: readonly string[]): void {
    if (lines.length > 0) {
      this.#stream.write(lines.map((line) => `${line}\n`).join(""));
    }
  }
}
