/** The man page, made from the tables: `build.js` writes it into the package. Pure. */
import { endings, environmentTable } from "./exit-table.js";
import { type FlagEntry, flagsNamed, flagTable, flagUsage } from "./flag-table.js";
import { type CommandEntry, commandTable, sessionEntry } from "./table.js";

/** A text as troff reads it: no character of it is a request or an escape. */
function troff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");
}

const section = (title: string, ...lines: string[]) => [`.SH "${title}"`, ...lines];
const item = (term: string, text: string) => [".TP", `.B ${troff(term)}`, troff(text)];
const flagItems = (flags: readonly FlagEntry[]) =>
  flags.flatMap((flag) => item(flagUsage(flag), flag.summary));

function commandLines({ usage, purpose, argument, flags, examples }: CommandEntry): string[] {
  return [
    `.SS "copperhead ${troff(usage).replaceAll('"', "\\(dq")}"`,
    troff(purpose),
    ...(argument ? item(argument.name, argument.means) : []),
    ...(flags.length > 0
      ? [
          ".PP",
          troff(
            `Options: ${flagsNamed(flags)
              .map(({ name }) => `--${name}`)
              .join(", ")}.`,
          ),
        ]
      : []),
    ...examples.flatMap(([line, does]) => [
      ".PP",
      `${troff(does)}:`,
      ".RS",
      ".nf",
      troff(line),
      ".fi",
      ".RE",
    ]),
  ];
}

/** The page as troff, of section 1; `version` is that of the package. */
export function manualPage(version: string): string {
  return `${[
    `.TH COPPERHEAD 1 "" "copperhead ${troff(version)}" "User Commands"`,
    ...section(
      "NAME",
      "copperhead \\- a terminal co\\-designer for KiCad that thinks with your Cursor subscription",
    ),
    ...section(
      "SYNOPSIS",
      ".B copperhead",
      "[options] [request]",
      ".br",
      ".B copperhead",
      "<command> [options]",
    ),
    ...section("DESCRIPTION", troff(sessionEntry.purpose)),
    ...section("COMMANDS", ...[sessionEntry, ...commandTable].flatMap(commandLines)),
    ...section("OPTIONS", ...flagItems(flagTable)),
    ...section("ENVIRONMENT", ...environmentTable.flatMap(({ name, summary }) => item(name, summary))),
    ...section(
      "FILES",
      ...item("~/.config/copperhead/config.json", "your settings (copperhead help settings)"),
      ...item(".copperhead/config.json", "the repository's settings, which can only tighten yours"),
      ...item(".copperhead/sessions/", "transcripts and the journal that undo reads"),
    ),
    ...section("EXIT STATUS", ...endings().flatMap(({ code, summary }) => item(String(code), summary))),
  ].join("\n")}\n`;
}
