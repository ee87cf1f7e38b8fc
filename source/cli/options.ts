/** argv → command, words and flags. meow splits argv; zod validates, so that every misuse is reported in one form. */
import { closestMatch } from "leven";
import meow from "meow";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { modelName } from "../base/model-name.js";
import { meaning } from "../base/text/nearest.js";
import { flagTable } from "./flag-table.js";
import { type CommandEntry, type CommandName, commandTable } from "./table.js";

export const outputFormat = z.enum(["text", "json", "stream-json"]);
export type OutputFormat = z.infer<typeof outputFormat>;

const wholeNumber = z
  .string()
  .regex(/^[0-9]+$/, "must be a whole number")
  .transform(Number);

/** `cursor`, or `cursor:<id>` with one of the ids that `copperhead models` lists. */
const model = z.string().regex(modelName, "must be cursor or cursor:<id>; see: copperhead models");

const flags = z.strictObject({
  print: z.boolean().default(false),
  model: model.exactOptional(),
  repo: z.string().exactOptional(),
  project: z.string().exactOptional(),
  native: z.boolean().default(false),
  approval: z.enum(["never", "on-request"]).exactOptional(),
  tripwire: z.enum(["strict", "actions"]).exactOptional(),
  outputFormat: outputFormat.exactOptional(),
  /** "" is one that the user is to choose. */
  resume: z.string().exactOptional(),
  continue: z.boolean().default(false),
  maxSteps: wholeNumber
    .pipe(z.int().min(1, "must be at least 1").max(1000, "must be at most 1000"))
    .exactOptional(),
  dryRun: z.boolean().default(false),
  onFailure: z.enum(["restore", "keep"]).default("restore"),
  requireVerification: z.boolean().default(false),
  speed: z
    .string()
    .regex(/^[0-9]+(\.[0-9]+)?$/, "must be a number, 0 or more")
    .transform(Number)
    .exactOptional(),
  json: z.boolean().default(false),
  markdown: z.boolean().default(false),
  base: z.string().exactOptional(),
  folder: z.string().exactOptional(),
  all: z.boolean().default(false),
  online: z.boolean().default(false),
  report: z.boolean().default(false),
  color: z.boolean().default(true),
  debug: z.boolean().default(false),
  help: z.boolean().default(false),
  version: z.boolean().default(false),
});
export type Flags = z.infer<typeof flags>;

/** What argv asks for. */
export type Invocation = {
  /** Undefined for `copperhead [request]`. */
  command: CommandName | undefined;
  /** The words after the command. */
  words: string[];
  flags: Flags;
};

/** A failure of the command line; without advice, the help is its advice: see `helpAdvice`. */
export function usageError(message: string, advice?: string): CopperheadError {
  return new CopperheadError({
    code: "usage",
    message,
    ...(advice !== undefined && { advice }),
    exitCode: exitCodes.usage,
  });
}

/** Where the help is that argv is about: of its command, else of the program. */
export function helpAdvice(argv: readonly string[]): string {
  const first = argv.find((word) => !word.startsWith("-"));
  const command = isRequestOnly(argv, first) ? undefined : commands.find(({ name }) => name === first);
  return `See: copperhead ${command ? `${command.name} ` : ""}--help`;
}

const commands: readonly CommandEntry[] = commandTable;

/** The commands that print an object with `--json`. */
const printsJson = commands.filter(({ flags }) => flags.includes("json")).map(({ name }) => name);

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `no-color` is the parser's own negation of `color`. */
function keyOf(name: string): string {
  return camelCase(name.replace(/^no-/, ""));
}

function kebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The entry of one flag; none where it is not in argv. */
function onlyOne(key: string, value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) {
    return value === undefined ? [] : [[key, value]];
  }
  if (value.length > 1) {
    throw usageError(`--${kebabCase(key)}: is given ${value.length} times.`);
  }
  return value.length === 1 ? [[key, value[0]]] : [];
}

/** Throws for a flag whose value is missing: the parser would leave it out. */
function refuseMissingValues(argv: readonly string[]): void {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  for (const flag of flagTable.filter((entry) => "value" in entry)) {
    const name = `--${flag.name}`;
    const at = words.indexOf(name);
    const isBare = at >= 0 && /^(-.+)?$/.test(words[at + 1] ?? "");
    if (isBare || words.includes(`${name}=`)) {
      throw usageError(`${name} needs a value: ${flag.value}`);
    }
  }
}

/** Whether argv asks for a printed run before its first word: then every word is the request. */
function isRequestOnly(argv: readonly string[], firstWord: string | undefined): boolean {
  const flag = argv.findIndex((word) => word === "--print" || /^-[a-z]*p/.test(word));
  return flag >= 0 && firstWord !== undefined && flag < argv.indexOf(firstWord);
}

