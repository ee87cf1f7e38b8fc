/** The commands, as a table: the parser, help, completion, the man page and the documents are made from it. */
import type { ExitName } from "./exit-table.js";
import { type Completes, type FlagName, sessionFlags } from "./flag-table.js";

export type CommandEntry = {
  name: string;
  /** How many words may follow the command; none without it. */
  words?: number;
  /** What the words are: for help, and where a shell finds them. */
  argument?: {
    name: string;
    means: string;
    choices?: readonly string[];
    completes?: Completes;
    /** What follows the first word. */
    next?: Completes;
  };
  /** As the list of commands shows it, after `copperhead`. */
  usage: string;
  /** One line. */
  summary: string;
  /** What it is for and what it does, in sentences. */
  purpose: string;
  /** Its own options, beside those that every command has. */
  flags: readonly FlagName[];
  /** Command lines, and what each does. */
  examples: readonly [readonly [string, string], readonly [string, string]];
  /** Its exit codes, in its own words; 2 (usage) is every command's. */
  exits: Partial<Record<ExitName, string>>;
};

/** `copperhead [request]`: what runs where no command is named. */
export const sessionEntry = {
  name: "session",
  words: Infinity,
  argument: { name: "request", means: "what is to be done; without it the prompt waits for one" },
  usage: "[request]",
  summary: "the panes; printed where stdin or stdout is no terminal",
  purpose:
    "Opens a session in this repository: a conversation in which the model proposes and copperhead acts, checks and can undo. On a terminal it has panes. With --print, or where stdin or stdout is no terminal, it is one turn: the answer goes to stdout, progress to stderr, and the request may come on stdin.",
  flags: ["print", ...sessionFlags],
  examples: [
    ["copperhead --continue", "go on with the newest session of this repository"],
    ['copperhead --print "Which nets have a single pin?" > answer.txt', "one answer, for a script"],
  ],
  exits: {
    done: "left, or (printed) the turn is done, or refused by the model",
    failed: "the turn failed, or another turn runs in this repository",
    cursor: "the Cursor CLI is missing, not logged in, or at its limit",
    tripwire: "Cursor used a tool of its own",
    unfinished: "steps used up, or no progress; the files are kept",
    verification: "new ERC or DRC errors remain",
    interrupted: "stopped by SIGINT; 129 by SIGHUP, 143 by SIGTERM",
  },
} as const satisfies CommandEntry;

