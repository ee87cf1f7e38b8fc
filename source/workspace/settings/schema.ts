/** What a settings file may hold, and what each setting means: checks, help, documents and the JSON Schema use it. */
import * as z from "zod";
import { modelName } from "../../base/model-name.js";

/** A whole number of at least `least`, and what may be there in words. */
const wholeNumber = (least: number) => {
  const expected = `must be a whole number of at least ${least}`;
  return z.int({ error: expected }).min(least, { error: expected });
};

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be ${values.map((value) => `"${value}"`).join(" or ")}` });

const insideRepository = z
  .string({ error: "must be a path inside the repository, relative to it" })
  .refine((path) => path !== "" && !/^([\\/]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes(".."), {
    error: "must be a path inside the repository, relative to it",
  });

/** The settings; unknown keys are mistakes: a misspelt one would silently do nothing. */
export const configFile = z.strictObject({
  model: z
    .string({ error: 'must be "cursor" or "cursor:<id>"' })
    .regex(modelName, { error: 'must be "cursor" or "cursor:<id>"' })
    .exactOptional()
    .describe('"cursor": the model that your CLI is set to; "cursor:<id>": one of copperhead models'),
  schematic: insideRepository
    .exactOptional()
    .describe("path of the root schematic, where it has another name than its project"),
  board: insideRepository.exactOptional().describe("path of the board, likewise"),
  maxSteps: wholeNumber(1).exactOptional().describe("steps that a turn may take"),
  maxRepairCycles: wholeNumber(0)
    .exactOptional()
    .describe("verifications without progress before a turn ends"),
  idleTimeoutMs: wholeNumber(1)
    .exactOptional()
    .describe("silence of the Cursor CLI before it is given up, in milliseconds"),
  tripwire: choice(["strict", "actions"])
    .exactOptional()
    .describe('"actions" lets Cursor\'s own reading tools pass'),
  approval: choice(["never", "on-request"])
    .exactOptional()
    .describe("whether a change waits for your yes; by mode where it is not set"),
  notify: choice(["off", "bell", "desktop"])
    .exactOptional()
    .describe(
      "what calls you when a turn waits or a long one ends and the window has no focus: the bell, or also the desktop (OSC 9)",
    ),
});
export type ConfigFile = z.infer<typeof configFile>;
export type SettingName = keyof ConfigFile;

/** A settings file as it is written: editors read `$schema` and complete the keys by it. */
export const settingsFile = configFile.extend({
  $schema: z
    .string({ error: "must be the address of a JSON Schema" })
    .exactOptional()
    .describe("the JSON Schema for editors: dist/schemas/config.json of the package"),
});

/** What holds where neither file has the setting. */
export const defaults = {
  model: "cursor",
  maxSteps: 40,
  maxRepairCycles: 5,
  idleTimeoutMs: 600_000,
  tripwire: "strict",
  notify: "bell",
} as const satisfies ConfigFile;

/** The settings in force; what has no default may be missing. */
export type Settings = ConfigFile & Required<Pick<ConfigFile, keyof typeof defaults>>;

export const settingNames: readonly SettingName[] = configFile.keyof().options;

/** Each setting with its default as JSON (none: "found" or "by mode") and its meaning. */
export function settingsTable(): { name: SettingName; default: string; means: string }[] {
  const known: ConfigFile = defaults;
  return settingNames.map((name) => ({
    name,
    default: known[name] === undefined ? "–" : JSON.stringify(known[name]),
    means: configFile.shape[name].description ?? "",
  }));
}
