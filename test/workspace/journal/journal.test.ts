import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TurnJournal } from "../../../source/workspace/journal/journal.js";
import { redo, undo } from "../../../source/workspace/journal/undo.js";
import { put, treeOf, workplace } from "../folders.js";

const bytes = (text: string) => Buffer.from(text);

describe("writing in a turn", () => {
  it("makes files and the folders on the way, and keeps mode and exact bytes", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "run.sh", Buffer.from([0xff, 0x0d, 0x0a, 0x00]), 0o750);
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("run.sh", Buffer.from([0xfe, 0x00]));
    await journal.write("a/b/c.kicad_sch", bytes("new"));
    expect(await readFile(join(root, "run.sh"))).toEqual(Buffer.from([0xfe, 0x00]));
    expect((await stat(join(root, "run.sh"))).mode & 0o7777).toBe(0o750);
    expect(await readFile(join(root, "a/b/c.kicad_sch"), "utf8")).toBe("new");
    expect(await journal.changes()).toEqual([
      { path: "a/b/c.kicad_sch", before: null, after: bytes("new") },
      { path: "run.sh", before: Buffer.from([0xff, 0x0d, 0x0a, 0x00]), after: Buffer.from([0xfe, 0x00]) },
    ]);
  });

  it("keeps what was there before the first of several writes, and only the last of what was written", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 3 });
    for (const text of ["one", "two", "three"]) {
      await journal.write("a", bytes(text));
    }
    expect(await journal.changes()).toEqual([{ path: "a", before: bytes("zero"), after: bytes("three") }]);
    expect(await readdir(join(sessionFolder, "turns/0003/before"))).toHaveLength(1);
    expect(await readdir(join(sessionFolder, "turns/0003/after"))).toHaveLength(1);
  });

  it("leaves what is again as it was out of the changes", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    await journal.write("a", bytes("zero"));
    await journal.write("new/b", bytes("b"));
    await journal.write("new/b", null);
    expect(await journal.changes()).toEqual([]);
    expect(await treeOf(root)).toEqual({ a: expect.stringContaining("zero") });
  });

  it("names a file that somebody else changed between two writes, and does not touch it", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    await writeFile(join(root, "a"), "user");
    await expect(journal.write("a", bytes("two"))).rejects.toMatchObject({
      failure: {
        code: "changed-meanwhile",
        message: "a is not touched: somebody else changed it meanwhile.",
      },
    });
    await rm(join(root, "a"));
    await expect(journal.write("a", bytes("two"))).rejects.toMatchObject({
      failure: { code: "changed-meanwhile" },
    });
    expect(await treeOf(root)).toEqual({});
  });

  it("refuses what is read-only, what is no file, a link, and git's and copperhead's own", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "fixed", "zero", 0o444);
    await mkdir(join(root, "folder"));
    await put(root, "target", "zero");
    await symlink("target", join(root, "link"));
    await symlink("folder", join(root, "linked"));
    const before = await treeOf(root);
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    for (const path of [
      "fixed",
      "folder",
      "link",
      "linked/x",
      "target/x",
      ".git/hooks/x",
      ".copperhead/sessions/x",
    ]) {
      await expect(journal.write(path, bytes("x")), path).rejects.toMatchObject({
        failure: { code: "write-refused" },
      });
    }
    expect(await treeOf(root)).toEqual(before);
    expect(await journal.restore()).toEqual({ restored: [], conflicts: [], reported: [] });
  });

  it("names what the system refuses", async () => {
    const { root, sessionFolder } = workplace();
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    const name = "n".repeat(300);
    await expect(journal.write(name, bytes("x"))).rejects.toMatchObject({
      failure: { code: "write-failed", message: `${name} could not be written: ENAMETOOLONG.` },
    });
    await journal.write("a", bytes("one"));
    expect(await journal.changes()).toEqual([{ path: "a", before: null, after: bytes("one") }]);
  });

  it("keeps the owner where this user may give files away", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    const { uid, gid } = await stat(join(root, "a"));
    const group = uid === 0 ? 1234 : gid;
    await chown(join(root, "a"), uid === 0 ? 1234 : uid, group);
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    expect((await stat(join(root, "a"))).gid).toBe(group);
    await journal.restore();
    expect((await stat(join(root, "a"))).gid).toBe(group);
  });

  it("does not write through a hard link", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    await link(join(root, "a"), join(root, "b"));
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    expect(await readFile(join(root, "b"), "utf8")).toBe("zero");
  });

  it("accepts nothing once the turn is over, not even what was waiting behind the restore", async () => {
    const { root, sessionFolder } = workplace();
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    const first = journal.write("a", bytes("one"));
    const restored = journal.restore();
    const late = journal.write("b", bytes("two"));
    await expect(late).rejects.toMatchObject({ failure: { code: "write-refused" } });
    await first;
    expect((await restored).restored).toEqual(["a"]);
    expect(await treeOf(root)).toEqual({});
  });
});