export const commandTable = [
  {
    name: "do",
    words: Infinity,
    argument: { name: '"<request>"', means: "what is to be done; it may also come on stdin" },
    usage: 'do "<request>"',
    summary: "one turn, then exit with its code",
    purpose:
      "Runs one turn and ends with its exit code; in panes on a terminal, else printed. Nobody stays to look at files of a turn that ends badly: they are put back, unless --on-failure keep.",
    flags: sessionFlags,
    examples: [
      ['copperhead do "Give R4 the value from docs/power.md"', "change the design, check it, end"],
      ['copperhead do --dry-run "Rename net A to LED_A"', "show the diff only"],
    ],
    exits: sessionEntry.exits,
  },
  {
    name: "diff",
    usage: "diff [--base <rev>]",
    summary: "what changed electrically and on the board, without a model",
    purpose:
      "Compares the designs of the repository with a git revision by what they mean: nets joined, split and renamed, pins that moved, parts, footprints, tracks. Text, --json, or --markdown for a pull request.",
    flags: ["base", "project", "json", "markdown"],
    examples: [
      ["copperhead diff --base main", "what this branch changes"],
      ["copperhead diff --base origin/main --markdown >> comment.md", "for a pull request"],
    ],
    exits: {
      done: "nothing differs",
      failed: "a design differs",
      usage: "usage, or a project could not be compared",
    },
  },
  {
    name: "check",
    words: Infinity,
    argument: {
      name: "path",
      means: "the projects at or below it; without one, all of the repository",
      completes: "projects",
    },
    usage: "check [path…] [--all] [--json]",
    summary: "run ERC and DRC of all projects there, without a model",
    purpose:
      "Runs KiCad's ERC and DRC on each project, looks at what they do not (references and ids that are there twice, sheets that do not load), and lists the findings by kind, errors first. What cannot be checked is named with the reason. Needs kicad-cli; no model, no login.",
    flags: ["project", "require-verification", "all", "json"],
    examples: [
      ["copperhead check", "in CI: exit code 6 where there are errors"],
      ["copperhead check --json > findings.json", "for a script"],
    ],
    exits: {
      done: "no errors",
      failed: "kicad-cli is missing, or a design could not be checked",
      verification: "there are errors, or (--require-verification) a check could not run",
    },
  },
  {
    name: "export",
    words: Infinity,
    argument: {
      name: "<what…>",
      means: "one or more outputs",
      choices: ["bom", "netlist", "pdf", "svg", "gerbers", "drill", "positions", "step"],
    },
    usage: "export <what…> [--folder <dir>]",
    summary: "have KiCad make a BOM, gerbers and the like, without a model",
    purpose:
      "Has kicad-cli make outputs of a project: the parts (bom), the netlist, drawings (pdf, svg), what a manufacturer needs (gerbers, drill, positions) and a 3D model (step). Each is made on its own and placed when it is whole. The folder must be new, empty, or of an earlier export; nothing else is replaced. No undo: run it again.",
    flags: ["folder", "project", "json"],
    examples: [
      ["copperhead export gerbers drill positions --folder fab", "what a manufacturer needs"],
      ["copperhead export bom pdf --json", "for a script"],
    ],
    exits: {
      done: "all outputs are there",
      failed: "an output failed, or kicad-cli is missing; the others are there",
      usage: "usage, or the folder holds files that no export made",
    },
  },
  {
    name: "explain",
    words: 1,
    argument: { name: "what", means: "a part (R4), a pin (U3.5 or U3.VCC), a net or a sheet" },
    usage: "explain <R4|U3.5|net|sheet>",
    summary: "what it is and what it is connected to, without a model",
    purpose:
      "Shows what the design has of a name: a part's fields, pins and nets, a net's pins, labels and tracks, a sheet's parts. Places are in mm. Where nothing has that name, what is near is named.",
    flags: ["project", "json"],
    examples: [
      ["copperhead explain U3", "its pins, and the net of each"],
      ["copperhead explain GND --json | jq .pins", "for a script"],
    ],
    exits: { done: "it is explained", failed: "there is no such thing, or kicad-cli is missing or fails" },
  },
  {
    name: "undo",
    words: 1,
    argument: {
      name: "session",
      means: "the session whose turns are all undone; without it, the last turn",
      completes: "sessions",
    },
    usage: "undo [session]",
    summary: "put back what the last turn, or all of that session, changed",
    purpose:
      "Puts files back to the byte as they were before the last turn that changed some; again, one turn further back. A file that somebody else changed meanwhile is not touched, and named.",
    flags: [],
    examples: [
      ["copperhead undo", "put the last turn back"],
      ["copperhead undo 20260501-100000-0a1b2c", "put every turn of that session back"],
    ],
    exits: { done: "done, or there was nothing to undo", failed: "not everything could be put back" },
  },
  {
    name: "redo",
    words: 1,
    argument: {
      name: "session",
      means: "the session whose undone turns are redone; without it, the turn undone last",
      completes: "sessions",
    },
    usage: "redo [session]",
    summary: "make the changes of the turn that was undone last again",
    purpose:
      "Makes the changes of an undone turn again. A file that changed meanwhile is not touched, and named.",
    flags: [],
    examples: [
      ["copperhead redo", "redo the turn undone last"],
      ["copperhead redo 20260501-100000-0a1b2c", "redo the undone turns of that session"],
    ],
    exits: { done: "done, or there was nothing to redo", failed: "not everything could be redone" },
  },
  {
    name: "sessions",
    words: Infinity,
    argument: { name: "words", means: "only those that have all of them in their title or id" },
    usage: "sessions [words] [--json]",
    summary: "list the sessions of this repository",
    purpose:
      "Lists the sessions of this repository, newest first. Those that your copperhead did not write on this machine are marked: they can be replayed, not gone on with.",
    flags: ["json"],
    examples: [
      ["copperhead sessions decoupling", "find the id for --resume"],
      ["copperhead sessions --json", "for a script"],
    ],
    exits: { done: "listed, even where there is none" },
  },
  {
    name: "models",
    usage: "models [--json]",
    summary: "list the models of your Cursor plan",
    purpose: "Asks the Cursor CLI which models your plan offers, and prints their ids for --model.",
    flags: ["json"],
    examples: [
      ["copperhead models", "find the id for --model cursor:<id>"],
      ["copperhead models --json", "for a script"],
    ],
    exits: { done: "listed", cursor: "the Cursor CLI is missing or not logged in" },
  },
  {
    name: "doctor",
    usage: "doctor [--online]",
    summary: "check what copperhead needs on this machine",
    purpose:
      "Checks Node, git, the Cursor CLI, kicad-cli, the repository and the terminal, and says what to do about what is missing. Only --online asks Cursor anything.",
    flags: ["online", "report", "json"],
    examples: [
      ["copperhead doctor --online", "also ask Cursor whether its login is saved"],
      ["copperhead doctor --report", "write a redacted report to attach to a bug"],
    ],
    exits: { done: "copperhead can work here", failed: "something is missing without which it cannot" },
  },
  {
    name: "replay",
    words: 1,
    argument: {
      name: "<file|->",
      means: "a session's transcript.jsonl, a recorded stream, or - for stdin",
      completes: "files",
    },
    usage: "replay <file|->",
    summary: "show a recorded stream or a transcript",
    purpose:
      "Shows what was recorded, in panes or printed, in any of the three formats. Needs neither Cursor nor a repository, and changes nothing.",
    flags: ["print", "output-format", "speed"],
    examples: [
      [
        "copperhead replay .copperhead/sessions/<id>/transcript.jsonl --speed 4",
        "watch it, four times as fast",
      ],
      ["copperhead replay stream.ndjson --print --output-format json", "the result of a recorded stream"],
    ],
    exits: {
      done: "the recorded turn was done",
      failed: "the recording holds no turn; else the recorded code",
    },
  },
  {
    name: "demo",
    usage: "demo",
    summary: "see the whole program on a scripted agent and a bundled board",
    purpose:
      "Runs a whole turn on a copy of the bundled board, which is removed at the end. The agent is scripted: no model thinks, no login is needed; the tools, the files, the checks and the undo are the real ones.",
    flags: ["print", "approval", "output-format"],
    examples: [
      ["copperhead demo", "the main job, in the panes"],
      ["copperhead demo --approval on-request", "with a yes before each change"],
    ],
    exits: { done: "done", verification: "new ERC or DRC errors remain" },
  },
  {
    name: "config",
    words: 3,
    argument: {
      name: "get <key>, set <key> <value>, path",
      means: "one setting; its new value, as JSON or a bare word; the files",
      choices: ["get", "set", "path"],
      next: "settings",
    },
    usage: "config [get|set|path]",
    summary: "show the settings in force, or change one",
    purpose:
      "Without a word, lists the settings in force and where each comes from. set writes your own settings file, and that of the repository for schematic and board. copperhead help settings explains the keys.",
    flags: [],
    examples: [
      ["copperhead config set approval on-request", "each change waits for your yes"],
      ["copperhead config get maxSteps", "the value in force, as JSON"],
    ],
    exits: { done: "shown or written", usage: "there is no such setting, or it cannot have that value" },
  },
  {
    name: "acp",
    usage: "acp",
    summary: "be an agent in an editor (Agent Client Protocol)",
    purpose:
      "Serves an editor on stdin and stdout until it leaves: Zed, JetBrains, Neovim, Emacs start it as an agent. A session works in the repository of the folder that the editor names, and each change waits for your yes there, unless --approval never. docs/editors.md has the settings of each editor.",
    flags: [
      "model",
      "project",
      "native",
      "approval",
      "tripwire",
      "max-steps",
      "dry-run",
      "require-verification",
    ],
    examples: [
      ["copperhead acp", "what an editor's settings name as its agent"],
      ["copperhead acp --model cursor:<id>", "the same, with a model of its own"],
    ],
    exits: { done: "the editor left", interrupted: "stopped by SIGINT; 129 by SIGHUP, 143 by SIGTERM" },
  },
  {
    name: "mcp",
    usage: "mcp",
    summary: "the KiCad tools for another agent (Model Context Protocol)",
    purpose:
      "Serves another agent on stdin and stdout until it leaves: Cursor, Claude Code, Codex, Gemini CLI start it as a server. It reads, edits, checks and draws the designs of one repository; no model, no login. Each change is a turn in a session of its own: copperhead undo puts it back. docs/mcp.md has the settings of each agent.",
    flags: ["project", "approval"],
    examples: [
      ["copperhead mcp", "what an agent's settings name as a server"],
      ["copperhead mcp --repo ~/boards/blinker", "where the agent starts its servers in another folder"],
    ],
    exits: { done: "the agent left", interrupted: "stopped by SIGINT; 129 by SIGHUP, 143 by SIGTERM" },
  },
  {
    name: "completion",
    words: 1,
    argument: {
      name: "<shell>",
      means: "or sessions, models, projects, settings: those words themselves, one a line",
      choices: ["bash", "zsh", "fish"],
    },
    usage: "completion <bash|zsh|fish>",
    summary: "print the completion script for a shell",
    purpose:
      "Prints a script that lets your shell complete commands, options, and the sessions, models and projects that there are.",
    flags: [],
    examples: [
      ["source <(copperhead completion bash)", "in ~/.bashrc; zsh likewise"],
      ["copperhead completion fish > ~/.config/fish/completions/copperhead.fish", "once, for fish"],
    ],
    exits: { done: "printed" },
  },
  {
    name: "help",
    words: 1,
    argument: { name: "topic", means: "a command, or one of the topics that help lists", choices: [] },
    usage: "help [topic]",
    summary: "this text, or that of a command or topic",
    purpose:
      "Prints the help of a command (as <command> --help does) or of a topic, such as keys or settings.",
    flags: [],
    examples: [
      ["copperhead help check", "the same as copperhead check --help"],
      ["copperhead help keys", "the keys of the panes"],
    ],
    exits: { done: "printed" },
  },
] as const satisfies readonly CommandEntry[];
export type CommandName = (typeof commandTable)[number]["name"];

/** The entry of a command; without a name, of the session that runs where no command is named. */
export function entryOf(name: CommandName | undefined): CommandEntry {
  return commandTable.find((entry) => entry.name === name) ?? sessionEntry;
}
