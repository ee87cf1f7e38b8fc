import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installedFolder, settingsFolder } from "../../../../source/kicad/design/libraries/installation.js";
import { onPlatform } from "../../../on-platform.js";
import { temporaryFolder } from "../../../temporary-folder.js";

/** A home with the settings of two versions of KiCad in that folder of it. */
function home(...folder: string[]): string {
  const place = temporaryFolder();
  for (const version of ["9.0", "10.0", "colors"]) {
    mkdirSync(join(place, ...folder, "kicad", version), { recursive: true });
  }
  return place;
}

it.each([
  ["linux", [".config"]],
  ["darwin", ["Library", "Preferences"]],
  ["win32", ["AppData", "Roaming"]],
] as const)("finds the settings of the newest KiCad on %s", async (platform, folder) => {
  const HOME = home(...folder);
  onPlatform(platform);
  expect(await settingsFolder({ HOME })).toBe(join(HOME, ...folder, "kicad", "10.0"));
});

it("follows the variables before what the platform does", async () => {
  const APPDATA = home();
  onPlatform("win32");
  expect(await settingsFolder({ APPDATA })).toBe(join(APPDATA, "kicad", "10.0"));
  expect(await settingsFolder({ APPDATA, KICAD_CONFIG_HOME: join(APPDATA, "nothing") })).toBeUndefined();
  const KICAD9_SYMBOL_DIR = temporaryFolder();
  expect(await installedFolder("symbol", { KICAD9_SYMBOL_DIR })).toBe(KICAD9_SYMBOL_DIR);
});
