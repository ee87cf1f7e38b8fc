/** A session's transcript: `transcript.jsonl`, one `{"ts", "type", "data"}` a line, without secrets. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { fileLines, JsonLinesFile, jsonLines, parseJson } from "../../base/files/json-lines.js";
import { jsonObject } from "../../base/json-object.js";
import { Redactor } from "../secrets/redaction.js";

/** One line of a transcript. */
export const transcriptRecord = z.object({
  /** ISO 8601. */
  ts: z.string(),
  type: z.string(),
  data: jsonObject,
});
export type TranscriptRecord = z.infer<typeof transcriptRecord>;

/** Whether the schema accepts the value of a line; seen without it, for a long transcript has a hundred thousand of them. */
export function isTranscriptRecord(value: unknown): value is TranscriptRecord {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { ts, type, data }: { ts?: unknown; type?: unknown; data?: unknown } = value;
  return (
    typeof ts === "string" &&
    typeof type === "string" &&
    typeof data === "object" &&
    data !== null &&
    !Array.isArray(data)
  );
}

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

/** The type of the record in a line, as it is written: the second field. */
export function recordType(line: string): string | undefined {
  return /^\{"ts":"[^"]*","type":"([^"]*)"/.exec(line)?.[1];
}

/**
 * The records of a session as they are read, some at a time, oldest first, of the lines numbered from `from` up to `to`,
 * from 0; none where there is no transcript. Throws `file-damaged`.
 */
export async function* transcriptPieces(
  sessionFolder: string,
  from?: number,
  to?: number,
): AsyncGenerator<TranscriptRecord[]> {
  for await (const values of jsonLines(transcriptPath(sessionFolder), from, to)) {
    yield values.filter(isTranscriptRecord);
  }
}

/** As `transcriptPieces`, one by one. */
export async function* transcriptRecords(
  sessionFolder: string,
  from?: number,
  to?: number,
): AsyncGenerator<TranscriptRecord> {
  for await (const records of transcriptPieces(sessionFolder, from, to)) {
    yield* records;
  }
}

/** As `transcriptRecords`, all at once. */
export async function readTranscript(sessionFolder: string): Promise<TranscriptRecord[]> {
  const records: TranscriptRecord[] = [];
  for await (const record of transcriptRecords(sessionFolder)) {
    records.push(record);
  }
  return records;
}

/**
 * The first record and those of the last `most` turns, from the request of the first of them on; and how many turns, in how many lines,
 * come before, which are looked at no closer than to count them.
 */
export async function readLastTurns(
  sessionFolder: string,
  most: number,
): Promise<{ records: TranscriptRecord[]; turns: number; lines: number }> {
  let lines: string[] = [];
  /** Where in `lines` the requests of the turns are. */
  let requests: number[] = [];
  const earlier = { turns: 0, lines: 0 };
  let request = 0;
  let begin: string | undefined;
  for await (const read of fileLines(transcriptPath(sessionFolder))) {
    begin ??= read[0];
    for (const line of read) {
      const type = recordType(line);
      if (type === "user") {
        request = lines.length;
      }
      if (type === "turn-opened") {
        requests.push(request);
      }
      lines.push(line);
    }
    const [first = 0] = requests.slice(-most);
    if (requests.length > most) {
      earlier.turns += requests.length - most;
      earlier.lines += first;
      requests = requests.slice(-most).map((at) => at - first);
      lines = lines.slice(first);
      request -= first;
    }
  }
  const kept = earlier.lines > 0 && begin !== undefined ? [begin, ...lines] : lines;
  const records = kept.map(parseJson).filter(isTranscriptRecord);
  return { records, ...earlier };
}
