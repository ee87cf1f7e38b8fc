import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, it } from "vitest";
import { hashOf } from "../../../source/base/files/hash.js";
import { stateOfCommit } from "../../../source/kicad/compare/commit-state.js";
import { stateOnDisk } from "../../../source/kicad/compare/design-state.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { gitStatus } from "../bundled-board.js";

let root: string;

beforeEach(async () => {
  root = temporaryFolder();
  await git("init", "-q");
});

async function git(...args: string[]): Promise<string> {
  const { stdout } = await execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
    cwd: root,
  });
  return stdout;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function commit(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await write(path, text);
  }
  await git("add", "-A", "-f");
  await git("commit", "-qm", "one");
}

async function stateOf(revision = "HEAD", folder = root) {
  return await stateOfCommit(folder, revision, await stateOnDisk(folder));
}

async function textIn(state: Awaited<ReturnType<typeof stateOf>>, path: string): Promise<string | undefined> {
  return (await state.read(path))?.toString();
}

const sheet = "(kicad_sch (version 20250114))";

describe("the state of a commit", () => {
  it("has its files, and names those that are others now", async () => {
    await commit({
      "a/main.kicad_sch": sheet,
      "a/main.kicad_pro": "{}",
      "b/ä b.kicad_pcb": "one",
      "gone.kicad_sch": "gone",
      "notes.md": "x",
    });
    await write("b/ä b.kicad_pcb", "two");
    await write("new.kicad_sch", "new");
    await rm(join(root, "gone.kicad_sch"));
    const state = await stateOf();
    expect(state.when).toBe("in HEAD");
    expect(state.files).toEqual([
      "a/main.kicad_pro",
      "a/main.kicad_sch",
      "b/ä b.kicad_pcb",
      "gone.kicad_sch",
    ]);
    expect([...state.changed].sort()).toEqual(["b/ä b.kicad_pcb", "gone.kicad_sch", "new.kicad_sch"]);
    expect(await textIn(state, "a/main.kicad_sch")).toBe(sheet);
    expect(await textIn(state, "b/ä b.kicad_pcb")).toBe("one");
    expect(await textIn(state, "gone.kicad_sch")).toBe("gone");
    expect(await textIn(state, "new.kicad_sch")).toBeUndefined();
  });

  it("leaves out what lies where no design is looked for", async () => {
    const paths = [
      ".hidden/a.kicad_sch",
      "x-backups/a.kicad_sch",
      "node_modules/p/a.kicad_sch",
      ".a.kicad_sch",
    ];
    await commit(Object.fromEntries([...paths, "b.kicad_sch"].map((path) => [path, sheet])));
    expect(await stateOf()).toMatchObject({ files: ["b.kicad_sch"], changed: new Set() });
  });

  it("is that of any revision, and of a folder of the repository", async () => {
    await commit({ "hardware/a.kicad_sch": "one" });
    await git("tag", "first");
    await commit({ "hardware/a.kicad_sch": "two" });
    const state = await stateOf("first", join(root, "hardware"));
    expect(state.files).toEqual(["a.kicad_sch"]);
    expect(await textIn(state, "a.kicad_sch")).toBe("one");
  });

  it.each(["nope", "--all", "HEAD:a.kicad_sch"])(
    "is refused where git knows no commit %s",
    async (revision) => {
      await commit({ "a.kicad_sch": sheet });
      await expect(stateOf(revision)).rejects.toMatchObject({
        failure: { code: "unknown-revision", exitCode: 2 },
      });
    },
  );

  it("says that a shallow clone lacks the history", async () => {
    await commit({ "a.kicad_sch": sheet });
    await commit({ "a.kicad_sch": "two" });
    const clone = temporaryFolder();
    await git("clone", "--quiet", "--depth", "1", `file://${root}`, clone);
    await expect(stateOf("HEAD~1", clone)).rejects.toMatchObject({
      failure: { code: "unknown-revision", advice: expect.stringContaining("git fetch --unshallow") },
    });
  });

  it("reads nothing but objects: no filter runs, and neither the index nor a ref is written", async () => {
    await commit({ ".gitattributes": "*.kicad_sch filter=bad", "a.kicad_sch": sheet });
    await git("config", "filter.bad.smudge", `touch ${join(root, "ran")}; cat`);
    await git("config", "filter.bad.clean", `touch ${join(root, "ran")}; cat`);
    await write("a.kicad_sch", "changed");
    const index = await readFile(join(root, ".git/index"));
    expect(await textIn(await stateOf(), "a.kicad_sch")).toBe(sheet);
    expect(await readFile(join(root, ".git/index"))).toEqual(index);
    await git("config", "--unset-all", "filter.bad.clean");
    expect(await gitStatus(root)).toBe(" M a.kicad_sch");
  });

  it("takes the files of a submodule as they are: their commits are the submodule's own", async () => {
    const other = temporaryFolder();
    await execa("git", ["init", "-q", other]);
    await writeFile(join(other, "part.kicad_sch"), sheet);
    const identity = ["-c", "user.name=t", "-c", "user.email=t@t"];
    await execa("git", ["-C", other, "add", "-A"]);
    await execa("git", ["-C", other, ...identity, "commit", "-qm", "one"]);
    await git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub");
    await commit({ "a.kicad_sch": sheet });
    await write("sub/part.kicad_sch", "changed");
    const state = await stateOf();
    expect(state.files).toEqual(["a.kicad_sch", "sub/part.kicad_sch"]);
    expect([...state.changed]).toEqual([]);
  });
});

describe("a file that git keeps as a pointer of Git LFS", () => {
  const pointerTo = (text: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${hashOf(text)}\nsize ${text.length}\n`;

  it("is the same where it is what the pointer stands for", async () => {
    await commit({ "a.kicad_pcb": pointerTo("board") });
    await write("a.kicad_pcb", "board");
    expect([...(await stateOf()).changed]).toEqual([]);
  });

  it("is read from what Git LFS keeps, else it is the pointer", async () => {
    await commit({ "a.kicad_pcb": pointerTo("before") });
    await write("a.kicad_pcb", "after");
    expect(await textIn(await stateOf(), "a.kicad_pcb")).toBe(pointerTo("before"));
    const id = hashOf("before");
    await write(`.git/lfs/objects/${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`, "before");
    expect(await textIn(await stateOf(), "a.kicad_pcb")).toBe("before");
  });

  it("is not taken from an object that was tampered with", async () => {
    await commit({ "a.kicad_pcb": pointerTo("before") });
    await write("a.kicad_pcb", "after");
    const id = hashOf("before");
    await write(`.git/lfs/objects/${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`, "other");
    expect(await textIn(await stateOf(), "a.kicad_pcb")).toBe(pointerTo("before"));
  });
});