describe("restoring a turn", () => {
  it("restores bytes and modes, and removes what the turn made, folders included", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "keep/me", "zero", 0o640);
    await put(root, "gone", "soon", 0o755);
    const before = await treeOf(root);
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("keep/me", bytes("one"));
    await journal.write("keep/deep/er/new", bytes("one"));
    await journal.write("gone", null);
    expect(await journal.restore()).toEqual({
      restored: ["gone", "keep/deep", "keep/deep/er", "keep/deep/er/new", "keep/me"],
      conflicts: [],
      reported: [],
    });
    expect(await treeOf(root)).toEqual(before);
  });

  it("names what somebody else changed, removed or exchanged, and restores the rest", async () => {
    const { root, sessionFolder } = workplace();
    for (const path of ["changed", "removed", "linked", "mine", "reverted"]) {
      await put(root, path, "zero");
    }
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    for (const path of ["changed", "removed", "linked", "mine", "reverted", "made/x"]) {
      await journal.write(path, bytes("one"));
    }
    await put(root, "changed", "user");
    await rm(join(root, "removed"));
    await rename(join(root, "linked"), join(root, "elsewhere"));
    await symlink("elsewhere", join(root, "linked"));
    await put(root, "reverted", "zero");
    await put(root, "made/user", "user");
    expect(await journal.restore()).toEqual({
      restored: ["made/x", "mine", "reverted"],
      conflicts: [
        { path: "changed", reason: "somebody else changed it meanwhile" },
        { path: "linked", reason: "it is a link now" },
        { path: "made", reason: "it holds files that are not copperhead's" },
        { path: "removed", reason: "it was removed meanwhile" },
      ],
      reported: [],
    });
    expect(await readFile(join(root, "changed"), "utf8")).toBe("user");
    expect(await readFile(join(root, "elsewhere"), "utf8")).toBe("one");
    expect(await readFile(join(root, "mine"), "utf8")).toBe("zero");
  });

  it("does not follow a folder that became a link since", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "lib/a", "zero");
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("lib/a", bytes("one"));
    await rename(join(root, "lib"), join(root, "other"));
    await symlink("other", join(root, "lib"));
    expect((await journal.restore()).conflicts).toEqual([
      { path: "lib/a", reason: "it was removed meanwhile" },
    ]);
    expect(await readFile(join(root, "other/a"), "utf8")).toBe("one");
  });

  it("leaves permissions alone that only the user changed", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero", 0o644);
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    await chmod(join(root, "a"), 0o600);
    expect((await journal.restore()).restored).toEqual(["a"]);
    expect(await treeOf(root)).toEqual({ a: "file 600 zero" });
  });

  it("names a file whose kept bytes are damaged instead of writing them", async () => {
    const { root, sessionFolder } = workplace();
    await put(root, "a", "zero");
    const journal = await TurnJournal.open({ sessionFolder, root, turn: 1 });
    await journal.write("a", bytes("one"));
    const folder = join(sessionFolder, "turns/0001/before");
    for (const name of await readdir(folder)) {
      await writeFile(join(folder, name), "rotten");
    }
    const { conflicts } = await journal.restore();
    expect(conflicts).toEqual([{ path: "a", reason: expect.stringContaining("The journal is damaged") }]);
    expect(await readFile(join(root, "a"), "utf8")).toBe("one");
  });

  it.each(["../out", "/etc/x", "a/../../out", ".git/hooks/pre-commit", "a//b", ".copperhead/lock"])(
    "does not believe a journal that came with the repository: %s",
    async (path) => {
      const { root, sessionFolder } = workplace();
      await put(
        sessionFolder,
        "turns/0001/index.jsonl",
        `${JSON.stringify({ path, before: null, wrote: null })}\n`,
      );
      await expect(undo({ sessionFolder, root, turns: "last" })).rejects.toMatchObject({
        failure: { code: "journal-damaged" },
      });
    },
  );
});

