/** What the user typed, over sessions: a file of JSON strings, one a line, that nobody else can read. */
import { appendFile, chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const kept = 1000;
/** The file is cut when it has grown to twice what is kept. */
const longest = 2 * kept;

/** Earlier messages, newest last. Without its file it still works, for this session. */
export class PromptHistory {
  readonly #path: string;
  readonly #redact: (text: string) => string;
  #entries: string[] = [];
  #saved: Promise<void> = Promise.resolve();

  /** `redact` takes secrets out; a message that has any is remembered for this session only. */
  constructor(path: string, redact: (text: string) => string) {
    this.#path = path;
    this.#redact = redact;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Reads what earlier sessions left; a torn or foreign line is passed over. */
  async load(): Promise<void> {
    const text = await readFile(this.#path, "utf8").catch(() => "");
    const earlier = text.split("\n").flatMap(parse);
    this.#entries = [...earlier.slice(-kept), ...this.#entries];
    if (earlier.length > longest) {
      await this.#rewrite(earlier.slice(-kept)).catch(() => {});
    }
  }

  /** Remembers a message; one that repeats the last is not kept twice. */
  add(text: string): void {
    if (text.trim() === "" || text === this.#entries.at(-1)) {
      return;
    }
    this.#entries.push(text);
    if (this.#redact(text) === text) {
      this.#saved = this.#saved.then(() => this.#append(text)).catch(() => {});
    }
  }

  /** Settles when everything remembered is in the file. */
  saved(): Promise<void> {
    return this.#saved;
  }

  async #append(text: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    await appendFile(this.#path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
    await chmod(this.#path, 0o600);
  }

  async #rewrite(entries: readonly string[]): Promise<void> {
    await writeFile(this.#path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
      mode: 0o600,
    });
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
