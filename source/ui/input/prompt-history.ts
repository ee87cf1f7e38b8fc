/** What the user typed, over sessions: a file of JSON strings, one a line, that nobody else can read. */
import { readFileSync } from "node:fs";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const kept = 1000;
/** The file is cut when it has grown to twice what is kept. */
const longest = 2 * kept;

/** Earlier messages, newest last. Without its file it still works, for this session. */
export class PromptHistory {
  readonly #path: string | undefined;
  readonly #redact: (text: string) => string;
  #entries: string[] = [];
  #saved: Promise<void> = Promise.resolve();

  /** `redact` takes secrets out; a message that has any is remembered for this session only. */
  constructor(path: string | undefined, redact: (text: string) => string) {
    this.#path = path;
    this.#redact = redact;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Reads what earlier sessions left; a torn or foreign line is passed over. */
  load(): void {
    const path = this.#path;
    if (path === undefined) {
      return;
    }
    // At once: the first key may search in it.
    const earlier = readText(path).split("\n").flatMap(parse);
    this.#entries = earlier.slice(-kept);
    if (earlier.length > longest) {
      this.#saved = writeEntries(path, this.#entries).catch(() => {});
    }
  }

  /** Remembers a message; one that repeats the last is not kept twice. */
  add(text: string): void {
    if (text.trim() === "" || text === this.#entries.at(-1)) {
      return;
    }
    this.#entries.push(text);
    const path = this.#path;
    if (path !== undefined && this.#redact(text) === text) {
      this.#saved = this.#saved.then(() => append(path, text)).catch(() => {});
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
