import { cp, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import {
  createSession,
  findOwnSession,
  findSession,
} from "../../../source/workspace/sessions/session-folders.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../folders.js";

/** A git repository with a session of this user. */
async function begun() {
  const home = temporaryFolder();
  const env = { HOME: home };
  const root = join(home, "repository");
  await mkdir(root);
  await execa("git", ["init", "-q"], { cwd: root });
  const { id, folder } = await createSession(root, env);
  await put(folder, "transcript.jsonl", "");
  const isOwn = async (at: string) => (await findSession(at, id, env)).isOwn;
  const git = (...args: string[]) => execa("git", args, { cwd: root });
  return { home, env, root, id, isOwn, git };
}

describe("a session is its user's own", () => {
  it("in the repository that it was begun in, also once that is renamed", async () => {
    const { home, env, root, id, isOwn } = await begun();
    expect(await isOwn(root)).toBe(true);
    await rename(root, join(home, "renamed"));
    expect(await isOwn(join(home, "renamed"))).toBe(true);
    expect(await findOwnSession(join(home, "renamed"), id, env)).toMatchObject({ id });
  });

  it("but not in a copy, not for another user, and not without a register", async () => {
    const { home, root, id, isOwn } = await begun();
    await cp(root, join(home, "copy"), { recursive: true, preserveTimestamps: true });
    expect(await isOwn(join(home, "copy"))).toBe(false);
    await expect(findOwnSession(root, id, { HOME: temporaryFolder() })).rejects.toMatchObject({
      failure: {
        code: "session-foreign",
        exitCode: 2,
        advice: expect.stringContaining("copperhead replay "),
      },
    });
  });

  it("but not once git tracks a file of it, or its folder as another repository", async () => {
    const tracked = await begun();
    await tracked.git("add", "-f", join(".copperhead/sessions", tracked.id, "transcript.jsonl"));
    expect(await tracked.isOwn(tracked.root)).toBe(false);
    const nested = await begun();
    await nested.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},.Copperhead`);
    expect(await nested.isOwn(nested.root)).toBe(false);
  });
});