describe("undo and redo", () => {
  async function threeTurns() {
    const place = workplace();
    await put(place.root, "a", "0");
    const states = [await treeOf(place.root)];
    for (const turn of [1, 2, 3]) {
      const journal = await TurnJournal.open({ ...place, turn });
      await journal.write("a", bytes(String(turn)));
      await journal.write(`new/${turn}`, bytes(String(turn)));
      states.push(await treeOf(place.root));
    }
    return { place, states };
  }

  it("goes back turn by turn, and forward again", async () => {
    const { place, states } = await threeTurns();
    for (const turn of [3, 2, 1]) {
      expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [turn], conflicts: [] });
      expect(await treeOf(place.root)).toEqual(states[turn - 1]);
    }
    expect(await undo({ ...place, turns: "last" })).toEqual({
      turns: [],
      restored: [],
      conflicts: [],
      reported: [],
    });
    for (const turn of [1, 2, 3]) {
      expect(await redo(place)).toMatchObject({ turns: [turn], conflicts: [] });
      expect(await treeOf(place.root)).toEqual(states[turn]);
    }
    expect(await redo(place)).toEqual({ turns: [], restored: [], conflicts: [], reported: [] });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [3] });
  });

  it("undoes all turns of the session at once", async () => {
    const { place, states } = await threeTurns();
    expect(await undo({ ...place, turns: "all" })).toEqual({
      turns: [3, 2, 1],
      restored: ["a", "new", "new/1", "new/2", "new/3"],
      conflicts: [],
      reported: [],
    });
    expect(await treeOf(place.root)).toEqual(states[0]);
  });

  it("passes over turns that changed nothing, and those that were restored when they ended", async () => {
    const { place, states } = await threeTurns();
    const idle = await TurnJournal.open({ ...place, turn: 4 });
    await idle.write("a", bytes("3"));
    const failed = await TurnJournal.open({ ...place, turn: 5 });
    await failed.write("a", bytes("5"));
    await failed.restore();
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [3] });
    expect(await treeOf(place.root)).toEqual(states[2]);
  });

  it("tries a named file again, and goes on to the turn before while it still cannot be moved", async () => {
    const { place } = await threeTurns();
    await put(place.root, "a", "user");
    const named = [{ path: "a", reason: "somebody else changed it meanwhile" }];
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      turns: [3],
      restored: ["new/3"],
      conflicts: named,
    });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      turns: [2],
      restored: ["new/2"],
      conflicts: named,
    });
    await put(place.root, "a", "3");
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      turns: [3],
      restored: ["a"],
      conflicts: [],
    });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({
      turns: [2],
      restored: ["a"],
      conflicts: [],
    });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [1], conflicts: [] });
    expect(await treeOf(place.root)).toEqual({ a: expect.stringMatching(/ 0$/) });
  });

  it("goes on naming a file while nothing else is left to undo", async () => {
    const place = workplace();
    const journal = await TurnJournal.open({ ...place, turn: 1 });
    await journal.write("a", bytes("one"));
    await put(place.root, "a", "user");
    const named = [{ path: "a", reason: "somebody else changed it meanwhile" }];
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [1], conflicts: named });
    expect(await undo({ ...place, turns: "last" })).toMatchObject({ turns: [], conflicts: named });
    expect(await undo({ ...place, turns: "all" })).toMatchObject({ turns: [], conflicts: named });
  });
});
