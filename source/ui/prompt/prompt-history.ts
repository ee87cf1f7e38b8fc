/** The user's messages of all sessions: a file of JSON strings, one a line, with mode 0600. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { appendJsonLines, parseJsonLines, replaceJsonLines } from "../../base/files/json-lines.js";

const keptEntries = 1000;
/** The file is rewritten when it has more lines than this. */
const mostLines = 2 * keptEntries;

/** `redact` removes secrets from a text; a message that has any is never written to the file. */
export type HistoryFile = { path: string; redact: (text: string) => string };

/** Earlier messages, newest last. Without a file, or with one that cannot be read, those of this session. */
export class PromptHistory {
  #file: HistoryFile | undefined;
  #entries: string[] = [];
  #saved: Promise<void> = Promise.resolve();

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Reads the messages of earlier sessions, before those added so far; lines that cannot be parsed are skipped. */
  open(file: HistoryFile): void {
    this.#file = file;
    const added = this.#entries;
    const earlier = readEntries(file.path);
    this.#entries = earlier.slice(-keptEntries);
    if (earlier.length > mostLines) {
      this.#saved = replaceJsonLines(file.path, this.#entries).catch(() => {});
    }
    for (const text of added) {
      this.add(text);
    }
  }

  /** Adds a message, unless it is blank or repeats the last one. */
  add(text: string): void {
    if (text.trim() === "" || text === this.#entries.at(-1)) {
      return;
    }
    this.#entries.push(text);
    const file = this.#file;
    if (file && file.redact(text) === text) {
      this.#saved = this.#saved
        .then(() => mkdir(dirname(file.path), { recursive: true, mode: 0o700 }))
        .then(() => appendJsonLines(file.path, text))
        .catch(() => {});
    }
  }

  /** Resolves when all writes to the file are done. */
  saved(): Promise<void> {
    return this.#saved;
  }
}

function readEntries(path: string): string[] {
  try {
    return parseJsonLines(readFileSync(path)).filter((entry) => typeof entry === "string");
  } catch {
    return []; // There is none yet, or it cannot be read: this session remembers its own.
  }
}
