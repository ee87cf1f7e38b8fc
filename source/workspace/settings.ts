/** The settings: the repository's file over the user's over the defaults, one schema for both. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Environment } from "../base/environment.js";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { errorCode, ifMissing } from "../base/file-errors.js";
import { configFolder } from "./user-folders.js";

/** Where the repository's own settings are, relative to it. */
export const repositoryConfigPath = ".copperhead/config.json";

const wholeNumber = (least: number) => {
  const expected = `must be a whole number of at least ${least}`;
  return z.int({ error: expected }).min(least, { error: expected });
};

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be ${values.map((value) => `"${value}"`).join(" or ")}` });

const insideRepository = z
  .string({ error: "must be a path" })
  .refine((path) => path !== "" && !/^([\\/]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes(".."), {
    error: "must be a path inside the repository, relative to it",
  });

/** What a settings file may hold. Unknown keys are mistakes: a misspelt one would silently do nothing. */
export const configFile = z.strictObject({
  /** `cursor` (the CLI's own default) or `cursor:<id>`. */
  model: z
    .string({ error: "must be a model" })
    .regex(/^cursor(:\S+)?$/, { error: 'must be "cursor" or "cursor:<id>"' })
    .exactOptional(),
  /** Repository-relative path of the root schematic. */
  schematic: insideRepository.exactOptional(),
  /** Repository-relative path of the board. */
  board: insideRepository.exactOptional(),
  /** Steps a turn. */
  maxSteps: wholeNumber(1).exactOptional(),
  /** Verifications without progress. */
  maxRepairCycles: wholeNumber(0).exactOptional(),
  /** Milliseconds of silence after which the child is given up. */
  idleTimeoutMs: wholeNumber(1).exactOptional(),
  tripwire: choice(["strict", "actions"]).exactOptional(),
  /** By mode, where it is not set. */
  approval: choice(["never", "on-request"]).exactOptional(),
});
export type ConfigFile = z.infer<typeof configFile>;

const defaults = {
  model: "cursor",
  maxSteps: 40,
  maxRepairCycles: 5,
  idleTimeoutMs: 600_000,
  tripwire: "strict",
} as const satisfies ConfigFile;

/** The settings in force; what has no default may be missing. */
export type Settings = ConfigFile & Required<Pick<ConfigFile, keyof typeof defaults>>;

type Mistake = { code: "config-unreadable" | "config-malformed" | "config-invalid"; text: string };
type SettingsFile = { name: string; settings: ConfigFile; mistakes: Mistake[] };

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `there is no setting "${key}"`);
  }
  const field = issue.path.join(".");
  return [field === "" ? "it must hold one JSON object" : `"${field}" ${issue.message}`];
}

/** Reads one settings file, one that is missing as an empty one; `name` is what it is called in messages. */
async function readSettings(path: string, name: string): Promise<SettingsFile> {
  const without = (...mistakes: Mistake[]) => ({ name, settings: {}, mistakes });
  try {
    const text = await readFile(path, "utf8").catch(ifMissing("{}"));
    // Windows editors put a byte order mark in front.
    const checked = configFile.safeParse(JSON.parse(text.replace(/^\uFEFF/, "")));
    if (checked.success) {
      return { name, settings: checked.data, mistakes: [] };
    }
    const texts = checked.error.issues.flatMap(describe);
    return without(...texts.map((text) => ({ code: "config-invalid" as const, text: `${name}: ${text}` })));
  } catch (error) {
    return error instanceof SyntaxError
      ? without({ code: "config-malformed", text: `${name} is not JSON: ${error.message}` })
      : without({ code: "config-unreadable", text: `${name} cannot be read: ${errorCode(error) || error}` });
  }
}

type SettingsPlaces = { root: string; env: Environment };

async function readBoth({ root, env }: SettingsPlaces): Promise<[SettingsFile, SettingsFile]> {
  const userPath = join(configFolder(env), "config.json");
  return [
    await readSettings(join(root, repositoryConfigPath), repositoryConfigPath),
    await readSettings(userPath, userPath),
  ];
}

/** Throws (exit 2) with every mistake of the files, each named by its file and field; the code is that of the first. */
function merge(repository: SettingsFile, user: SettingsFile): Settings {
  const mistakes = [...repository.mistakes, ...user.mistakes];
  if (mistakes[0]) {
    throw new CopperheadError({
      code: mistakes[0].code,
      message: `${mistakes.map(({ text }) => text).join("; ")}.`,
      advice: `The settings are ${Object.keys(configFile.shape).join(", ")}.`,
      exitCode: exitCodes.usage,
    });
  }
  return { ...defaults, ...user.settings, ...repository.settings };
}

/**
 * Loads the settings for the repository at `root`. Throws (exit 2) `config-unreadable`, `config-malformed` or
 * `config-invalid` with every mistake of both files.
 */
export async function loadSettings(places: SettingsPlaces): Promise<Settings> {
  return merge(...(await readBoth(places)));
}

/** Settings of one run that go before those of the files, with the names of what set them. */
export type NamedSettings = Partial<Record<keyof ConfigFile, { value: string | number; source: string }>>;

/** The settings in force and where each comes from, as a markdown list. Throws as `loadSettings` does. */
export async function describeSettings(places: SettingsPlaces, named: NamedSettings): Promise<string> {
  const files = await readBoth(places);
  const settings: ConfigFile = merge(...files);
  return configFile
    .keyof()
    .options.map((name) => {
      const file = files.find((file) => name in file.settings)?.name ?? "default";
      const over = named[name];
      const isOver = over !== undefined && over.value !== settings[name];
      const { value, source } = isOver ? over : { value: settings[name], source: file };
      return `- ${name}: ${value === undefined ? "not set" : JSON.stringify(value)} (${source})`;
    })
    .join("\n");
}
