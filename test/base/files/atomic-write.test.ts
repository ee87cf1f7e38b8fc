import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  removeLeftover,
  stageFile,
  stageLink,
  writeAtomically,
} from "../../../source/base/files/atomic-write.js";
import { pathFromBytes } from "../../../source/base/files/path-bytes.js";
import { temporaryFolder } from "../../temporary-folder.js";

const bytes = Buffer.from("new");

describe("a staged file", () => {
  it("leaves the path as it is until it is committed, so that there is a moment to look", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    await writeFile(path, "old");
    const staged = await stageFile(path, bytes);
    expect(await readFile(path, "utf8")).toBe("old");
    await staged.commit();
    expect(await readFile(path, "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("leaves nothing when it is discarded", async () => {
    const folder = temporaryFolder();
    const staged = await stageFile(join(folder, "a"), bytes);
    expect(await readdir(folder)).toHaveLength(1);
    await staged.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it("of a writer that died is found by the path alone, and removed", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    await stageFile(path, bytes);
    await stageFile(join(folder, "b"), bytes);
    await removeLeftover(path);
    await removeLeftover(path);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("of a writer that died is overwritten by the next one", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    await stageFile(path, Buffer.from("what a killed writer left, and longer"));
    await writeAtomically(path, "new");
    expect(await readFile(path, "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("takes the place of a link, and what the link led to stays as it is", async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, "target"), "old");
    await symlink("target", join(folder, "a"));
    await writeAtomically(join(folder, "a"), bytes);
    expect(await readFile(join(folder, "target"), "utf8")).toBe("old");
    expect((await lstat(join(folder, "a"))).isFile()).toBe(true);
  });

  it("is not written through a link that waits under its temporary name", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    await stageFile(path, bytes);
    const [temporary = ""] = await readdir(folder);
    await removeLeftover(path);
    await writeFile(join(folder, "target"), "old");
    await symlink("target", join(folder, temporary));
    await writeAtomically(path, bytes);
    expect(await readFile(join(folder, "target"), "utf8")).toBe("old");
    expect(await readFile(path, "utf8")).toBe("new");
  });

  it("has the mode that is asked for, whatever the umask", async () => {
    const path = join(temporaryFolder(), "a");
    await (await stageFile(path, bytes, { mode: 0o4777 })).commit();
    expect((await lstat(path)).mode & 0o7777).toBe(0o4777);
    await writeAtomically(path, bytes);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it("may have a name that is not UTF-8", async () => {
    const folder = temporaryFolder();
    await writeAtomically(pathFromBytes(Buffer.from(`${folder}/\xff`, "latin1")), bytes);
    expect(await readdir(folder, { encoding: "buffer" })).toEqual([Buffer.of(0xff)]);
  });

  it("leaves nothing when it cannot take the place of what is there", async () => {
    const folder = temporaryFolder();
    await mkdir(join(folder, "a", "full"), { recursive: true });
    const staged = await stageFile(join(folder, "a"), bytes);
    await expect(staged.commit()).rejects.toThrow();
    await staged.discard();
    expect(await readdir(folder)).toEqual(["a"]);
  });
});

it("puts a link in the place of a file", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a");
  await writeFile(path, "old");
  await (await stageLink(path, "../elsewhere")).commit();
  expect(await readlink(path)).toBe("../elsewhere");
});
