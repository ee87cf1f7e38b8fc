import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TurnJournal } from "../../../source/workspace/journal/journal.js";
import { redo, undo } from "../../../source/workspace/journal/undo.js";
import {
  hasSnapshot,
  settleSnapshot,
  takeSnapshot,
} from "../../../source/workspace/snapshot/git-snapshot.js";
import { removeSnapshotStore } from "../../../source/workspace/snapshot/snapshot-store.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put, runGit, treeOf, workplace } from "../folders.js";

const git = (root: string, ...args: string[]) => runGit(root, ...args).toString();

/** A repository with a bit of everything: dirty, staged, untracked, ignored, executable, linked and oddly named files. */
async function repository() {
  const place = workplace();
  const { root } = place;
  git(root, "init", "-q", "--template=", "-b", "main");
  await put(root, ".copperhead/.gitignore", "*\n");
  await put(root, ".gitignore", "*.log\ncache/\nforced.log\n");
  await put(root, "board.kicad_pcb", "(kicad_pcb committed)\n");
  await put(root, "staged.txt", "committed\n");
  await put(root, "run.sh", "#!/bin/sh\n", 0o755);
  await put(root, "lib/a.kicad_mod", "a\n");
  await put(root, "lib/b.kicad_mod", "b\n");
  await put(root, "forced.log", "tracked though ignored\n");
  await put(root, "deleted.txt", "gone from the tree, not from the index\n");
  await symlink("lib/a.kicad_mod", join(root, "link"));
  git(root, "add", "-f", ".", ":!.copperhead");
  git(root, "commit", "-qm", "start");
  await put(root, "board.kicad_pcb", "(kicad_pcb dirty)\r\n");
  await put(root, "staged.txt", "staged\n");
  git(root, "add", "staged.txt");
  await put(root, "staged.txt", "staged, and changed again\n");
  await rm(join(root, "deleted.txt"));
  await put(root, "untracked/deep/new.txt", Buffer.from([0, 0xff, 0x0d, 0x0a]), 0o600);
  await put(root, "debug.log", "ignored\n");
  await put(root, "cache/x/y", "ignored\n");
  await mkdir(join(root, "empty/inner"), { recursive: true });
  for (const name of ["-dash", " spaces ", 'quo"te', "line\nfeed", "back\\slash", "ünï✓", "tab\there"]) {
    await put(root, `odd/${name}`, `odd ${name}`);
  }
  await writeFile(Buffer.concat([Buffer.from(join(root, "odd/")), Buffer.from([0x6c, 0xe9, 0x80])]), "latin");
  return place;
}

/** What git thinks of the repository, and the exact index. */
async function gitView(root: string) {
  return {
    status: git(root, "status", "--porcelain=v2", "--branch", "--ignored", "-z"),
    stages: git(root, "ls-files", "-s", "-z"),
    refs: git(root, "for-each-ref"),
    objects: git(root, "count-objects", "-v"),
  };
}

/** What Cursor's own tools might do to it all. */
async function turnEverythingOver(root: string) {
  await put(root, "board.kicad_pcb", "(kicad_pcb by cursor)\n");
  await put(root, "staged.txt", "by cursor\n");
  await chmod(join(root, "run.sh"), 0o644);
  await rm(join(root, "lib/a.kicad_mod"));
  await rename(join(root, "lib"), join(root, "library"));
  await symlink("library", join(root, "lib"));
  await rm(join(root, "link"));
  await put(root, "link/now/a/folder", "x");
  await put(root, "forced.log", "by cursor\n");
  await put(root, "deleted.txt", "it is back\n");
  await rm(join(root, "untracked"), { recursive: true });
  await writeFile(join(root, "untracked"), "a file now");
  await rm(join(root, "empty"), { recursive: true });
  await mkdir(join(root, "made/empty"), { recursive: true });
  await put(root, "made/by/cursor.txt", "new\n", 0o700);
  for (const name of ["-dash", " spaces ", 'quo"te', "line\nfeed", "back\\slash"]) {
    await rm(join(root, "odd", name));
  }
  await put(root, "odd/ünï✓", "by cursor");
  await rm(Buffer.concat([Buffer.from(join(root, "odd/")), Buffer.from([0x6c, 0xe9, 0x80])]));
  await writeFile(Buffer.concat([Buffer.from(join(root, "odd/")), Buffer.from([0xc3, 0x28])]), "new odd one");
}

