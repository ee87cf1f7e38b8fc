/** argv → what was asked for. meow splits the words; zod judges them, so that every misuse is told the same way. */
import meow from "meow";
import * as z from "zod";
import { CopperheadError } from "../base/failure.js";
import { type CommandName, commandTable, flagTable } from "./table.js";

export const outputFormat = z.enum(["text", "json", "stream-json"]);
export type OutputFormat = z.infer<typeof outputFormat>;

const wholeNumber = z
  .string()
  .regex(/^[0-9]+$/, "must be a whole number")
  .transform(Number);

/** `cursor`, or `cursor:<id>` with one of the ids that `copperhead models` lists. */
export const modelName = z
  .string()
  .regex(
    /^cursor(:[A-Za-z0-9._-]+(\[[^\]\s]*\])?)?$/,
    "must be cursor or cursor:<id>; see: copperhead models",
  );

const flags = z.object({
  print: z.boolean().default(false),
  model: modelName.exactOptional(),
  repo: z.string().min(1, "needs a folder").exactOptional(),
  native: z.boolean().default(false),
  approval: z.enum(["never", "on-request"]).exactOptional(),
  tripwire: z.enum(["strict", "actions"]).exactOptional(),
  outputFormat: outputFormat.exactOptional(),
  resume: z.string().min(1, "needs a session id; see: copperhead sessions").exactOptional(),
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

export type Invocation = {
  /** The command, or undefined for a session: `copperhead [request]`. */
  command: CommandName | undefined;
  /** The words after it. */
  words: string[];
  flags: Flags;
};

/** Exit code 2, with the help as advice. */
export function usageError(message: string): CopperheadError {
  return new CopperheadError({ code: "usage", message, advice: "See: copperhead --help", exitCode: 2 });
}

const printsJson: ReadonlySet<CommandName | undefined> = new Set(["check", "sessions", "models", "doctor"]);

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

/** The entry of one flag; none where it was not given. */
function onlyOne(key: string, value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) {
    return value === undefined ? [] : [[key, value]];
  }
  if (value.length > 1) {
    throw usageError(`--${kebabCase(key)}: is given ${value.length} times.`);
  }
  return value.length === 1 ? [[key, value[0]]] : [];
}

/** Reads the words of the command line. Throws a usage error (exit code 2) that names the flag. */
export function parseOptions(argv: readonly string[]): Invocation {
  const known: Record<string, { type: "boolean" | "string"; isMultiple: boolean; shortFlag?: string }> = {};
  for (const flag of flagTable) {
    const takesValue = "value" in flag;
    known[keyOf(flag.name)] = {
      type: takesValue ? "string" : "boolean",
      // Otherwise the parser throws for a repeated one in words of its own.
      isMultiple: takesValue,
      ...("short" in flag && { shortFlag: flag.short }),
    };
  }
  const parsed = meow({
    argv: [...argv],
    importMeta: import.meta,
    // The process is called by it.
    pkg: { name: "copperhead" },
    flags: known,
    autoHelp: false,
    autoVersion: false,
    booleanDefault: undefined,
  });
  const given = Object.fromEntries(
    Object.entries(parsed.flags).flatMap(([key, value]) => onlyOne(key, value)),
  );
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(known, key)) {
      throw usageError(`There is no option --${kebabCase(key)}.`);
    }
  }
  const judged = flags.safeParse(given);
  if (!judged.success) {
    const [issue] = judged.error.issues;
    throw usageError(`--${kebabCase(String(issue?.path[0]))}: ${issue?.message}`);
  }
  const words = parsed.input.map(String);
  const command = commandTable.find(({ name }) => name === words[0])?.name;
  if (judged.data.json && !printsJson.has(command)) {
    throw usageError(`--json is for ${[...printsJson].join(", ")}; a run has --output-format json.`);
  }
  return { command, words: command === undefined ? words : words.slice(1), flags: judged.data };
}

/** The output format that argv names, for a failure to be told in it even where argv cannot be read. */
export function formatOf(argv: readonly string[]): OutputFormat {
  const index = argv.findLastIndex(
    (word) => word === "--output-format" || word.startsWith("--output-format="),
  );
  const word = argv[index] ?? "";
  const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : argv[index + 1];
  const format = outputFormat.safeParse(value);
  if (format.success) {
    return format.data;
  }
  return argv.includes("--json") ? "json" : "text";
}

/** The words of a command that takes at most `most`; a usage error names the first that is too many. */
export function atMost(most: number, words: readonly string[]): string[] {
  const tooMany = words[most];
  if (tooMany !== undefined) {
    throw usageError(
      `${JSON.stringify(tooMany)} is one word too many here; a request of several words goes in quotes.`,
    );
  }
  return [...words];
}
