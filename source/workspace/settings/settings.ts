/** The settings: the repository's file over the user's over the defaults, one schema for both. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { errorCode, ifMissing } from "../../base/files/file-errors.js";
import { readRegularFile } from "../../base/files/open-file.js";
import { requireOwnFolders } from "../../base/files/own-folders.js";
import type { Environment } from "../../base/processes/environment.js";
import { nearestName } from "../../base/text/nearest.js";
import { cutText } from "../../base/text/safe-text.js";
import { contain } from "../containment.js";
import { configFolder } from "../user-folders.js";
import {
  type ConfigFile,
  defaults,
  type SettingName,
  type Settings,
  settingNames,
  settingsFile,
} from "./schema.js";

/** Where the repository's own settings are, relative to it. */
export const repositoryConfigPath = ".copperhead/config.json";

type Mistake = { code: "config-unreadable" | "config-malformed" | "config-invalid"; text: string };
type SettingsFile = { name: string; settings: ConfigFile; mistakes: Mistake[] };

const longestShown = 60;

/** What is at `path` in what the file holds, as JSON. */
function shownAt(path: readonly PropertyKey[], held: unknown): string {
  const value = path.reduce(
    (at: unknown, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    held,
  );
  return cutText(JSON.stringify(value) ?? "nothing", longestShown);
}

/** Each mistake as a clause: the key, what may be there, and what is. */
export function describeIssue(issue: z.core.$ZodIssue, held: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const meant = nearestName(key, settingNames);
      return `there is no setting "${key}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
    });
  }
  const key = issue.path.join(".");
  return [
    key === ""
      ? "it must hold one JSON object"
      : `"${key}" ${issue.message}, and is ${shownAt(issue.path, held)}`,
  ];
}

/** Reads one settings file, one that is missing as an empty one; `name` is what it is called in messages. */
async function readSettings(name: string, read: () => Promise<Buffer>): Promise<SettingsFile> {
  const without = (...mistakes: Mistake[]) => ({ name, settings: {}, mistakes });
  try {
    const text = (await read().catch(ifMissing(Buffer.from("{}")))).toString("utf8");
    // Windows editors put a byte order mark in front.
    const held: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const checked = settingsFile.safeParse(held);
    if (checked.success) {
      const { $schema: _, ...settings } = checked.data;
      return { name, settings, mistakes: [] };
    }
    const texts = checked.error.issues.flatMap((issue) => describeIssue(issue, held));
    return without(...texts.map((text) => ({ code: "config-invalid" as const, text: `${name}: ${text}` })));
  } catch (error) {
    return error instanceof SyntaxError
      ? without({ code: "config-malformed", text: `${name} is not JSON: ${error.message}` })
      : without({ code: "config-unreadable", text: `${name} cannot be read: ${reasonOf(error)}` });
  }
}

/** The absolute path of the user's own settings; the file need not exist. */
export function userConfigPath(env: Environment): string {
  return join(configFolder(env), "config.json");
}

export type SettingsPlaces = { root: string; env: Environment };

async function readBoth({ root, env }: SettingsPlaces): Promise<[SettingsFile, SettingsFile]> {
  const repository = await readSettings(repositoryConfigPath, async () => {
    await requireOwnFolders(root, dirname(repositoryConfigPath));
    return readRegularFile(join(root, repositoryConfigPath));
  });
  const userPath = userConfigPath(env);
  const user = await readSettings(userPath, () => readFile(userPath));
  return [await withoutEscapes(root, repository), await withoutEscapes(root, user)];
}

/** Adds a mistake for each design file that is named and would lead out of the repository. */
async function withoutEscapes(root: string, file: SettingsFile): Promise<SettingsFile> {
  const mistakes = [...file.mistakes];
  for (const field of ["schematic", "board"] as const) {
    const path = file.settings[field];
    try {
      await (path === undefined || contain(root, path));
    } catch (error) {
      mistakes.push({ code: "config-invalid", text: `${file.name}: "${field}": ${reasonOf(error)}` });
    }
  }
  return { ...file, mistakes };
}

/** As a clause. */
function reasonOf(error: unknown): string {
  return error instanceof CopperheadError
    ? error.failure.message.replace(/\.$/, "")
    : errorCode(error) || String(error);
}

/** Whether a repository asks for more with `value` than its user allows with `users`. */
function loosens(name: SettingName, value: unknown, users: unknown): boolean {
  switch (name) {
    case "approval":
      return value === "never" && users !== "never";
    case "notify":
      return value !== users;
    case "tripwire":
      return value === "actions" && users !== "actions";
    case "maxSteps":
    case "maxRepairCycles":
    case "idleTimeoutMs":
      return Number(value) > Number(users);
    default:
      return false;
  }
}

/** Leaves out of a repository's settings what would loosen those of its user, and returns the names of that. */
function tightening(
  repository: ConfigFile,
  users: ConfigFile,
): { settings: ConfigFile; ignored: SettingName[] } {
  const names = Object.keys(repository) as SettingName[];
  const ignored = names.filter((name) => loosens(name, repository[name], users[name]));
  const kept = Object.entries(repository).filter(([name]) => !ignored.some((other) => other === name));
  return { settings: Object.fromEntries(kept), ignored };
}

/** All names where one of them is not known; else a mistake itself says what may be there. */
function adviceOn(mistakes: readonly Mistake[]): string {
  return mistakes.some(({ text }) => text.includes("there is no setting"))
    ? `The settings are ${settingNames.join(", ")}; copperhead help settings explains them.`
    : "Correct the file; copperhead help settings says what it may hold.";
}

/** Throws (exit 2) with every mistake of the files, each named by its file and field; the code is that of the first. */
function merge(repository: SettingsFile, user: SettingsFile): MergedSettings {
  const mistakes = [...repository.mistakes, ...user.mistakes];
  if (mistakes[0]) {
    throw new CopperheadError({
      code: mistakes[0].code,
      message: `${mistakes.map(({ text }) => text).join("; ")}.`.replace("?.", "?"),
      advice: adviceOn(mistakes),
      exitCode: exitCodes.usage,
    });
  }
  const users = { ...defaults, ...user.settings };
  const { settings, ignored } = tightening(repository.settings, users);
  return {
    settings: { ...users, ...settings },
    ignored: ignored.map((name) => ({
      code: "setting-ignored",
      message: `${name}: ${JSON.stringify(repository.settings[name])} in ${repository.name} is ignored: a repository can only tighten it.`,
      advice: `If you want it, set it in ${user.name}, or name it with its flag where there is one.`,
    })),
  };
}

/** The settings in force, and which of the repository's are not, because they would loosen its user's. */
export type MergedSettings = {
  settings: Settings;
  ignored: { code: "setting-ignored"; message: string; advice: string }[];
};

/**
 * Loads the settings for the repository at `root`. Throws (exit 2) `config-unreadable`, `config-malformed` or
 * `config-invalid` with every mistake of both files.
 */
export async function mergeSettings(places: SettingsPlaces): Promise<MergedSettings> {
  return merge(...(await readBoth(places)));
}

/** The settings in force alone; as `mergeSettings`. */
export async function loadSettings(places: SettingsPlaces): Promise<Settings> {
  return (await mergeSettings(places)).settings;
}

/** Settings of one run that go before those of the files, with the names of what set them. */
export type NamedSettings = Partial<Record<SettingName, { value: string | number; source: string }>>;

/** The settings in force and where each comes from, as a markdown list. Throws as `loadSettings` does. */
export async function describeSettings(places: SettingsPlaces, named: NamedSettings): Promise<string> {
  const files = await readBoth(places);
  const merged = merge(...files);
  const isIgnored = (file: SettingsFile, name: SettingName) => file.settings[name] !== merged.settings[name];
  const settings: ConfigFile = merged.settings;
  const lines = settingNames.map((name) => {
    const file = files.find((file) => name in file.settings && !isIgnored(file, name))?.name ?? "default";
    const over = named[name];
    const isOver = over !== undefined && over.value !== settings[name];
    const { value, source } = isOver ? over : { value: settings[name], source: file };
    return `- ${name}: ${value === undefined ? "not set" : JSON.stringify(value)} (${source})`;
  });
  return [...lines, ...merged.ignored.map(({ message }) => `- ${message}`)].join("\n");
}
