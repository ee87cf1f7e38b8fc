/** argv → command, words and flags. zod validates the flags, so that every misuse is reported in one form. */

import { parseArgs } from "node:util";
import { closestMatch } from "leven";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { modelName } from "../base/model-name.js";
import { type CommandName, commandTable, flagTable } from "./table.js";

export const outputFormat = z.enum(["text", "json", "stream-json"]);
export type OutputFormat = z.infer<typeof outputFormat>;

const wholeNumber = z
  .string()
  .regex(/^[0-9]+$/, "must be a whole number")
  .transform(Number);

/** `cursor`, or `cursor:<id>` with one of the ids that `copperhead models` lists. */
const model = z.string().regex(modelName, "must be cursor or cursor:<id>; see: copperhead models");

const flags = z.object({
  print: z.boolean().default(false),
  model: model.exactOptional(),
  repo: z.string().exactOptional(),
  native: z.boolean().default(false),
  approval: z.enum(["never", "on-request"]).exactOptional(),
  tripwire: z.enum(["strict", "actions"]).exactOptional(),
  outputFormat: outputFormat.exactOptional(),
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

/** A failure of the command line, with the help as advice. */
export function usageError(message: string): CopperheadError {
  return new CopperheadError({
    code: "usage",
    message,
    advice: "See: copperhead --help",
    exitCode: exitCodes.usage,
  });
}

const printsJson: ReadonlySet<CommandName | undefined> = new Set(["check", "sessions", "models", "doctor"]);

/** `on-failure` → `onFailure`; `no-color` turns `color` off. */
function keyOf(flagName: string): string {
  return flagName.replace(/^no-/, "").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Splits argv into options and words. Lenient: what it accepts and should not is refused with a message of ours. */
function split(argv: readonly string[]) {
  const options = flagTable.map((flag) => {
    const type = "value" in flag ? ("string" as const) : ("boolean" as const);
    return [flag.name, { type, ...("short" in flag && { short: flag.short }) }] as const;
  });
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
}

type Token = ReturnType<typeof split>["tokens"][number];

/** The flags by their keys. Throws for an option that does not exist, has no value or is repeated. */
function flagsIn(tokens: readonly Token[]): Record<string, string | boolean> {
  const given: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind !== "option") {
      continue;
    }
    const { name, rawName, value, inlineValue } = token;
    const flag = flagTable.find((entry) => entry.name === name);
    if (!flag) {
      throw usageError(`There is no option ${rawName}.`);
    }
    if (!("value" in flag)) {
      if (value !== undefined) {
        throw usageError(`--${name} has no value.`);
      }
      given[keyOf(name)] = !name.startsWith("no-");
      continue;
    }
    if (!value || (!inlineValue && /^-./.test(value))) {
      throw usageError(`--${name} needs a value: ${flag.value}`);
    }
    if (Object.hasOwn(given, keyOf(name))) {
      const times = tokens.filter((other) => other.kind === "option" && other.name === name).length;
      throw usageError(`--${name}: is given ${times} times.`);
    }
    given[keyOf(name)] = value;
  }
  return given;
}

/** Throws for a single word that is nearly a command: it is a slip far more often than a request. */
function refuseMisspelt(words: readonly string[]): void {
  const [word = ""] = words;
  const meant = closestMatch(
    word,
    commandTable.map(({ name }) => name),
    { maxDistance: 2 },
  );
  if (words.length === 1 && word.length > 2 && meant !== undefined && !/\s/.test(word)) {
    throw usageError(
      `There is no command ${word}; did you mean ${meant}? For a request of one word: copperhead do ${word}`,
    );
  }
}

/** Parses argv. Throws a usage error that names the flag. */
export function parseOptions(argv: readonly string[]): Invocation {
  const { tokens, positionals } = split(argv);
  const valid = flags.safeParse(flagsIn(tokens));
  if (!valid.success) {
    const [issue] = valid.error.issues;
    const flag = flagTable.find(({ name }) => keyOf(name) === issue?.path[0]);
    throw usageError(`--${flag?.name}: ${issue?.message}`);
  }
  // After --print every word is the request.
  const first = tokens.find(
    (token) => token.kind === "positional" || (token.kind === "option" && token.name === "print"),
  );
  const requestOnly = first?.kind === "option";
  const entry = requestOnly ? undefined : commandTable.find(({ name }) => name === positionals[0]);
  const words = positionals.slice(entry ? 1 : 0);
  if (!entry && !requestOnly) {
    refuseMisspelt(words);
  }
  const { json, help, version } = valid.data;
  if (json && !printsJson.has(entry?.name)) {
    throw usageError(`--json is for ${[...printsJson].join(", ")}; a run has --output-format json.`);
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
  const { values } = split(argv);
  return outputFormat.safeParse(values["output-format"]).data ?? (values.json ? "json" : "text");
}
