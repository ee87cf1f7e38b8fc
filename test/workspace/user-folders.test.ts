import { stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cacheFolder, configFolder, stateFolder } from "../../source/workspace/user-folders.js";
import { temporaryFolder } from "../temporary-folder.js";

it("follows XDG, and ignores a value that is not absolute", async () => {
  const home = temporaryFolder();
  expect(configFolder({ HOME: home })).toBe(join(home, ".config/copperhead"));
  expect(configFolder({ HOME: home, XDG_CONFIG_HOME: "/etc/xdg" })).toBe("/etc/xdg/copperhead");
  expect(configFolder({ HOME: home, XDG_CONFIG_HOME: "relative" })).toBe(join(home, ".config/copperhead"));
  expect(await stateFolder({ HOME: home, XDG_STATE_HOME: "relative" })).toBe(
    join(home, ".local/state/copperhead"),
  );
  expect(await stateFolder({ HOME: "/", XDG_STATE_HOME: join(home, "state") })).toBe(
    join(home, "state/copperhead"),
  );
});

it("makes the folder for this user alone", async () => {
  const home = temporaryFolder();
  expect((await stat(await stateFolder({ HOME: home }))).mode & 0o777).toBe(0o700);
});

it("goes to the temporary folder where there is no home to write to", async () => {
  const temporary = temporaryFolder();
  const file = join(temporary, "file");
  await writeFile(file, "");
  const folder = await stateFolder({ HOME: file, TMPDIR: temporary });
  expect(folder.startsWith(join(temporary, "copperhead-"))).toBe(true);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it("uses no folder that somebody else made, and fails where there is no other", async () => {
  const temporary = temporaryFolder();
  const file = join(temporary, "file");
  await writeFile(file, "");
  const folder = await stateFolder({ HOME: file, TMPDIR: temporary });
  const other = temporaryFolder();
  await symlink(folder, join(other, folder.slice(temporary.length + 1)));
  await expect(stateFolder({ HOME: file, TMPDIR: other })).rejects.toMatchObject({
    failure: { code: "no-state-folder" },
  });
});

it("has its cache under XDG_CACHE_HOME, else under the home folder", () => {
  expect(cacheFolder({ HOME: "/home/me", XDG_CACHE_HOME: "/cache" })).toBe("/cache/copperhead");
  expect(cacheFolder({ HOME: "/home/me", XDG_CACHE_HOME: "relative" })).toBe("/home/me/.cache/copperhead");
});
