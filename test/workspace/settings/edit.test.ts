import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { setSetting, settingNamed } from "../../../source/workspace/settings/edit.js";
import { loadSettings } from "../../../source/workspace/settings/settings.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../folders.js";

function places() {
  const home = temporaryFolder();
  return { root: temporaryFolder(), home, env: { HOME: home } };
}

it("writes the user's own file, keeps what else it holds, and takes JSON or a bare word", async () => {
  const place = places();
  await put(place.home, ".config/copperhead/config.json", '{"$schema": "x.json", "maxSteps": 3}');
  const path = await setSetting(place, "approval", "on-request");
  await setSetting(place, "maxSteps", "7");
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    $schema: "x.json",
    maxSteps: 7,
    approval: "on-request",
  });
  expect(await loadSettings(place)).toMatchObject({ maxSteps: 7, approval: "on-request" });
});

it("writes the paths of the design into the repository's file", async () => {
  const place = places();
  await expect(setSetting(place, "board", "hw/x.kicad_pcb")).rejects.toThrow(
    '"board" was not set: there is no file hw/x.kicad_pcb in this repository.',
  );
  await put(place.root, "hw/x.kicad_pcb", "");
  expect(await setSetting(place, "board", "hw/x.kicad_pcb")).toBe(".copperhead/config.json");
  expect(await loadSettings(place)).toMatchObject({ board: "hw/x.kicad_pcb" });
});

it("refuses what may not be there by file, key and value, and changes nothing", async () => {
  const place = places();
  await expect(setSetting(place, "maxSteps", "many")).rejects.toMatchObject({
    failure: {
      exitCode: 2,
      message: expect.stringMatching(
        /config\.json was not changed: "maxSteps" must be a whole number of at least 1, and is "many"\.$/,
      ),
    },
  });
  await expect(readFile(join(place.home, ".config/copperhead/config.json"))).rejects.toThrow("ENOENT");
  expect(() => settingNamed("maxstep")).toThrow('There is no setting "maxstep"; did you mean maxSteps?');
});

it("does not touch a file that holds something else", async () => {
  const place = places();
  await put(place.home, ".config/copperhead/config.json", "not JSON");
  await expect(setSetting(place, "maxSteps", "7")).rejects.toThrow("does not hold one JSON object");
});
