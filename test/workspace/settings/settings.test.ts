import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  describeSettings,
  loadSettings,
  mergeSettings,
} from "../../../source/workspace/settings/settings.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../folders.js";

function places() {
  const home = temporaryFolder();
  return { root: temporaryFolder(), home, env: { HOME: home } };
}

describe("settings", () => {
  it("are described with the source of each, the options of this run before the files", async () => {
    const place = places();
    await put(place.root, ".copperhead/config.json", '{"maxSteps": 7, "tripwire": "strict"}');
    const described = await describeSettings(place, {
      model: { value: "cursor:x", source: "/model" },
      maxSteps: { value: 7, source: "--max-steps" },
      approval: { value: "on-request", source: "--approval" },
    });
    expect(described.split("\n")).toEqual(
      expect.arrayContaining([
        '- model: "cursor:x" (/model)',
        "- maxSteps: 7 (.copperhead/config.json)",
        '- tripwire: "strict" (.copperhead/config.json)',
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
      notify: "bell",
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
      notify: "bell",
    });
  });

  it("may name their JSON Schema, which is no setting", async () => {
    const place = places();
    await put(place.root, ".copperhead/config.json", '{"$schema": "./config.schema.json", "maxSteps": 7}');
    expect(await loadSettings(place)).not.toHaveProperty("$schema");
  });

  it("of the user are looked for in the folder that XDG names", async () => {
    const { root, home } = places();
    await put(home, "xdg/copperhead/config.json", '{"maxSteps": 7}');
    expect(
      (await loadSettings({ root, env: { HOME: "/", XDG_CONFIG_HOME: join(home, "xdg") } })).maxSteps,
    ).toBe(7);
  });
});

describe("a repository's settings", () => {
  it.each([
    ['{"approval": "never"}', "{}", undefined, "approval"],
    ['{"approval": "never"}', '{"approval": "on-request"}', "on-request", "approval"],
    ['{"tripwire": "actions"}', "{}", "strict", "tripwire"],
    ['{"maxSteps": 41}', "{}", 40, "maxSteps"],
    ['{"maxSteps": 9}', '{"maxSteps": 8}', 8, "maxSteps"],
    ['{"maxRepairCycles": 6}', "{}", 5, "maxRepairCycles"],
    ['{"notify": "desktop"}', "{}", "bell", "notify"],
    ['{"idleTimeoutMs": 600001}', "{}", 600_000, "idleTimeoutMs"],
  ] as const)("cannot loosen those of its user: %s over %s", async (repository, user, expected, name) => {
    const place = places();
    await put(place.root, ".copperhead/config.json", repository);
    await put(place.home, ".config/copperhead/config.json", user);
    const { settings, ignored } = await mergeSettings(place);
    expect(settings[name]).toBe(expected);
    expect(ignored).toMatchObject([
      { code: "setting-ignored", message: expect.stringMatching(`${name}.*config.json is ignored`) },
    ]);
    const described = await describeSettings(place, {});
    expect(described).toContain("is ignored");
    expect(described).not.toMatch(new RegExp(`- ${name}: .*\\(\\.copperhead`));
  });

  it.each([
    ['{"approval": "on-request", "tripwire": "strict"}', '{"approval": "never", "tripwire": "actions"}'],
    ['{"approval": "never", "tripwire": "actions"}', '{"approval": "never", "tripwire": "actions"}'],
    ['{"maxSteps": 7, "maxRepairCycles": 0, "idleTimeoutMs": 1000}', '{"maxSteps": 8}'],
  ])("tighten those of its user: %s over %s", async (repository, user) => {
    const place = places();
    await put(place.root, ".copperhead/config.json", repository);
    await put(place.home, ".config/copperhead/config.json", user);
    const { settings, ignored } = await mergeSettings(place);
    expect(settings).toMatchObject(JSON.parse(repository));
    expect(ignored).toEqual([]);
  });

  it("name no design that a link leads to from outside", async () => {
    const place = places();
    const outside = temporaryFolder();
    await put(outside, "board.kicad_pcb", "(kicad_pcb)");
    await symlink(outside, join(place.root, "hardware"));
    await put(place.root, ".copperhead/config.json", '{"board": "hardware/board.kicad_pcb"}');
    await expect(loadSettings(place)).rejects.toMatchObject({
      failure: { code: "config-invalid", message: expect.stringContaining('"board"') },
    });
  });

  it("are not read through a link, of the file or of its folder, and nothing of its target is shown", async () => {
    const outside = temporaryFolder();
    await put(outside, "config.json", "secret: hunter2");
    const file = places();
    await mkdir(join(file.root, ".copperhead"));
    await symlink(join(outside, "config.json"), join(file.root, ".copperhead/config.json"));
    const folder = places();
    await symlink(outside, join(folder.root, ".copperhead"));
    for (const place of [file, folder]) {
      const { failure } = await loadSettings(place).catch((error) => error);
      expect(failure).toMatchObject({ code: "config-unreadable", exitCode: 2 });
      expect(JSON.stringify(failure)).not.toContain("sec");
    }
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
    ['{"maxSteps": 0}', '"maxSteps" must be a whole number of at least 1, and is 0'],
    ['{"maxSteps": 2.5}', '"maxSteps" must be a whole number of at least 1, and is 2.5'],
    ['{"maxSteps": "many"}', '"maxSteps" must be a whole number of at least 1, and is "many"'],
    ['{"maxRepairCycles": -1}', '"maxRepairCycles" must be a whole number of at least 0, and is -1'],
    ['{"idleTimeoutMs": null}', '"idleTimeoutMs" must be a whole number of at least 1, and is null'],
    ['{"tripwire": "off"}', '"tripwire" must be "strict" or "actions", and is "off"'],
    ['{"approval": true}', '"approval" must be "never" or "on-request", and is true'],
    ['{"model": "gpt"}', '"model" must be "cursor" or "cursor:<id>", and is "gpt"'],
    [
      '{"model": "cursor:--endpoint=x"}',
      '"model" must be "cursor" or "cursor:<id>", and is "cursor:--endpoint=x"',
    ],
    [
      '{"board": "../x.kicad_pcb"}',
      '"board" must be a path inside the repository, relative to it, and is "../x.kicad_pcb"',
    ],
    [
      '{"schematic": "/x.kicad_sch"}',
      '"schematic" must be a path inside the repository, relative to it, and is "/x.kicad_sch"',
    ],
    [
      '{"schematic": "C:\\\\x.kicad_sch"}',
      '"schematic" must be a path inside the repository, relative to it, and is "C:\\\\x.kicad_sch"',
    ],
    ['{"maxstep": 3}', 'there is no setting "maxstep"; did you mean "maxSteps"?'],
    ['{"__proto__": 3}', 'there is no setting "__proto__"'],
    ["[]", "it must hold one JSON object"],
  ])("%s is named: %s", async (text, message) => {
    expect(await failureOf(text)).toMatchObject({
      code: "config-invalid",
      message: `.copperhead/config.json: ${message}${message.endsWith("?") ? "" : "."}`,
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
        message: expect.stringMatching(
          /^\.copperhead\/config\.json cannot be read: .* is no file of its own/,
        ),
        exitCode: 2,
      },
    });
  });
});
