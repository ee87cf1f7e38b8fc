/** What the user typed, over sessions: a file of JSON strings, one a line, that nobody else can read. */
import { readFileSync } from "node:fs";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

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
    const earlier = readText(file.path).split("\n").flatMap(parse);
    this.#entries = earlier.slice(-kept);
    if (earlier.length > longest) {
      this.#saved = writeEntries(file.path, this.#entries).catch(() => {});
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
  await appendFile(path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}

async function writeEntries(path: string, entries: readonly string[]): Promise<void> {
  await writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // There is none yet, or it cannot be read: this session remembers its own.
  }
}

function parse(line: string): string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "string" ? [entry] : [];
  } catch {
    return [];
  }
}
