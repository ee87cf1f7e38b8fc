import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { withUntouched } from "../../../../source/kicad/check/reports/untouched.js";
import { temporaryFolder } from "../../../temporary-folder.js";

let parent: string;
let root: string;
beforeEach(() => {
  parent = temporaryFolder();
  root = join(parent, "repository");
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

it("is the repository without the turn's changes, under the same names", async () => {
  await write("hw/a.kicad_sch", "changed");
  await write("hw/new.kicad_sch", "new");
  await write("hw/a.kicad_pro", "same");
  await write("docs/x.md", "same");
  await write(".git/config", "git");
  await write("hw/a.kicad_prl", "local");
  await write("../libraries/x.kicad_sym", "library");
  const changes = [
    { path: "hw/a.kicad_sch", before: Buffer.from("old"), after: Buffer.from("changed") },
    { path: "hw/new.kicad_sch", before: null, after: Buffer.from("new") },
    { path: "gone/b.kicad_sch", before: Buffer.from("gone"), after: null },
  ];
  const copy = await withUntouched(root, changes, async (folder) => {
    const read = (path: string) => readFile(join(folder, path), "utf8");
    expect(await read("hw/a.kicad_sch")).toBe("old");
    expect(await read("gone/b.kicad_sch")).toBe("gone");
    expect(await read("hw/a.kicad_pro")).toBe("same");
    expect(await read("docs/x.md")).toBe("same");
    expect(await read("../libraries/x.kicad_sym")).toBe("library");
    expect((await readdir(folder)).sort()).toEqual(["docs", "gone", "hw"]);
    expect((await readdir(join(folder, "hw"))).sort()).toEqual(["a.kicad_pro", "a.kicad_sch"]);
    return folder;
  });
  expect(await readFile(join(root, "hw/a.kicad_sch"), "utf8")).toBe("changed");
  await expect(lstat(copy)).rejects.toMatchObject({ code: "ENOENT" });
});

it("never writes through to a file that is only linked", async () => {
  await write("docs/x.md", "changed");
  await withUntouched(
    root,
    [{ path: "docs/x.md", before: Buffer.from("old"), after: null }],
    async (folder) => {
      expect(await readFile(join(folder, "docs/x.md"), "utf8")).toBe("old");
    },
  );
  expect(await readFile(join(root, "docs/x.md"), "utf8")).toBe("changed");
});

it("never follows a folder that has become a link", async () => {
  await write("docs/x.md", "changed");
  await symlink(join(root, "docs"), join(root, "manual"));
  const change = { path: "manual/x.md", before: Buffer.from("old"), after: Buffer.from("changed") };
  await withUntouched(root, [change], async () => {});
  expect(await readFile(join(root, "docs/x.md"), "utf8")).toBe("changed");
});

it("is gone when its use fails", async () => {
  await write("a.kicad_sch", "");
  let copy = "";
  const use = withUntouched(root, [], async (folder) => {
    copy = folder;
    throw new Error("no");
  });
  await expect(use).rejects.toThrow("no");
  await expect(lstat(copy)).rejects.toMatchObject({ code: "ENOENT" });
});
