import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { registerSession } from "../../../source/workspace/register.js";
import {
  createSession,
  findSession,
  latestSession,
  listSessions,
} from "../../../source/workspace/sessions/session-folders.js";
import { Transcript } from "../../../source/workspace/sessions/transcript.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../folders.js";

const record = (type: string, data: object) => JSON.stringify({ ts: "2026-11-30T13:22:55.000Z", type, data });

afterEach(() => {
  vi.useRealTimers();
});

async function session(root: string, id: string, ...lines: string[]): Promise<void> {
  await put(root, `.copperhead/sessions/${id}/transcript.jsonl`, lines.map((line) => `${line}\n`).join(""));
}

describe("a new session", () => {
  it("has a folder for the user alone, ignored by git, and the user's own .gitignore is left alone", async () => {
    const root = temporaryFolder();
    execFileSync("git", ["init", "-q"], { cwd: root });
    await put(root, ".gitignore", "mine\n");
    const { id, folder } = await createSession(root);
    expect(id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
    expect(folder).toBe(join(root, ".copperhead/sessions", id));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const status = () =>
      execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
    expect(status()).toBe("?? .gitignore\n");
    expect(await readFile(join(root, ".gitignore"), "utf8")).toBe("mine\n");
    await put(root, ".copperhead/config.json", "{}");
    expect(status()).toContain("?? .copperhead/config.json");
    await put(root, ".copperhead/.gitignore", "sessions\n");
    await createSession(root);
    expect(await readFile(join(root, ".copperhead/.gitignore"), "utf8")).toBe("sessions\n");
  });

  it("is listed before those that began in the same second", async () => {
    const root = temporaryFolder();
    vi.useFakeTimers({ toFake: ["Date"] });
    const ids: string[] = [];
    for (const millisecond of [0, 9, 16, 99, 255, 256, 800, 999]) {
      vi.setSystemTime(Date.UTC(2026, 10, 30, 13, 22, 55, millisecond));
      ids.unshift((await createSession(root)).id);
    }
    expect((await listSessions(root)).map(({ id }) => id)).toEqual(ids);
  });

  it.each([".copperhead", ".copperhead/sessions"])("is not made where %s is a link", async (path) => {
    const root = temporaryFolder();
    if (path !== ".copperhead") {
      await mkdir(join(root, ".copperhead"));
    }
    await symlink(temporaryFolder(), join(root, path));
    await expect(createSession(root)).rejects.toMatchObject({ failure: { code: "strange-folder" } });
  });
});

it("reports that a repository cannot be written to", async () => {
  const root = temporaryFolder();
  await put(root, "file", "");
  await expect(createSession(join(root, "file"))).rejects.toMatchObject({
    failure: {
      code: "folder-unwritable",
      message: expect.stringMatching(/\.copperhead could not be made: ENOTDIR\.$/),
    },
  });
});

describe("the list of sessions", () => {
  it("has title, turns, outcome and start of each, the newest first", async () => {
    const root = temporaryFolder();
    await session(
      root,
      "20261130-132255-aaaaaa",
      record("session-start", { model: "cursor" }),
      record("user", { text: "\n  Add a decoupling capacitor\nto U1", turnId: "1" }),
      record("user", { text: "queued meanwhile", turnId: "2" }),
      record("assistant", { text: '{"ts":"x","type":"turn-end"} \u2028{"ts":"x","type":"turn-end"' }),
      record("turn-end", { status: "completed" }),
      record("turn-opened", {}),
      record("turn-end", { status: "refused" }),
      record("session-end", {}),
    );
    await session(
      root,
      "20261201-000000-bbbbbb",
      record("user", { text: "one" }),
      record("turn-end", { status: "failed" }),
      record("user", { text: "two" }),
      '{"ts":"x","type":"turn-end","data":{"status":"comp',
    );
    await appendFile(join(root, ".copperhead/sessions/20261201-000000-bbbbbb/transcript.jsonl"), "torn");
    await mkdir(join(root, ".copperhead/sessions/20261202-000000-cccccc"));
    await mkdir(join(root, ".copperhead/sessions/other"));
    await put(root, ".copperhead/sessions/20261203-000000-dddddd", "a file");
    const folder = (id: string) => join(root, ".copperhead/sessions", id);
    expect(await listSessions(root)).toEqual([
      {
        id: "20261202-000000-cccccc",
        folder: folder("20261202-000000-cccccc"),
        title: "",
        turns: 0,
        status: "unfinished",
        startedAt: "2026-12-02T00:00:00.000Z",
        isOwn: false,
        hasRun: false,
      },
      {
        id: "20261201-000000-bbbbbb",
        folder: folder("20261201-000000-bbbbbb"),
        title: "one",
        turns: 2,
        status: "unfinished",
        startedAt: "2026-12-01T00:00:00.000Z",
        isOwn: false,
        hasRun: false,
      },
      {
        id: "20261130-132255-aaaaaa",
        folder: folder("20261130-132255-aaaaaa"),
        title: "Add a decoupling capacitor",
        turns: 2,
        status: "refused",
        startedAt: "2026-11-30T13:22:55.000Z",
        isOwn: false,
        hasRun: true,
      },
    ]);
    expect(await latestSession(root)).toBeUndefined();
    for (const id of ["20261130-132255-aaaaaa", "20261201-000000-bbbbbb"]) {
      await registerSession(id, folder(id), process.env);
    }
    // The newer one never ran: another process held the repository.
    expect(await latestSession(root)).toMatchObject({ id: "20261130-132255-aaaaaa", isOwn: true });
  });

  it("reads what the transcript writes", async () => {
    const root = temporaryFolder();
    const { id, folder } = await createSession(root);
    const transcript = await Transcript.open(folder);
    await transcript.append("user", { text: `${"👨‍👩‍👧".repeat(300)}\nsecond line` });
    await transcript.append("turn-end", { status: "interrupted" });
    await transcript.close();
    const [found] = await listSessions(root);
    expect(found).toMatchObject({ id, turns: 1, status: "interrupted", title: "👨‍👩‍👧".repeat(200) });
  });

  it("is empty where copperhead never was", async () => {
    expect(await listSessions(temporaryFolder())).toEqual([]);
    expect(await latestSession(temporaryFolder())).toBeUndefined();
  });
});

describe("finding a session", () => {
  it("accepts an id or a beginning that only one has", async () => {
    const root = temporaryFolder();
    await session(root, "20261130-132255-aaaaaa");
    await session(root, "20261130-132255-aabbbb");
    await session(root, "20261201-000000-cccccc");
    expect((await findSession(root, "20261130-132255-aaaaaa")).id).toBe("20261130-132255-aaaaaa");
    expect((await findSession(root, "202612")).id).toBe("20261201-000000-cccccc");
    await expect(findSession(root, "20261130")).rejects.toMatchObject({
      failure: {
        code: "session-ambiguous",
        exitCode: 2,
        message: expect.stringContaining("20261130-132255-aabbbb"),
      },
    });
    for (const unknown of ["", "2025", "../..", "."]) {
      await expect(findSession(root, unknown), unknown).rejects.toMatchObject({
        failure: { code: "session-not-found", exitCode: 2 },
      });
    }
  });
});
