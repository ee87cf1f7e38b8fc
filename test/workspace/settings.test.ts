import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeSettings, loadSettings } from "../../source/workspace/settings.js";
import { temporaryFolder } from "../temporary-folder.js";
import { put } from "./folders.js";

function places() {
  const home = temporaryFolder();
  return { root: temporaryFolder(), home, env: { HOME: home } };
}

describe("settings", () => {
  it("are described with the source of each, the options of this run before the files", async () => {
    const place = places();
    await put(place.root, ".copperhead/config.json", '{"maxSteps": 7, "tripwire": "actions"}');
    const described = await describeSettings(place, {
      model: { value: "cursor:x", source: "/model" },
      maxSteps: { value: 7, source: "--max-steps" },
      approval: { value: "on-request", source: "--approval" },
    });
    expect(described.split("\n")).toEqual(
      expect.arrayContaining([
        '- model: "cursor:x" (/model)',
        "- maxSteps: 7 (.copperhead/config.json)",
        '- tripwire: "actions" (.copperhead/config.json)',
        '- approval: "on-request" (--approval)',
        "- maxRepairCycles: 5 (default)",
      ]),
    );
  });

  it("are the defaults where there is no file", async () => {
    expect(await loadSettings(places())).toEqual({
      model: "cursor",
      maxSteps: 40,
      maxRepairCycles: 5,
      idleTimeoutMs: 600_000,
      tripwire: "strict",
    });
  });

  it("are the repository's over the user's over the defaults, field by field", async () => {
    const place = places();
    await put(
      place.home,
      ".config/copperhead/config.json",
      '{"model": "cursor:a", "maxSteps": 3, "approval": "never"}',
    );
    await put(
      place.root,
      ".copperhead/config.json",
      '\uFEFF{"model": "cursor:b", "board": "hw/main.kicad_pcb"}',
    );
    expect(await loadSettings(place)).toEqual({
      model: "cursor:b",
      board: "hw/main.kicad_pcb",
      maxSteps: 3,
      approval: "never",
      maxRepairCycles: 5,
      idleTimeoutMs: 600_000,
      tripwire: "strict",
    });
  });

  it("of the user are looked for in the folder that XDG names", async () => {
    const { root, home } = places();
    await put(home, "xdg/copperhead/config.json", '{"maxSteps": 7}');
    expect(
      (await loadSettings({ root, env: { HOME: "/", XDG_CONFIG_HOME: join(home, "xdg") } })).maxSteps,
    ).toBe(7);
  });
});

describe("mistakes", () => {
  async function failureOf(text: string) {
    const place = places();
    await put(place.root, ".copperhead/config.json", text);
    return loadSettings(place).then(
      () => undefined,
      (error) => error.failure,
    );
  }

  it.each([
    ['{"maxSteps": 0}', '"maxSteps" must be a whole number of at least 1'],
    ['{"maxSteps": 2.5}', '"maxSteps" must be a whole number of at least 1'],
    ['{"maxSteps": "many"}', '"maxSteps" must be a whole number of at least 1'],
    ['{"maxRepairCycles": -1}', '"maxRepairCycles" must be a whole number of at least 0'],
    ['{"idleTimeoutMs": null}', '"idleTimeoutMs" must be a whole number of at least 1'],
    ['{"tripwire": "off"}', '"tripwire" must be "strict" or "actions"'],
    ['{"approval": true}', '"approval" must be "never" or "on-request"'],
    ['{"model": "gpt"}', '"model" must be "cursor" or "cursor:<id>"'],
    ['{"board": "../x.kicad_pcb"}', '"board" must be a path inside the repository, relative to it'],
    ['{"schematic": "/x.kicad_sch"}', '"schematic" must be a path inside the repository, relative to it'],
    [
      '{"schematic": "C:\\\\x.kicad_sch"}',
      '"schematic" must be a path inside the repository, relative to it',
    ],
    ['{"maxstep": 3}', 'there is no setting "maxstep"'],
    ['{"__proto__": 3}', 'there is no setting "__proto__"'],
    ["[]", "it must hold one JSON object"],
  ])("%s is named: %s", async (text, message) => {
    expect(await failureOf(text)).toMatchObject({
      code: "config-invalid",
      message: `.copperhead/config.json: ${message}.`,
      exitCode: 2,
    });
  });

  it("are all named, those of both files", async () => {
    const place = places();
    await put(place.root, ".copperhead/config.json", '{"maxSteps": 0, "foo": 1, "bar": 2}');
    await put(place.home, ".config/copperhead/config.json", "{");
    await expect(loadSettings(place)).rejects.toMatchObject({
      failure: {
        message: expect.stringMatching(
          /^\.copperhead\/config\.json: "maxSteps" .*; .*"foo"; .*"bar"; .*\.config\/copperhead\/config\.json is not JSON: .*\.$/,
        ),
      },
    });
  });

  it("of form and of access have codes of their own", async () => {
    expect(await failureOf('{"maxSteps": 3')).toMatchObject({ code: "config-malformed", exitCode: 2 });
    const place = places();
    await mkdir(join(place.root, ".copperhead/config.json"), { recursive: true });
    await expect(loadSettings(place)).rejects.toMatchObject({
      failure: {
        code: "config-unreadable",
        message: ".copperhead/config.json cannot be read: EISDIR.",
        exitCode: 2,
      },
    });
  });
});
