import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { splitPaths } from "../../../source/base/files/path-bytes.js";
import { GitIndex } from "../../../source/workspace/snapshot/git-index.js";
import { readWorkingTree } from "../../../source/workspace/snapshot/working-tree.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { runGit as git, put } from "../folders.js";

/** A repository of tracked, untracked and ignored files in all sorts of folders. */
async function repository(): Promise<string> {
  const root = temporaryFolder();
  git(root, "init", "-q");
  await put(root, ".gitignore", "*.log\ncache/\n!kept.log\n/only/**\n");
  await put(root, "lib/.gitignore", "*.tmp\n!/deep/\n");
  for (const path of [
    "a",
    "gone",
    "folder-now",
    "lib/b",
    "lib/deep/c",
    "cache/forced",
    "ünï✓/d",
    "link-now/e",
  ]) {
    await put(root, path, path);
  }
  git(root, "add", "-A", "-f");
  await rm(join(root, "gone"));
  await rm(join(root, "folder-now"));
  await rm(join(root, "link-now"), { recursive: true });
  await symlink("lib", join(root, "link-now"));
  for (const path of [
    "folder-now/inside",
    "folder-now/x.log",
    "new",
    "x.log",
    "kept.log",
    "only/x/y",
    "cache/z",
    "lib/x.tmp",
    "lib/deep/x.tmp",
    "fresh/x.log",
    "half/x.log",
    "half/deep/y",
    ".copperhead/config.json",
    ".copperhead/sessions/x/transcript.jsonl",
    "sessions/.copperhead/config.json",
    "sessions/x",
  ]) {
    await put(root, path, path);
  }
  await mkdir(join(root, "empty/inner"), { recursive: true });
  execFileSync("mkfifo", [join(root, "pipe"), join(root, "lib/pipe")]);
  await writeFile(Buffer.concat([Buffer.from(join(root, "lib/")), Buffer.from([0x6c, 0xe9])]), "latin");
  return root;
}

/** `readWorkingTree` for a user who may not list folders of that name: root, as whom tests may run, may list all. */
async function refusedIn(name: string): Promise<typeof readWorkingTree> {
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock("node:fs");
    vi.resetModules();
  });
  vi.doMock("node:fs", async (original) => {
    const fs = await original<typeof import("node:fs")>();
    const readdirSync = (path: string, options: object) => {
      if (basename(path) === name) {
        throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
      }
      return fs.readdirSync(path, options);
    };
    return { ...fs, readdirSync };
  });
  return (await import("../../../source/workspace/snapshot/working-tree.js")).readWorkingTree;
}

async function read(root: string, readTree = readWorkingTree) {
  const index = GitIndex.read(await readFile(join(root, ".git/index")));
  if (!index) {
    throw new Error("The index cannot be read.");
  }
  return readTree(root, { index, expected: index.entries, known: () => undefined });
}

/** What git lists, without what is internal, what is gone and what is no file. */
function listed(root: string, ...args: string[]): string[] {
  const paths = splitPaths(git(root, "ls-files", "-z", ...args)).filter((path) => !path.endsWith("/"));
  return [...new Set(paths)].filter((path) => !/^\.copperhead\/(?!config.json)/.test(path)).sort();
}

async function expectAsListed(root: string, missing: readonly string[]): Promise<void> {
  const tree = await read(root);
  expect([...tree.absent].sort()).toEqual(missing);
  const others = listed(root, "-c", "-o", "--exclude-standard").filter((path) => !missing.includes(path));
  expect([...tree.unkept.keys(), ...tree.files.keys()].sort()).toEqual(others);
  expect([...tree.ignored.keys()].sort()).toEqual(listed(root, "-o", "-i", "--exclude-standard"));
}

describe("readWorkingTree", () => {
  it("has the files that git lists, and those that it ignores", async () => {
    await expectAsListed(await repository(), ["folder-now", "gone", "link-now/e"]);
  });

  it("needs more than names only where there is more than the index has", async () => {
    const root = temporaryFolder();
    git(root, "init", "-q");
    await put(root, ".gitignore", "build/\n*.log\n");
    await put(root, "lib/deep/a", "a");
    git(root, "add", "-A");
    expect([...(await read(root)).folders.keys()]).toEqual(["lib", "lib/deep"]);
    await mkdir(join(root, "lib/build/empty"), { recursive: true });
    const { folders, ignoredFolders } = await read(root);
    expect([...folders.keys(), ignoredFolders]).toEqual(["lib", "lib/deep", ["lib/build"]]);
    await rm(join(root, "lib/build"), { recursive: true });
    git(root, "init", "-q", "nested");
    await put(root, "lib/x.log", "x");
    expect([...(await read(root)).ignored.keys()]).toEqual(["lib/x.log"]);
  });

  it("has the same where another repository is in the tree, or a `.git` that is none", async () => {
    const root = await repository();
    await put(root, "strange/.git/config", "no repository");
    await put(root, "strange/file", "file");
    await expectAsListed(root, ["folder-now", "gone", "link-now/e"]);
    git(root, "init", "-q", "nested");
    await put(root, "nested/.gitignore", "*.x\n");
    await put(root, "nested/own", "own");
    await put(root, "nested/ignored.x", "ignored");
    const tree = await read(root);
    expect([...tree.unkept.keys()].filter((path) => path.startsWith("nested"))).toEqual([
      "nested/.gitignore",
      "nested/own",
    ]);
    expect([...tree.ignored.keys()]).toContain("nested/ignored.x");
  });

  it("leaves the folder of a submodule that was not checked out as git does", async () => {
    const root = await repository();
    const library = temporaryFolder();
    git(library, "init", "-q");
    git(library, "commit", "-q", "--allow-empty", "-m", "empty");
    git(root, "submodule", "--quiet", "add", library, "sub");
    git(root, "submodule", "--quiet", "deinit", "-f", "sub");
    await put(root, "sub/file", "file");
    await expectAsListed(root, ["folder-now", "gone", "link-now/e", "sub"]);
  });

  it("knows the modes of all folders but ignored ones", async () => {
    const { folders } = await read(await repository());
    expect([...folders.keys()].sort()).toEqual(
      [
        "cache",
        "empty",
        "empty/inner",
        "folder-now",
        "half",
        "half/deep",
        "lib",
        "lib/deep",
        "sessions",
        "sessions/.copperhead",
        "ünï✓",
      ].sort(),
    );
    expect(folders.get("lib")).toBe(0o777 & ~process.umask());
  });

  it("throws where a folder may not be listed, unless it is ignored", async () => {
    const readTree = await refusedIn("closed");
    const root = await repository();
    await mkdir(join(root, "cache/closed"));
    await read(root, readTree);
    await mkdir(join(root, "lib/closed"));
    await expect(read(root, readTree)).rejects.toMatchObject({ code: "EACCES" });
  });
});
