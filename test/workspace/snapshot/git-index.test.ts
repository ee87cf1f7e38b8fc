import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statOf } from "../../../source/workspace/snapshot/file-stat.js";
import { readIndex } from "../../../source/workspace/snapshot/git-index.js";
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

describe("readIndex", () => {
  it.for(["2", "4"])("reads version %s as git does", async (version) => {
    const { root, git, index } = await repository();
    git("update-index", "--index-version", version);
    const entries = readIndex(index()) ?? [];
    const shown = entries.map(({ oid, path }) => `100644 ${oid} 0\t${path}\0`);
    expect(shown.join("")).toBe(git("ls-files", "-s", "-z"));
    for (const { path, stat } of entries) {
      expect(statOf(lstatSync(join(root, path)))).toEqual(stat);
    }
  });

  it("leaves out what git was asked not to look at, what is no regular file and what is only announced", async () => {
    const { root, git, index } = await repository();
    git("update-index", "--assume-unchanged", "a");
    git("update-index", "--skip-worktree", "lib/b");
    await put(root, "announced", "");
    git("add", "-N", "announced");
    execFileSync("ln", ["-s", "a", "link"], { cwd: root });
    git("add", "link");
    expect(readIndex(index())?.map(({ path }) => path)).toEqual([
      "lib/bb",
      "lib/ünï✓",
      `${"long/".repeat(50)}c`,
    ]);
  });

  it("does not believe in half of an index", async () => {
    const { git, index } = await repository();
    git("update-index", "--split-index");
    expect(readIndex(index())).toBeUndefined();
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
            readIndex(bytes);
            readIndex(bytes.subarray(0, length));
          },
        ),
      );
    }
    expect(readIndex(Buffer.alloc(0))).toBeUndefined();
    expect(readIndex(Buffer.from("DIRC"))).toBeUndefined();
  });
});