/** Throws for a single word that is nearly a command: it is a slip far more often than a request. */
function refuseMisspelt(words: readonly string[]): void {
  const [word = ""] = words;
  const names = commands.map(({ name }) => name);
  // Two letters off, and of another length, it is another word: hello is not help.
  const meant =
    closestMatch(word, names, { maxDistance: 1 }) ??
    closestMatch(
      word,
      names.filter(({ length }) => length === word.length),
      { maxDistance: 2 },
    );
  if (words.length === 1 && word.length > 2 && meant !== undefined && !/\s/.test(word)) {
    throw usageError(
      `There is no command ${word}; did you mean ${meant}? For a request of one word: copperhead do ${word}`,
    );
  }
}

/** An option that does not exist goes before wrong values. */
function describeIssue(issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown) {
    const name = kebabCase(unknown.keys[0] ?? "");
    const names = flagTable.map((flag) => flag.name);
    return `There is no option --${name}${meaning(name, names, (near) => `--${near}`)}`;
  }
  return `--${kebabCase(String(issues[0]?.path[0]))}: ${issues[0]?.message}`;
}

/** Parses argv. Throws a usage error that names the flag. */
export function parseOptions(given: readonly string[]): Invocation {
  // Without an id, as the last word: the user chooses.
  const choosesSession = given.at(-1) === "--resume" && !given.includes("--");
  const argv = choosesSession ? given.slice(0, -1) : given;
  const known = flagTable.map((flag) => {
    const type = "value" in flag ? ("string" as const) : ("boolean" as const);
    // With isMultiple the parser itself does not throw for a repeated one.
    const isMultiple = "value" in flag;
    return [
      keyOf(flag.name),
      { type, isMultiple, ...("short" in flag && { shortFlag: flag.short }) },
    ] as const;
  });
  refuseMissingValues(argv);
  const parsed = meow({
    argv: [...argv],
    importMeta: import.meta,
    // It becomes the title of the process.
    pkg: { name: "copperhead" },
    flags: Object.fromEntries(known),
    autoHelp: false,
    autoVersion: false,
    booleanDefault: undefined,
  });
  const read = Object.fromEntries(
    Object.entries(parsed.flags).flatMap(([key, value]) => onlyOne(key, value)),
  );
  const valid = flags.safeParse(choosesSession ? { ...read, resume: "" } : read);
  if (!valid.success) {
    throw usageError(describeIssue(valid.error.issues));
  }
  const input = parsed.input.map(String);
  const requestOnly = isRequestOnly(argv, input[0]);
  const entry = requestOnly ? undefined : commandTable.find(({ name }) => name === input[0]);
  const words = input.slice(entry ? 1 : 0);
  if (!entry && !requestOnly) {
    refuseMisspelt(words);
  }
  const { json, markdown, base, folder, help, version } = valid.data;
  if (json && !printsJson.includes(entry?.name ?? "")) {
    throw usageError(`--json is for ${printsJson.join(", ")}; a run has --output-format json.`);
  }
  if ((markdown || base !== undefined) && entry?.name !== "diff") {
    throw usageError(`--${markdown ? "markdown" : "base"} is for diff.`);
  }
  if (folder !== undefined && entry?.name !== "export") {
    throw usageError("--folder is for export.");
  }
  if (markdown && json) {
    throw usageError("--json and --markdown exclude each other.");
  }
  const extra = entry && words["words" in entry ? entry.words : 0];
  if (extra !== undefined && !help && !version) {
    throw usageError(
      `${JSON.stringify(extra)} is one word too many here; a request of several words goes in quotes.`,
    );
  }
  return { command: entry?.name, words, flags: valid.data };
}

/** The model of the flag, else of the environment, else of the settings. Throws a usage error that names its source. */
export function modelOf(
  flag: string | undefined,
  { COPPERHEAD_MODEL }: NodeJS.ProcessEnv,
  settings: { model: string },
): string {
  const chosen = model.safeParse(flag ?? (COPPERHEAD_MODEL || settings.model));
  if (!chosen.success) {
    throw usageError(
      `${COPPERHEAD_MODEL ? "COPPERHEAD_MODEL" : "model"} ${chosen.error.issues[0]?.message}.`,
    );
  }
  return chosen.data;
}

/** The output format that argv names, for the report of a failure, even one of argv itself. */
export function formatOf(argv: readonly string[]): OutputFormat {
  const index = argv.findLastIndex(
    (word) => word === "--output-format" || word.startsWith("--output-format="),
  );
  const word = argv[index] ?? "";
  const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : argv[index + 1];
  return outputFormat.safeParse(value).data ?? (argv.includes("--json") ? "json" : "text");
}
