/** What the user typed, over sessions: a file of JSON strings, one a line, that nobody else can read. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { appendJsonLines, parseJsonLines, replaceJsonLines } from "../../base/json-lines.js";

const kept = 1000;
/** The file is cut when it has grown to twice what is kept. */
const longest = 2 * kept;

/** Where messages are kept. `redact` takes secrets out; a message that has any is remembered for this session only. */
export type HistoryFile = { path: string; redact: (text: string) => string };

/** Earlier messages, newest last. Without its file it still works, for this session. */
export class PromptHistory {
  #file: HistoryFile | undefined;
  #entries: string[] = [];
  #saved: Promise<void> = Promise.resolve();

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Reads what earlier sessions left; a torn or foreign line is passed over. What was added so far is kept, too. */
  open(file: HistoryFile): void {
    this.#file = file;
    const added = this.#entries;
    const earlier = readEntries(file.path);
    this.#entries = earlier.slice(-kept);
    if (earlier.length > longest) {
      this.#saved = replaceJsonLines(file.path, this.#entries).catch(() => {});
    }
    for (const text of added) {
      this.add(text);
    }
  }

  /** Remembers a message; one that repeats the last is not kept twice. */
  add(text: string): void {
    if (text.trim() === "" || text === this.#entries.at(-1)) {
      return;
    }
    this.#entries.push(text);
    const file = this.#file;
    if (file && file.redact(text) === text) {
      this.#saved = this.#saved.then(() => append(file.path, text)).catch(() => {});
    }
  }

  /** Settles when everything remembered is in the file. */
  saved(): Promise<void> {
    return this.#saved;
  }
}

async function append(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendJsonLines(path, text);
}

function readEntries(path: string): string[] {
  try {
    return parseJsonLines(readFileSync(path)).filter((entry) => typeof entry === "string");
  } catch {
    return []; // There is none yet, or it cannot be read: this session remembers its own.
  }
}