describe("a native turn", () => {
  it("is taken back to the byte: tree, modes, links, folders, odd names; and put forward again", async () => {
    const place = await repository();
    const { root } = place;
    const [before, view] = [await treeOf(root), await gitView(root)];
    await takeSnapshot({ ...place, turn: 1 });
    expect(await treeOf(root)).toEqual(before);
    expect(await gitView(root)).toEqual(view);
    await turnEverythingOver(root);
    const after = await treeOf(root);
    expect(await settleSnapshot({ ...place, turn: 1 })).toEqual([]);

    const undone = await undo({ ...place, turns: "last" });
    expect(undone).toMatchObject({ turns: [1], conflicts: [], reported: [] });
    expect(await treeOf(root)).toEqual(before);
    expect(await gitView(root)).toEqual(view);

    expect(await redo(place)).toMatchObject({ turns: [1], conflicts: [] });
    expect(await treeOf(root)).toEqual(after);
    await removeSnapshotStore(place.sessionFolder);
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [1], conflicts: [] });
    expect(await treeOf(root)).toEqual(before);
  });

  it("has changes like any other turn", async () => {
    const place = await repository();
    await takeSnapshot({ ...place, turn: 1 });
    await put(place.root, "board.kicad_pcb", "by cursor");
    await chmod(join(place.root, "run.sh"), 0o700);
    await rm(join(place.root, "link"));
    await settleSnapshot({ ...place, turn: 1 });
    const journal = await TurnJournal.open({ ...place, turn: 1 });
    expect(await journal.changes()).toEqual([
      {
        path: "board.kicad_pcb",
        before: Buffer.from("(kicad_pcb dirty)\r\n"),
        after: Buffer.from("by cursor"),
      },
      { path: "link", before: Buffer.from("lib/a.kicad_mod"), after: null },
      { path: "run.sh", before: Buffer.from("#!/bin/sh\n"), after: Buffer.from("#!/bin/sh\n") },
    ]);
    expect(await journal.restore()).toMatchObject({
      restored: ["board.kicad_pcb", "link", "run.sh"],
      conflicts: [],
    });
  });

  it("is taken back by the next start where it was cut off", async () => {
    const place = await repository();
    const before = await treeOf(place.root);
    await takeSnapshot({ ...place, turn: 1 });
    await turnEverythingOver(place.root);
    const journal = await TurnJournal.open({ ...place, turn: 1 });
    expect(await journal.restore()).toMatchObject({ conflicts: [] });
    expect(await treeOf(place.root)).toEqual(before);
    expect(await settleSnapshot({ ...place, turn: 1 })).toEqual([]);
  });

  it("names what somebody else changed after it, and leaves that", async () => {
    const place = await repository();
    await takeSnapshot({ ...place, turn: 1 });
    for (const path of ["board.kicad_pcb", "run.sh", "staged.txt"]) {
      await put(place.root, path, "by cursor");
    }
    await chmod(join(place.root, "run.sh"), 0o644);
    await settleSnapshot({ ...place, turn: 1 });
    await put(place.root, "board.kicad_pcb", "by the user");
    await chmod(join(place.root, "run.sh"), 0o711);
    const { restored, conflicts } = await undo({ ...place, turns: "last" });
    expect(restored).toEqual(["staged.txt"]);
    expect(conflicts).toEqual([
      { path: "board.kicad_pcb", reason: "somebody else changed it meanwhile" },
      { path: "run.sh", reason: "somebody else changed its permissions meanwhile" },
    ]);
    expect(await readFile(join(place.root, "board.kicad_pcb"), "utf8")).toBe("by the user");
  });

  it("reports the index, refs and ignored files, and does not rewrite them", async () => {
    const place = await repository();
    const { root } = place;
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, "staged.txt", "committed by cursor\n");
    git(root, "add", "staged.txt");
    git(root, "commit", "-qm", "cursor");
    git(root, "tag", "cursor");
    await put(root, "debug.log", "changed\n");
    await rm(join(root, "cache"), { recursive: true });
    await put(root, "fresh.log", "made\n");
    const reported = await settleSnapshot({ ...place, turn: 1 });
    expect(reported.map(({ path }) => path).sort()).toEqual([
      ".git/index",
      ".git/refs/heads/main",
      ".git/refs/tags/cursor",
      "cache/",
      "debug.log",
      "fresh.log",
    ]);
    const view = await gitView(root);
    const undone = await undo({ ...place, turns: "last" });
    expect(undone).toMatchObject({ restored: ["staged.txt"], conflicts: [], reported });
    expect({ ...(await gitView(root)), status: "" }).toEqual({ ...view, status: "" });
    expect(await readFile(join(root, "staged.txt"), "utf8")).toBe("staged, and changed again\n");
    expect(await readFile(join(root, "debug.log"), "utf8")).toBe("changed\n");
    expect(await readFile(join(root, "fresh.log"), "utf8")).toBe("made\n");
  });

  it("never removes a file that was ignored before the turn and is not any more", async () => {
    const place = await repository();
    const { root } = place;
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, ".gitignore", "");
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      restored: [".gitignore"],
      conflicts: [],
    });
    expect(await treeOf(root)).toEqual(before);
  });

  it("restores what the turn made git ignore", async () => {
    const place = await repository();
    const { root } = place;
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, ".gitignore", "untracked/\n*.log\ncache/\nempty/\n");
    await put(root, "untracked/deep/new.txt", "by cursor");
    await settleSnapshot({ ...place, turn: 1 });
    await undo({ ...place, turns: "last" });
    expect(await treeOf(root)).toEqual(before);
  });

  it("survives the removal of .git in the turn", async () => {
    const place = await repository();
    const { root } = place;
    git(root, "gc", "-q");
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    await rm(join(root, ".git"), { recursive: true });
    await rm(join(root, "lib"), { recursive: true });
    await put(root, "run.sh", "by cursor");
    await expect(undo({ ...place, turns: "last" })).rejects.toMatchObject({
      failure: { code: "git-needed" },
    });
    git(root, "init", "-q", "--template=", "-b", "main");
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ conflicts: [] });
    expect(await treeOf(root)).toEqual(before);
  });
});

