import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
export class Transcript {
  readonly #file: string;
  private constructor(file: string) {
    this.#file = file;
  }
  static async open(sessionFolder: string): Promise<Transcript> {
    mkdirSync(sessionFolder, { recursive: true, mode: 0o700 });
    writeFileSync(join(sessionFolder, "..", "..", ".gitignore"), "*\n");
    return new Transcript(join(sessionFolder, "transcript.jsonl"));
  }
  append(type: string, data: Record<string, unknown>): void {
    appendFileSync(this.#file, `${JSON.stringify({ ts: new Date().toISOString(), type, data })}\n`);
  }
  async close(): Promise<void> {}
}
export async function readTranscript(
  sessionFolder: string,
): Promise<{ ts: string; type: string; data: Record<string, unknown> }[]> {
  const text = await readFile(join(sessionFolder, "transcript.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
