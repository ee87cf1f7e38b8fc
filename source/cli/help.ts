/** The help texts, made from the tables. Pure. */
import { endings, environmentTable } from "./exit-table.js";
import { commonFlags, type FlagEntry, flagsNamed, flagTable, flagUsage } from "./flag-table.js";
import { type CommandEntry, commandTable, sessionEntry } from "./table.js";

/** The topics of `copperhead help` beside the commands, and what each is about. */
export const topics = {
  "exit-codes": "how a run ends, and what becomes of its files",
  environment: "the variables that copperhead reads",
  settings: "the keys of the settings files",
  keys: "the keys of the panes",
  "slash-commands": "what may be typed after / in the panes",
} as const;
export type TopicName = keyof typeof topics;

/** A text of our own in rows of at most 100 columns. */
const wrapped = (text: string) => (text.match(/.{1,99}(\s|$)/g) ?? []).map((row) => row.trimEnd());

const leftWidth = 38;

/** What is too long for the left column has a row of its own. */
function column(left: string | number, right: string): string {
  const name = String(left);
  const gap =
    name.length > leftWidth ? `\n${" ".repeat(leftWidth + 2)}` : " ".repeat(leftWidth - name.length);
  return `  ${name}${gap} ${right}`;
}

const flagLines = (flags: readonly FlagEntry[]) => flags.map((flag) => column(flagUsage(flag), flag.summary));

/** `copperhead --help`. */
export function helpText(): string {
  return `${[
    "copperhead: a terminal co-designer for KiCad that thinks with your Cursor subscription",
    "",
    "Usage",
    ...[sessionEntry, ...commandTable].map(({ usage, summary }) => column(`copperhead ${usage}`, summary)),
    "",
    "Options",
    ...flagLines(flagTable),
    "",
    "Environment",
    ...environmentLines(),
    "",
    "Exit codes",
    ...exitLines(),
    "",
    "More",
    column("copperhead <command> --help", "one command: its arguments, options, examples, exit codes"),
    ...Object.entries(topics).map(([name, about]) => column(`copperhead help ${name}`, about)),
    "",
    "The Cursor CLI has no interface for answering its own approval requests or for rolling a chat back:",
    "copperhead's --approval and undo act on copperhead's side.",
  ].join("\n")}\n`;
}

/** `copperhead <command> --help`. */
export function commandHelp({ usage, purpose, argument, flags, examples, exits }: CommandEntry): string {
  const exitRows = endings().flatMap(({ name, code, summary }) => {
    const words = exits[name] ?? (name === "usage" ? summary : undefined);
    return words === undefined ? [] : [column(code, words)];
  });
  return `${[
    `Usage: copperhead ${usage}`,
    "",
    ...wrapped(purpose),
    ...(argument ? ["", "Arguments", column(argument.name, argument.means)] : []),
    ...(flags.length > 0 ? ["", "Options", ...flagLines(flagsNamed(flags))] : []),
    "",
    "Options of every command",
    ...flagLines(flagsNamed(commonFlags)),
    "",
    "Examples",
    ...examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
    "",
    "Exit codes",
    ...exitRows,
  ].join("\n")}\n`;
}

export function environmentLines(): string[] {
  return environmentTable.map(({ name, summary }) => column(name, summary));
}

export function exitLines(): string[] {
  return endings().map(({ code, summary }) => column(code, summary));
}