describe("a snapshot that is ended", () => {
  it("is none: nothing waits to be compared", async () => {
    const place = { ...(await repository()), turn: 1 };
    const before = await treeOf(place.root);
    const ending = new AbortController();
    const taking = takeSnapshot(place, ending.signal);
    ending.abort();
    await expect(taking).rejects.toThrow();
    expect(await hasSnapshot(place)).toBe(false);
    await takeSnapshot(place);
    await turnEverythingOver(place.root);
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ conflicts: [] });
    expect(await treeOf(place.root)).toEqual(before);
  });
});

describe("what a snapshot costs", () => {
  it("is only what is not in the repository's packs, and nothing once it is removed", async () => {
    const place = await repository();
    git(place.root, "gc", "-q");
    await takeSnapshot({ ...place, turn: 1 });
    const store = join(place.sessionFolder, "tree.git");
    const [, loose] = /^count: (\d+)/m.exec(git(store, "count-objects", "-v")) ?? [];
    const dirty = git(place.root, "ls-files", "-z", "-m", "-o", "--exclude-standard").split("\0").length - 1;
    expect(Number(loose)).toBeLessThanOrEqual(dirty);
    await removeSnapshotStore(place.sessionFolder);
    await expect(stat(store)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is no copy of what git's objects hold, in a pack or not, and they stay when the repository loses them", async () => {
    const place = await committed({ "a.txt": "one\n", "b.txt": "two\n" });
    const { root } = place;
    await takeSnapshot({ ...place, turn: 1 });
    const objects = join(place.sessionFolder, "tree.git", "objects");
    const kept = (await readdir(objects, { recursive: true })).filter((name) => /^..\/.{38}$/.test(name));
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      expect((await stat(join(objects, name))).ino).toBe((await stat(join(root, ".git/objects", name))).ino);
    }
    const before = await treeOf(root);
    await put(root, "a.txt", "by cursor\n");
    await rm(join(root, "b.txt"));
    await settleSnapshot({ ...place, turn: 1 });
    await rm(join(root, ".git/objects"), { recursive: true });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      restored: ["a.txt", "b.txt"],
      conflicts: [],
    });
    expect(await treeOf(root)).toEqual(before);
  });

  it("is paid once for files that are the same", async () => {
    const place = await repository();
    await takeSnapshot({ ...place, turn: 1 });
    for (const name of ["one", "two", "three", "four"]) {
      await put(place.root, name, "the same");
    }
    await settleSnapshot({ ...place, turn: 1 });
    expect(await readdir(join(place.sessionFolder, "turns/0001/after"))).toHaveLength(1);
    expect((await undo({ ...place, turns: "last" })).restored).toEqual(["four", "one", "three", "two"]);
  });
});

