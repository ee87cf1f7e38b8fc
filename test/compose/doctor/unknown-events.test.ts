import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findUnknownEvents } from "../../../source/compose/doctor/unknown-events.js";
import { temporaryFolder } from "../../temporary-folder.js";

let root: string;

beforeEach(() => {
  root = temporaryFolder();
});

async function log(session: string, step: string, ...lines: unknown[]): Promise<void> {
  const folder = join(root, ".copperhead", "sessions", session, "native");
  await mkdir(folder, { recursive: true });
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  await writeFile(join(folder, `${step}.ndjson`), `${text}\n`);
}

describe("the events that nobody knew", () => {
  it("are counted by kind over the sessions, with the names of their fields", async () => {
    await log("20260501-100000-000000", "0001", { type: "telepathy", thought: "hush" }, "a banner");
    await log(
      "20260502-100000-000000",
      "0001",
      { type: "thinking", subtype: "delta", text: "known" },
      { type: "telepathy", to: "you" },
      { type: "tool_call", subtype: "pondered" },
    );
    const found = await findUnknownEvents(root);
    expect(found).toMatchObject([
      { name: "telepathy", count: 2, fields: ["type", "to"] },
      { name: "tool_call/pondered", count: 1, fields: ["type", "subtype"] },
    ]);
    expect(JSON.stringify(found)).not.toContain("hush");
  });

  it("are none where there are no sessions, or what is there is strange", async () => {
    expect(await findUnknownEvents(root)).toEqual([]);
    await mkdir(join(root, ".copperhead", "sessions", "s", "native", "folder.ndjson"), { recursive: true });
    await writeFile(join(root, ".copperhead", "sessions", "file"), "");
    expect(await findUnknownEvents(root)).toEqual([]);
  });

  it("are looked for in the newest logs only, as far as that is cheap", async () => {
    await log("20260501-100000-000000", "0001", { type: "old" });
    await log("20260502-100000-000000", "0001", { type: "middle" });
    await log("20260502-100000-000000", "0002", { type: "new" }, "x".repeat(9_000_000), { type: "too-far" });
    expect((await findUnknownEvents(root)).map(({ name }) => name)).toEqual(["new"]);
  });

  it("cannot bring control characters along", async () => {
    await log("s", "0001", { type: "\u001b[31mred\u009b", "\u001b]0;x\u0007y": 1 });
    const [event] = await findUnknownEvents(root);
    expect(event?.name).toBe("red");
    expect([event?.name, event?.reason, ...(event?.fields ?? [])].join("")).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f]/,
    );
  });
});
