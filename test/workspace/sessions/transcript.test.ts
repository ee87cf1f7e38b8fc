import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../source/workspace/secrets/redaction.js";
import { StepLog } from "../../../source/workspace/sessions/step-log.js";
import {
  isTranscriptRecord,
  readLastTurns,
  readTranscript,
  Transcript,
  transcriptRecord,
  transcriptRecords,
} from "../../../source/workspace/sessions/transcript.js";
import { temporaryFolder } from "../../temporary-folder.js";

const redactor = new Redactor({ SERVICE_PASSWORD: "open sesame 42" });
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("the transcript", () => {
  it("is for the user's eyes, in order, and without secrets", async () => {
    const folder = join(temporaryFolder(), "session");
    const transcript = await Transcript.open(folder, redactor);
    const appended = Array.from({ length: 50 }, (_, n) =>
      transcript.append("step", { n, text: "open sesame 42" }),
    );
    await Promise.all(appended);
    await transcript.append("user", { text: "line\nfeed \u2028 and \u0000", apiKey: "x", none: undefined });
    await transcript.close();
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(join(folder, "transcript.jsonl"))).toBe(0o600);
    const records = await readTranscript(folder);
    expect(records.slice(0, 50).map(({ data }) => data)).toEqual(
      Array.from({ length: 50 }, (_, n) => ({ n, text: "[redacted]" })),
    );
    expect(records.at(-1)).toEqual({
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      type: "user",
      data: { text: "line\nfeed \u2028 and \u0000", apiKey: "[redacted]" },
    });
    expect(await readFile(join(folder, "transcript.jsonl"), "utf8")).not.toContain("sesame");
  });

  it("is gone on with after a crash: a torn last line is dropped, when it is read and when it is appended to", async () => {
    const folder = temporaryFolder();
    const first = await Transcript.open(folder, redactor);
    await first.append("user", { text: "ünï" });
    await first.close();
    const torn = Buffer.from('{"ts":"2026","type":"user","data":{"text":"ü').subarray(0, -1);
    await appendFile(join(folder, "transcript.jsonl"), torn);
    expect(await readTranscript(folder)).toMatchObject([{ data: { text: "ünï" } }]);
    const second = await Transcript.open(folder, redactor);
    await second.append("session-end", {});
    await second.close();
    expect(await readTranscript(folder)).toMatchObject([{ type: "user" }, { type: "session-end" }]);
  });

  it("is read from one line up to another, with pieces of the file that end within lines", async () => {
    const folder = temporaryFolder();
    const transcript = await Transcript.open(folder, redactor);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => transcript.append("step", { n, text: "é".repeat(9000) })),
    );
    await transcript.close();
    const numbers: unknown[] = [];
    for await (const { data } of transcriptRecords(folder, 3, 38)) {
      numbers.push(data.n);
    }
    expect(numbers).toEqual(Array.from({ length: 35 }, (_, n) => n + 3));
  });

  it("shows its last turns, from their requests on, and counts those before", async () => {
    const folder = temporaryFolder();
    const transcript = await Transcript.open(folder, redactor);
    const types = ["session-start"];
    for (let turn = 1; turn <= 5; turn++) {
      types.push("user", ...(turn === 4 ? ["user"] : []), "turn-opened", "tool", "turn-end");
    }
    await Promise.all(types.map((type, n) => transcript.append(type, { n })));
    await transcript.close();
    const numbersOf = async (most: number) => {
      const { records, ...earlier } = await readLastTurns(folder, most);
      return { ...earlier, numbers: records.map(({ data }) => data.n) };
    };
    // The fourth turn began with the second of its requests; the first one waited for it.
    expect(await numbersOf(2)).toEqual({
      turns: 3,
      lines: 14,
      numbers: [0, 14, 15, 16, 17, 18, 19, 20, 21],
    });
    expect(await numbersOf(1)).toEqual({ turns: 4, lines: 18, numbers: [0, 18, 19, 20, 21] });
    const all = Array.from(types, (_, n) => n);
    expect(await numbersOf(5)).toEqual({ turns: 0, lines: 0, numbers: all });
    expect(await numbersOf(6)).toEqual({ turns: 0, lines: 0, numbers: all });
    expect(await readLastTurns(temporaryFolder(), 1)).toEqual({ turns: 0, lines: 0, records: [] });
  });

  it("has for records what its schema accepts, seen without it", () => {
    const likely = fc.record(
      { ts: fc.oneof(fc.string(), fc.jsonValue()), type: fc.string(), data: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(likely, fc.jsonValue()), (made) => {
        const value: unknown = JSON.parse(JSON.stringify(made));
        expect(isTranscriptRecord(value)).toBe(transcriptRecord.safeParse(value).success);
      }),
    );
  });

  it("is empty where there is none, and named where it is damaged", async () => {
    const folder = temporaryFolder();
    expect(await readTranscript(folder)).toEqual([]);
    await writeFile(
      join(folder, "transcript.jsonl"),
      '{"ts":"a","type":"b","data":{}}\n{]\n{"some":"thing"}\n',
    );
    await expect(readTranscript(folder)).rejects.toMatchObject({
      failure: { code: "file-damaged", message: expect.stringContaining("Line 2 of ") },
    });
  });

  it("rejects where it could not be written", async () => {
    const transcript = await Transcript.open(temporaryFolder(), redactor);
    await transcript.close();
    await expect(transcript.append("user", {})).rejects.toThrow();
  });
});

describe("the log of a step", () => {
  it("goes into the next file, whole, without secrets, also those split over its lines", async () => {
    const folder = temporaryFolder();
    const first = await StepLog.open(folder, redactor);
    first.append('{"type":"system","subtype":"init"}');
    await first.close();
    const second = await StepLog.open(folder, redactor);
    for (const text of ["it is open", " sesa", "me 42, and", " more"]) {
      second.append(JSON.stringify({ type: "thinking", subtype: "delta", text }));
    }
    second.append("plain line");
    await second.close();
    const native = join(folder, "native");
    expect((await readdir(native)).sort()).toEqual(["0001.ndjson", "0002.ndjson"]);
    expect(await modeOf(join(native, "0002.ndjson"))).toBe(0o600);
    const lines = (await readFile(join(native, "0002.ndjson"), "utf8")).split("\n");
    expect(lines.slice(0, 4).map((line) => JSON.parse(line).text)).toEqual([
      "it is [redacted]",
      "",
      ", and",
      " more",
    ]);
    expect(lines.slice(4)).toEqual(["plain line", ""]);
  });

  it("never shares a file with another step that begins at the same time", async () => {
    const folder = temporaryFolder();
    const logs = await Promise.all(Array.from({ length: 8 }, () => StepLog.open(folder, redactor)));
    await Promise.all(logs.map((log) => log.close()));
    expect(await readdir(join(folder, "native"))).toHaveLength(8);
  });
});
