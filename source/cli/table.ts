/** The command line, as tables: help, the documents and the parser's flags are made from them. */
import { exitCodes } from "../base/failure.js";

/** `words`: how many may follow the command; none without it. */
type CommandEntry = { name: string; words?: number; usage: string; summary: string };

export const commandTable = [
  { name: "do", words: Infinity, usage: 'do "<request>"', summary: "one turn, then exit with its code" },
  {
    name: "diff",
    usage: "diff [--base <rev>]",
    summary: "what changed electrically and on the board, without a model",
  },
  {
    name: "check",
    words: Infinity,
    usage: "check [path…] [--all] [--json]",
    summary: "run ERC and DRC of all projects there, without a model",
  },
  {
    name: "undo",
    words: 1,
    usage: "undo [session]",
    summary: "put back what the last turn, or all of that session, changed",
  },
  {
    name: "redo",
    words: 1,
    usage: "redo [session]",
    summary: "put the turn that was taken back last forward again",
  },
  { name: "sessions", usage: "sessions [--json]", summary: "list the sessions of this repository" },
  { name: "models", usage: "models [--json]", summary: "list the models of your Cursor plan" },
  { name: "doctor", usage: "doctor [--online]", summary: "check what copperhead needs on this machine" },
  { name: "replay", words: 1, usage: "replay <file|->", summary: "show a recorded stream or a transcript" },
  { name: "demo", usage: "demo", summary: "see the whole program on a scripted agent and a bundled board" },
  {
    name: "completion",
    words: 1,
    usage: "completion <bash|zsh|fish>",
    summary: "print the completion script for a shell",
  },
] as const satisfies readonly CommandEntry[];
export type CommandName = (typeof commandTable)[number]["name"];

type FlagEntry = {
  name: string;
  short?: string;
  /** The value as the help shows it; a flag without one is a switch. */
  value?: string;
  summary: string;
};

export const flagTable = [
  { name: "print", short: "p", summary: "no panes: the answer on stdout, progress on stderr" },
  { name: "model", value: "cursor|cursor:<id>", summary: "the model (default: the one Cursor is set to)" },
  { name: "repo", value: "<dir>", summary: "the repository (default: the one you are in)" },
  { name: "project", value: "<path>", summary: "the KiCad project, where the repository has several" },
  { name: "native", summary: "let Cursor's own tools act in the repository" },
  { name: "approval", value: "never|on-request", summary: "whether a change waits for your yes" },
  { name: "tripwire", value: "strict|actions", summary: "which of Cursor's own tool calls end a turn" },
  { name: "output-format", value: "text|json|stream-json", summary: "what a printed run writes on stdout" },
  { name: "resume", value: "<session>", summary: "go on with a session" },
  { name: "continue", summary: "go on with the newest session of this repository" },
  { name: "max-steps", value: "<n>", summary: "steps a turn may take (default 40)" },
  { name: "dry-run", summary: "show the diff of what would change, and change nothing" },
  {
    name: "on-failure",
    value: "restore|keep",
    summary: "what happens to the files of a turn that ends badly",
  },
  { name: "require-verification", summary: "fail where ERC or DRC cannot run" },
  { name: "speed", value: "<factor>", summary: "pace of a replay; 0 is at once" },
  { name: "json", summary: "a JSON object instead of text (check, diff, sessions, models, doctor)" },
  { name: "markdown", summary: "let diff write for a pull request" },
  { name: "base", value: "<rev>", summary: "the git revision that diff compares with (default: HEAD)" },
  { name: "all", summary: "let check list each finding, not only the kinds" },
  { name: "online", summary: "let doctor ask Cursor whether its login is saved" },
  { name: "report", summary: "let doctor write a redacted report for a bug" },
  { name: "no-color", summary: "no colours" },
  { name: "debug", summary: "stack traces" },
  { name: "help", short: "h", summary: "this text" },
  { name: "version", short: "v", summary: "the version" },
] as const satisfies readonly FlagEntry[];

function column(left: string | number, right: string): string {
  return `  ${String(left).padEnd(38)} ${right}`;
}

function flagUsage({ name, short, value }: FlagEntry): string {
  return `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
}

/** The help text, made from the tables. */
export function helpText(): string {
  return [
    "copperhead: a terminal co-designer for KiCad that thinks with your Cursor subscription",
    "",
    "Usage",
    column("copperhead [request]", "the panes; printed where stdin or stdout is no terminal"),
    ...commandTable.map(({ usage, summary }) => column(`copperhead ${usage}`, summary)),
    "",
    "Options",
    ...flagTable.map((flag) => column(flagUsage(flag), flag.summary)),
    "",
    "Environment",
    column("COPPERHEAD_CURSOR_PATH", "the Cursor CLI (default: agent, then cursor-agent, on PATH)"),
    column("COPPERHEAD_KICAD_CLI", "kicad-cli (default: the one on PATH)"),
    column("COPPERHEAD_MODEL", "as --model"),
    column("NO_COLOR, FORCE_COLOR", "colours off or on"),
    "",
    "Exit codes",
    column(exitCodes.done, "done, or refused by the model"),
    column(
      exitCodes.failed,
      "the turn failed; another turn runs; undo could not put everything back; diff found one",
    ),
    column(exitCodes.usage, "usage or configuration"),
    column(exitCodes.cursor, "the Cursor CLI is missing, not logged in, or at its limit"),
    column(exitCodes.tripwire, "Cursor used a tool of its own (tripwire)"),
    column(exitCodes.unfinished, "steps used up, or no progress"),
    column(exitCodes.verification, "new ERC or DRC errors remain"),
    column(
      [exitCodes.hangup, exitCodes.interrupted, exitCodes.terminated].join(", "),
      "ended by SIGHUP, SIGINT, SIGTERM",
    ),
    "",
    "The Cursor CLI has no interface for answering its own approval requests or for rolling a chat back:",
    "copperhead's --approval and undo act on copperhead's side.",
    "",
  ].join("\n");
}
