/** What Cursor printed in one step: `native/0001.ndjson`, replayable, without secrets. */
import { type FileHandle, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { LineRedactor } from "../secrets/line-redaction.js";
import { Redactor } from "../secrets/redaction.js";

/** Opens the first file of the series that nobody has; two processes never share one. */
async function openNext(folder: string): Promise<FileHandle> {
  const names = await readdir(folder);
  const numbers = names.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
    const path = join(folder, `${String(number).padStart(4, "0")}.ndjson`);
    try {
      return await open(path, "ax", 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    }
  }
}

export class StepLog {
  readonly #handle: FileHandle;
  readonly #lines: LineRedactor;
  #last: Promise<void> = Promise.resolve();
  /** What came while the last write was under way: a stream of small lines costs few writes. */
  #waiting = "";

  private constructor(handle: FileHandle, redactor: Redactor) {
    this.#handle = handle;
    this.#lines = new LineRedactor(redactor);
  }

  /** Begins the log of the session's next step. */
  static async open(sessionFolder: string, redactor = new Redactor()): Promise<StepLog> {
    const folder = join(sessionFolder, "native");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new StepLog(await openNext(folder), redactor);
  }

  /** Takes one line of the stream, without its line feed. It is written once no secret can reach into it any more. */
  append(line: string): void {
    this.#write(this.#lines.push(line));
  }

  /** Writes what still waited. Rejects where the log could not be written; the lines after that are lost. */
  async close(): Promise<void> {
    this.#write(this.#lines.end());
    await this.#last.finally(() => this.#handle.close());
  }

  #write(lines: readonly string[]): void {
    if (lines.length === 0) {
      return;
    }
    const isNext = this.#waiting === "";
    this.#waiting += lines.map((line) => `${line}\n`).join("");
    if (isNext) {
      this.#last = this.#last.then(() => this.#writeWaiting());
    }
    // Told by close(): until then nobody waits for it.
    this.#last.catch(() => {});
  }

  async #writeWaiting(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    await this.#handle.appendFile(text);
  }
}