/**
 * A repository in which these files are committed, long enough ago that git trusts how they look. `attributes` are in
 * the file at `attributesPath`.
 */
async function committed(
  files: Record<string, string>,
  attributes?: string,
  attributesPath = ".git/info/attributes",
) {
  const place = workplace();
  const { root } = place;
  git(root, "init", "-q", "--template=");
  git(root, "config", "core.attributesFile", join(root, ".git/everywhere"));
  if (attributes !== undefined) {
    await put(root, attributesPath, attributes);
  }
  const then = new Date(Date.now() - 60_000);
  for (const [path, content] of Object.entries(files)) {
    await put(root, path, content);
    await utimes(join(root, path), then, then);
  }
  await appendFile(join(root, ".git/config"), '[filter "swap"]\n\tclean = tr ab ba\n');
  git(root, "add", ...Object.keys(files));
  git(root, "commit", "-qm", "start");
  return place;
}

describe("what git's index says", () => {
  const everyFile = { "a.txt": "ab\n", "b.txt": "aabb\n", "c.f": "abba\n", "d.crlf": "one\r\ntwo\r\n" };

  async function expectUndone(
    place: Awaited<ReturnType<typeof committed>>,
    paths = Object.keys(everyFile),
  ): Promise<void> {
    const { root } = place;
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    for (const path of paths) {
      await put(root, path, "cursor");
    }
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ conflicts: [] });
    expect(await treeOf(root)).toEqual(before);
  }

  it("is not believed of files that git was asked not to look at", async () => {
    const place = await committed(everyFile);
    git(place.root, "update-index", "--assume-unchanged", "a.txt");
    git(place.root, "update-index", "--skip-worktree", "b.txt");
    await put(place.root, "a.txt", "AB\n");
    await put(place.root, "b.txt", "AABB\n");
    await expectUndone(place);
  });

  it("is not believed of files that git stores in another form", async () => {
    await expectUndone(await committed(everyFile, "*.f filter=swap\n*.crlf text\n*.txt ident\n"));
  });

  it.for([".gitattributes", "sub/.gitattributes", ".git/everywhere"])(
    "is not believed of files that %s has git store in another form of the same size",
    async (file) => {
      const place = await committed({ ...everyFile, "sub/c.f": "abba\n" }, "*.f filter=swap\n", file);
      await expectUndone(place, [...Object.keys(everyFile), "sub/c.f"]);
    },
  );

  it("is not believed of files whose objects are gone, or elsewhere", async () => {
    const other = await committed(everyFile);
    const place = workplace();
    const { root } = place;
    git(root, "clone", "-q", "--shared", other.root, "clone");
    await rename(join(root, "clone/.git"), join(root, ".git"));
    git(root, "checkout", "-q", ".");
    await rm(join(root, "clone"), { recursive: true });
    const [a = ""] = git(other.root, "rev-parse", "HEAD:a.txt").split("\n");
    await rm(join(other.root, ".git/objects", a.slice(0, 2), a.slice(2)));
    const then = new Date(Date.now() - 60_000);
    for (const path of Object.keys(everyFile)) {
      await utimes(join(root, path), then, then);
    }
    git(root, "update-index", "-q", "--refresh");
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    await rm(join(other.root, ".git"), { recursive: true });
    await put(root, "a.txt", "cursor");
    await put(root, "b.txt", "cursor");
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ restored: ["a.txt", "b.txt"] });
    expect(await treeOf(root)).toEqual(before);
  });

  it("is not believed of a file that may have changed in the moment in which the index was written", async () => {
    const place = await committed(everyFile);
    const { root } = place;
    const { atime, mtime } = await stat(join(root, "a.txt"));
    await utimes(join(root, ".git/index"), atime, mtime);
    await takeSnapshot({ ...place, turn: 1 });
    const { files } = JSON.parse(
      await readFile(join(place.sessionFolder, "turns/0001/snapshot.json"), "utf8"),
    );
    expect(files.paths.sort()).toEqual(Object.keys(everyFile).sort());
  });

  it("is not reported as changed where git only looked at the files again", async () => {
    const place = await committed(everyFile);
    const { root } = place;
    await takeSnapshot({ ...place, turn: 1 });
    const before = await readFile(join(root, ".git/index"));
    await utimes(join(root, "a.txt"), 1, 1);
    git(root, "update-index", "--refresh");
    expect((await readFile(join(root, ".git/index"))).equals(before)).toBe(false);
    expect(await settleSnapshot({ ...place, turn: 1 })).toEqual([]);
  });

  it("is not believed of a file that looks the same but for what settings hide", async () => {
    const place = await committed(everyFile);
    const { root } = place;
    git(root, "config", "core.trustctime", "false");
    git(root, "config", "core.checkStat", "minimal");
    const { atime, mtime } = await stat(join(root, "a.txt"));
    await put(root, "a.txt", "ba\n");
    await utimes(join(root, "a.txt"), atime, mtime);
    await expectUndone(place);
  });

  it("does not matter to rights that git does not keep", async () => {
    const place = await committed(everyFile);
    await chmod(join(place.root, "a.txt"), 0o600);
    const before = await treeOf(place.root);
    git(place.root, "status");
    await takeSnapshot({ ...place, turn: 1 });
    await chmod(join(place.root, "a.txt"), 0o640);
    await chmod(join(place.root, "b.txt"), 0o600);
    git(place.root, "status");
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ restored: ["a.txt", "b.txt"] });
    expect(await treeOf(place.root)).toEqual(before);
  });

  it("does not matter to files of a merge that is not done, nor to those that are gone", async () => {
    const place = await committed(everyFile);
    const { root } = place;
    git(root, "checkout", "-qb", "side");
    await put(root, "a.txt", "side\n");
    git(root, "commit", "-qam", "side");
    git(root, "checkout", "-q", "-");
    await put(root, "a.txt", "own\n");
    git(root, "commit", "-qam", "own");
    expect(() => git(root, "merge", "-q", "side")).toThrow();
    await rm(join(root, "b.txt"));
    await expectUndone(place);
  });

  it("is not needed to see a change that keeps size and time", async () => {
    const place = await committed(everyFile);
    const { root } = place;
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    const { atime, mtime } = await stat(join(root, "a.txt"));
    await put(root, "a.txt", "ba\n");
    await utimes(join(root, "a.txt"), atime, mtime);
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ restored: ["a.txt"] });
    expect(await treeOf(root)).toEqual(before);
  });
});

