/** The settings: the repository's file over the user's over the defaults, one schema for both. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Environment } from "../base/environment.js";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { configFolder } from "./state-folder.js";

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
type Loaded = { settings: ConfigFile; mistakes: Mistake[] };

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `there is no setting "${key}"`);
  }
  const field = issue.path.join(".");
  return [field === "" ? "it must hold one JSON object" : `"${field}" ${issue.message}`];
}

/** Reads one settings file's text; `shown` is what the file is called in messages. */
export function readSettings(text: string, shown: string): Loaded {
  let value: unknown;
  try {
    // Windows editors put a byte order mark in front.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { settings: {}, mistakes: [{ code: "config-malformed", text: `${shown} is not JSON: ${why}` }] };
  }
  const checked = configFile.safeParse(value);
  if (checked.success) {
    return { settings: checked.data, mistakes: [] };
  }
  const mistakes = checked.error.issues
    .flatMap(describe)
    .map((text): Mistake => ({ code: "config-invalid", text: `${shown}: ${text}` }));
  return { settings: {}, mistakes };
}

async function loadFile(path: string, shown: string): Promise<Loaded> {
  try {
    return readSettings(await readFile(path, "utf8"), shown);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      return { settings: {}, mistakes: [] };
    }
    return {
      settings: {},
      mistakes: [{ code: "config-unreadable", text: `${shown} cannot be read: ${code ?? message}` }],
    };
  }
}

/**
 * Loads the settings for the repository at `root`. Throws (exit 2) with every mistake of both files, each named by its
 * file and field; the code is that of the first: `config-unreadable`, `config-malformed` or `config-invalid`.
 */
export async function loadSettings(options: { root: string; env: Environment }): Promise<Settings> {
  const userPath = join(configFolder(options.env), "config.json");
  const repository = await loadFile(join(options.root, repositoryConfigPath), repositoryConfigPath);
  const user = await loadFile(userPath, userPath);
  const [first, ...rest] = [...repository.mistakes, ...user.mistakes];
  if (first) {
    throw new CopperheadError({
      code: first.code,
      message: `${[first, ...rest].map(({ text }) => text).join("; ")}.`,
      advice: `The settings are ${Object.keys(configFile.shape).join(", ")}.`,
      exitCode: exitCodes.usage,
    });
  }
  return { ...defaults, ...user.settings, ...repository.settings };
}

/** Settings of one run that go before those of the files, with the names of what set them. */
export type NamedSettings = Partial<Record<keyof ConfigFile, { value: string | number; source: string }>>;

/** The settings in force and where each comes from, as a markdown list. Throws as `loadConfig` does. */
export async function describeSettings(
  options: Parameters<typeof loadSettings>[0],
  named: NamedSettings,
): Promise<string> {
  const config: ConfigFile = await loadSettings(options);
  const userPath = join(configFolder(options.env), "config.json");
  const repository = await loadFile(join(options.root, repositoryConfigPath), repositoryConfigPath);
  const user = await loadFile(userPath, userPath);
  return Object.keys(configFile.shape)
    .map((key) => {
      const name = key as keyof ConfigFile;
      const file =
        name in repository.settings ? repositoryConfigPath : name in user.settings ? userPath : "default";
      const over = named[name];
      const isOver = over !== undefined && over.value !== config[name];
      const { value, source } = isOver ? over : { value: config[name], source: file };
      return `- ${name}: ${value === undefined ? "not set" : JSON.stringify(value)} (${source})`;
    })
    .join("\n");
}
