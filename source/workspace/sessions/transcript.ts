/** A session's transcript: `transcript.jsonl`, one `{"ts", "type", "data"}` a line, without secrets. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { JsonLinesFile, readJsonLines } from "../../base/files/json-lines.js";
import { Redactor } from "../secrets/redaction.js";

/** One line of a transcript. */
export const transcriptRecord = z.object({
  /** ISO 8601. */
  ts: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type TranscriptRecord = z.infer<typeof transcriptRecord>;

export function transcriptPath(sessionFolder: string): string {
  return join(sessionFolder, "transcript.jsonl");
}

export class Transcript {
  readonly #file: JsonLinesFile;
  readonly #redactor: Redactor;

  private constructor(file: JsonLinesFile, redactor: Redactor) {
    this.#file = file;
    this.#redactor = redactor;
  }

  /**
   * Opens the transcript for appending, and makes it (mode 0600) and its folder (0700) where they are not there. What a
   * killed process left of a last line is cut off.
   */
  static async open(sessionFolder: string, redactor = new Redactor()): Promise<Transcript> {
    await mkdir(sessionFolder, { recursive: true, mode: 0o700 });
    return new Transcript(await JsonLinesFile.open(transcriptPath(sessionFolder)), redactor);
  }

  /** Records in the order of the calls; on the disk when it resolves. */
  append(type: string, data: Record<string, unknown>): Promise<void> {
    return this.#file.append({ ts: new Date().toISOString(), type, data: this.#redactor.value(data) });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** The records of a session, oldest first; `[]` where there is no transcript. Throws `file-damaged`. */
export async function readTranscript(sessionFolder: string): Promise<TranscriptRecord[]> {
  const lines = await readJsonLines(transcriptPath(sessionFolder));
  return lines.flatMap((line) => {
    const record = transcriptRecord.safeParse(line);
    return record.success ? [record.data] : [];
  });
}