describe("raw bytes", () => {
  it("come back whatever attributes, filters, hooks and settings the repository has", async () => {
    const place = workplace();
    const { root } = place;
    git(root, "init", "-q", "--template=");
    const ran = join(temporaryFolder(), "ran");
    const settings = `[core]
  autocrlf = true
  safecrlf = true
  fsmonitor = touch ${ran}
  ignoreCase = true
  fileMode = false
[filter "shout"]
  clean = "touch ${ran}; tr a-z A-Z"
  smudge = "touch ${ran}; tr A-Z a-z"
  required = true
`;
    await appendFile(join(root, ".git/config"), settings);
    await put(
      root,
      ".gitattributes",
      "*.crlf text eol=crlf\n*.f filter=shout\n*.id ident\n*.u16 text working-tree-encoding=UTF-16\n",
    );
    const contents: Record<string, string | Buffer> = {
      "a.crlf": "one\ntwo\r\nthree\rfour",
      "b.f": "Mixed Case\n",
      "c.id": "$Id$ $Id: deadbeef $\n",
      "d.u16": Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x0d]),
      "e.txt": "\r\n\n\r\n",
    };
    for (const [path, content] of Object.entries(contents)) {
      await put(root, path, content, 0o755);
    }
    const before = await treeOf(root);
    await takeSnapshot({ ...place, turn: 1 });
    for (const path of Object.keys(contents)) {
      await put(root, path, "by cursor", 0o644);
    }
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      restored: Object.keys(contents),
      conflicts: [],
    });
    expect(await treeOf(root)).toEqual(before);
    await expect(stat(ran)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("come back in a repository of the newer object format", async () => {
    const place = workplace();
    const { root } = place;
    git(root, "init", "-q", "--template=", "--object-format=sha256");
    await put(root, "a", "committed");
    git(root, "add", "a");
    git(root, "commit", "-qm", "a");
    git(root, "gc", "-q");
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, "a", "by cursor");
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ restored: ["a"], conflicts: [] });
    expect(await readFile(join(root, "a"), "utf8")).toBe("committed");
  });

  it("come back in submodules and nested repositories, and one that was not checked out is left", async () => {
    const place = workplace();
    const { root } = place;
    const library = temporaryFolder();
    git(library, "init", "-q", "--template=");
    await put(library, "part.kicad_sym", "part\n");
    git(library, "add", "-A");
    git(library, "commit", "-qm", "part");
    git(root, "init", "-q", "--template=");
    for (const name of ["sub", "absent"]) {
      git(root, "submodule", "--quiet", "add", library, name);
    }
    git(root, "submodule", "--quiet", "deinit", "-f", "absent");
    git(root, "init", "-q", "--template=", "nested");
    await put(root, ".copperhead/.gitignore", "*\n");
    await put(root, "nested/file", "nested\n");
    await put(root, "sub/part.kicad_sym", "dirty\n");
    const before = await treeOf(root);
    const view = [git(root, "status", "-z"), git(join(root, "sub"), "status", "-z")];
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, "sub/part.kicad_sym", "by cursor\n");
    await put(root, "sub/new/x", "by cursor\n");
    await rm(join(root, "nested/file"));
    await settleSnapshot({ ...place, turn: 1 });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ conflicts: [], reported: [] });
    expect(await treeOf(root)).toEqual(before);
    expect([git(root, "status", "-z"), git(join(root, "sub"), "status", "-z")]).toEqual(view);
  });
});

