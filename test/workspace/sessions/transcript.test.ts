import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../source/workspace/secrets/redaction.js";
import { StepLog } from "../../../source/workspace/sessions/step-log.js";
import { readTranscript, Transcript } from "../../../source/workspace/sessions/transcript.js";
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
