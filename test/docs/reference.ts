/** The reference pages in docs/, made from the program's own tables. */
import * as z from "zod";
import { runtimeEventBody } from "../../source/base/events.js";
import { endings, environmentTable } from "../../source/cli/exit-table.js";
import {
  commonFlags,
  type FlagEntry,
  flagsNamed,
  flagTable,
  flagUsage,
} from "../../source/cli/flag-table.js";
import { type CommandEntry, commandTable, sessionEntry } from "../../source/cli/table.js";
import { keysAsMarkdown } from "../../source/ui/keys/key-help.js";
import { slashAsMarkdown } from "../../source/ui/slash/slash-commands.js";
import { settingsTable } from "../../source/workspace/settings/schema.js";

const note = "<!-- Made by npm run docs from the program's own tables; a test compares it. -->\n";

const cell = (text: string | number) => String(text).replaceAll("|", "\\|").replaceAll("<", "\\<");
const code = (text: string) => `\`${text.replaceAll("|", "\\|")}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

const flagRows = (flags: readonly FlagEntry[]) =>
  table(
    ["option", ""],
    flags.map((flag) => [code(flagUsage(flag)), cell(flag.summary)]),
  );

function commandSection(entry: CommandEntry): string {
  const { usage, purpose, argument, flags, examples, exits } = entry;
  const codes = endings().flatMap(({ name, code }) => {
    const words = exits[name];
    return words === undefined ? [] : [[String(code), cell(words)]];
  });
  return [
    `## copperhead ${usage}\n`,
    `${purpose}\n`,
    ...(argument ? [`${code(argument.name)}: ${argument.means}.\n`] : []),
    ...(flags.length > 0 ? [flagRows(flagsNamed(flags))] : []),
    ...examples.map(([line, does]) => `\`\`\`sh\n${line}   # ${does}\n\`\`\`\n`),
    table(["exit code", ""], codes),
  ].join("\n");
}

export function commandsPage(): string {
  return [
    "# Commands\n",
    note,
    "What `copperhead --help`, `copperhead <command> --help`, the completion scripts and the man page say.\n",
    ...[sessionEntry, ...commandTable].map(commandSection),
    "## Options of every command\n",
    flagRows(flagsNamed([...commonFlags, "version"])),
    "## Environment\n",
    table(
      ["variable", ""],
      environmentTable.map(({ name, summary }) => [code(name), cell(summary)]),
    ),
    "## Exit codes\n",
    "Files are put back in unattended runs (`--print`, `do`); `--on-failure keep` keeps them. In the panes they stay, and `/undo` puts them back.\n",
    table(
      ["exit code", "", "files changed in the turn"],
      endings().map(({ code, summary, files }) => [String(code), cell(summary), files]),
    ),
  ].join("\n");
}

export function keysPage(): string {
  return ["# Keys and slash commands\n", note, slashAsMarkdown(), keysAsMarkdown()].join("\n");
}

export function settingsPage(): string {
  const rows = settingsTable().map(({ name, default: value, means }) => [
    code(name),
    cell(value),
    cell(means),
  ]);
  return [
    "# Settings\n",
    note,
    "`.copperhead/config.json` in the repository goes before `~/.config/copperhead/config.json`, and that before the defaults. A repository's own can only tighten yours: `approval`, `tripwire` and the limits are ignored there where they are looser, with a warning.\n",
    table(["key", "default", ""], rows),
    "`copperhead config` (in the panes `/config`) shows what is in force and where it comes from; `copperhead config set <key> <value>` and `/config <key> <value>` change one. For completion in an editor, let `$schema` name `dist/schemas/config.json` of the package.\n",
  ].join("\n");
}

const shown = (schema: z.core.JSONSchema.BaseSchema): string => {
  const { const: constant, enum: choices, type } = schema;
  return (
    choices?.map((choice) => JSON.stringify(choice)).join(" ") ??
    (constant === undefined ? String(type) : JSON.stringify(constant))
  );
};

export function eventsPage(): string {
  const { oneOf = [], anyOf = oneOf } = z.toJSONSchema(runtimeEventBody, { io: "input" });
  const rows = anyOf.map(({ properties = {}, required = [] }) => {
    const fields = Object.entries(properties).filter(([name]) => name !== "type");
    const { type } = properties as { type?: { const?: unknown } };
    return [
      code(String(type?.const)),
      fields
        .map(
          ([name, schema]) =>
            `${code(`${name}${required.includes(name) ? "" : "?"}`)} ${cell(shown(schema as z.core.JSONSchema.BaseSchema))}`,
        )
        .join("<br>"),
    ];
  });
  return [
    "# Events\n",
    note,
    "One a line of `--output-format stream-json`. Each also has `eventId`, `provider`, `sessionId`, `createdAt` (ISO 8601) and, where they are known, `threadId` (Cursor's chat), `turnId`, `itemId`. The JSON Schema is `dist/schemas/events.json` of the package.\n",
    table(["type", "fields (`?`: may be missing)"], rows),
  ].join("\n");
}

/** Every option of the parser, for a test. */
export const allFlags = flagTable.map(({ name }) => `--${name}`);