describe("several native turns", () => {
  it("go back one by one, also over a turn of copperhead's own tools", async () => {
    const place = await repository();
    const { root } = place;
    const states = [await treeOf(root)];
    await takeSnapshot({ ...place, turn: 1 });
    await put(root, "board.kicad_pcb", "first");
    await settleSnapshot({ ...place, turn: 1 });
    states.push(await treeOf(root));
    const journal = await TurnJournal.open({ ...place, turn: 2 });
    await journal.write("board.kicad_pcb", Buffer.from("second"));
    states.push(await treeOf(root));
    await takeSnapshot({ ...place, turn: 3 });
    await put(root, "board.kicad_pcb", "third!");
    await rm(join(root, "odd"), { recursive: true });
    await settleSnapshot({ ...place, turn: 3 });
    for (const turn of [3, 2, 1]) {
      expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [turn], conflicts: [] });
      expect(await treeOf(root)).toEqual(states[turn - 1]);
    }
  });
});

describe("a snapshot that somebody tampered with", () => {
  /** A turn that was cut off, its object for a.txt replaced by one that is not there. */
  async function missingObject() {
    const place = { ...workplace(), turn: 1 };
    git(place.root, "init", "-q", "--template=");
    await put(place.root, "a.txt", "before\n");
    await takeSnapshot(place);
    await put(place.root, "a.txt", "after\n");
    const snapshotFile = join(place.sessionFolder, "turns/0001/snapshot.json");
    const text = await readFile(snapshotFile, "utf8");
    await writeFile(snapshotFile, text.replaceAll(/"oids":\["\w+"/g, `"oids":["${"1".repeat(40)}"`));
    return { ...place, store: join(place.sessionFolder, "tree.git") };
  }

  it("is damaged where an object is missing, and nothing is put back", async () => {
    const place = await missingObject();
    await expect(undo({ ...place, turns: "last" })).rejects.toMatchObject({
      failure: { code: "file-damaged", message: expect.stringContaining("1".repeat(40)) },
    });
    expect(await readFile(join(place.root, "a.txt"), "utf8")).toBe("after\n");
  });

  it("is damaged where the copy of the index is missing", async () => {
    const place = { ...(await committed({ "a.txt": "before\n" })), turn: 1 };
    await takeSnapshot(place);
    await put(place.root, "a.txt", "after\n");
    await rm(join(place.sessionFolder, "turns/0001/snapshot.index"));
    await expect(undo({ ...place, turns: "last" })).rejects.toMatchObject({
      failure: { code: "journal-damaged" },
    });
    expect(await readFile(join(place.root, "a.txt"), "utf8")).toBe("after\n");
  });

  it("runs nothing that a configuration found there names", async () => {
    const place = await missingObject();
    const marker = join(place.root, "ran");
    await put(
      place.store,
      "config",
      `[core]\n\trepositoryformatversion = 1\n\tfsmonitor = touch ${marker}\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ${place.root}\n\tpromisor = true\n\tuploadpack = touch ${marker};\n`,
    );
    await expect(undo({ ...place, turns: "last" })).rejects.toMatchObject({
      failure: { code: "file-damaged" },
    });
    expect(await readdir(place.root)).not.toContain("ran");
  });

  it("reads no objects from where alternates, a common folder or links lead", async () => {
    const place = await missingObject();
    const other = temporaryFolder();
    git(other, "init", "-q", "--template=");
    await put(other, "secret", "secret\n");
    const oid = git(other, "hash-object", "-w", "secret").trim();
    const snapshotFile = join(place.sessionFolder, "turns/0001/snapshot.json");
    await writeFile(snapshotFile, (await readFile(snapshotFile, "utf8")).replaceAll("1".repeat(40), oid));
    await put(place.store, "objects/info/alternates", `${join(other, ".git/objects")}\n`);
    await put(place.store, "commondir", `${join(other, ".git")}\n`);
    await rm(join(place.store, "objects", oid.slice(0, 2)), { recursive: true, force: true });
    await symlink(
      join(other, ".git/objects", oid.slice(0, 2)),
      join(place.store, "objects", oid.slice(0, 2)),
    );
    await expect(undo({ ...place, turns: "last" })).rejects.toMatchObject({
      failure: { code: "file-damaged" },
    });
  });
});

describe("where git is not there", () => {
  it("reports that the folder is no repository", async () => {
    const place = workplace();
    await expect(takeSnapshot({ ...place, turn: 1 })).rejects.toMatchObject({
      failure: { code: "git-needed", exitCode: 2, message: expect.stringContaining("no git repository") },
    });
  });

  it("names the command that makes git trust a repository of another user", async () => {
    const place = workplace();
    const folder = temporaryFolder();
    const words = "fatal: detected dubious ownership; call: git config --global --add safe.directory x";
    await put(folder, "git", `#!/bin/sh\necho '${words}' >&2\nexit 128\n`, 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    try {
      await expect(takeSnapshot({ ...place, turn: 1 })).rejects.toMatchObject({
        failure: { advice: `If you trust it: git config --global --add safe.directory ${place.root}` },
      });
    } finally {
      process.env.PATH = path;
    }
  });

  it("reports that git is not installed", async () => {
    const place = workplace();
    const path = process.env.PATH;
    process.env.PATH = temporaryFolder();
    try {
      await expect(takeSnapshot({ ...place, turn: 1 })).rejects.toMatchObject({
        failure: { code: "git-missing", exitCode: 2 },
      });
    } finally {
      process.env.PATH = path;
    }
  });
});
