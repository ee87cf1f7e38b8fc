import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksAs, statOf } from "../../../source/workspace/snapshot/file-stat.js";
import { GitIndex } from "../../../source/workspace/snapshot/git-index.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../folders.js";

async function repository(...args: string[]) {
  const root = temporaryFolder();
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" });
  git("init", "-q", ...args);
  for (const path of ["a", "lib/b", "lib/bb", "lib/ünï✓", `${"long/".repeat(50)}c`]) {
    await put(root, path, path);
  }
  git("add", "-A");
  return { root, git, index: () => readFileSync(join(root, ".git/index")) };
}

describe("GitIndex", () => {
  it.for(["2", "4"])("reads version %s as git does", async (version) => {
    const { root, git, index } = await repository();
    git("update-index", "--index-version", version);
    const read = GitIndex.read(index());
    const shown = [...(read?.entries ?? [])].map(([path, at]) => `100644 ${read?.oid(at)} 0\t${path}\0`);
    expect(shown.join("")).toBe(git("ls-files", "-s", "-z"));
    for (const [path, at] of read?.entries ?? []) {
      const found = lstatSync(join(root, path));
      const stat = read?.stat(at);
      expect(stat).toEqual(statOf(found));
      expect([read?.size(at), read?.mtimeMs(at)]).toEqual([found.size, found.mtimeMs]);
      for (const change of [{}, { size: 0 }, { mtimeMs: 1 }, { ctimeMs: 1 }, { ino: 1 }]) {
        const now = Object.assign(Object.create(found), change);
        expect(stat && looksAs(now, stat)).toBe(Object.keys(change).length === 0);
      }
    }
  });

  it("differs when an entry does, and not when git looked at the files again", async () => {
    const { root, git, index } = await repository();
    const digest = () => GitIndex.read(index())?.digest();
    const before = digest();
    await utimes(join(root, "a"), 1, 1);
    git("update-index", "--refresh");
    expect(digest()).toBe(before);
    git("update-index", "--chmod=+x", "a");
    const changed = digest();
    expect(changed).not.toBe(before);
    git("update-index", "--skip-worktree", "lib/b");
    expect(digest()).not.toBe(changed);
  });

  it("does not know what git was asked not to look at, what is no regular file and what is only announced", async () => {
    const { root, git, index } = await repository();
    git("update-index", "--assume-unchanged", "a");
    git("update-index", "--skip-worktree", "lib/b");
    await put(root, "announced", "");
    git("add", "-N", "announced");
    execFileSync("ln", ["-s", "a", "link"], { cwd: root });
    git("add", "link");
    const read = GitIndex.read(index());
    const known = [...(read?.entries ?? [])].filter(([, at]) => read?.known.includes(at));
    expect(known.map(([path]) => path)).toEqual(["lib/bb", "lib/ünï✓", `${"long/".repeat(50)}c`]);
  });

  it("does not believe in half of an index", async () => {
    const { git, index } = await repository();
    git("update-index", "--split-index");
    expect(GitIndex.read(index())).toBeUndefined();
  });

  it("never throws", async () => {
    const { git, index } = await repository();
    for (const version of ["2", "4"]) {
      git("update-index", "--index-version", version);
      const whole = index();
      fc.assert(
        fc.property(
          fc.nat(whole.length),
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
          (length, changes) => {
            const bytes = Buffer.from(whole);
            for (const [at, byte] of changes) {
              bytes[at] = byte;
            }
            const read = GitIndex.read(bytes);
            for (const [, at] of read?.entries ?? []) {
              read?.stat(at);
              read?.oid(at);
            }
            read?.digest();
            GitIndex.read(bytes.subarray(0, length));
          },
        ),
      );
    }
    expect(GitIndex.read(Buffer.alloc(0))).toBeUndefined();
    expect(GitIndex.read(Buffer.from("DIRC"))).toBeUndefined();
  });
});
