/** The options of the command line, as a table: the parser, help, completion, the man page and the documents use it. */

/** Where the values of an option or an argument come from that a shell can complete. */
export type Completes = "sessions" | "models" | "projects" | "settings" | "folders" | "files";

export type FlagEntry = {
  name: string;
  short?: string;
  /** The value as the help shows it, its choices between `|`; a flag without one is a switch. */
  value?: string;
  completes?: Completes;
  /** One line. */
  summary: string;
};

export const flagTable = [
  { name: "print", short: "p", summary: "no panes: the answer on stdout, progress on stderr" },
  {
    name: "model",
    value: "cursor|cursor:<id>",
    completes: "models",
    summary: "the model (default: the one Cursor is set to)",
  },
  {
    name: "repo",
    value: "<dir>",
    completes: "folders",
    summary: "the repository (default: the one you are in)",
  },
  {
    name: "project",
    value: "<path>",
    completes: "projects",
    summary: "the KiCad project, where the repository has several",
  },
  { name: "native", summary: "let Cursor's own tools act in the repository" },
  { name: "approval", value: "never|on-request", summary: "whether a change waits for your yes" },
  { name: "tripwire", value: "strict|actions", summary: "which of Cursor's own tool calls end a turn" },
  { name: "output-format", value: "text|json|stream-json", summary: "what a printed run writes on stdout" },
  {
    name: "resume",
    value: "<session>",
    completes: "sessions",
    summary: "go on with a session; without an id, as the last word, choose one",
  },
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
  { name: "json", summary: "a JSON object instead of text" },
  { name: "markdown", summary: "text for a pull request" },
  {
    name: "folder",
    value: "<dir>",
    completes: "folders",
    summary: "where the outputs go (default: export, beside the project)",
  },
  { name: "base", value: "<rev>", summary: "the git revision to compare with (default: HEAD)" },
  { name: "all", summary: "list each finding, not only the kinds" },
  { name: "online", summary: "ask Cursor whether its login is saved" },
  { name: "report", summary: "write a redacted report for a bug" },
  { name: "no-color", summary: "no colours" },
  { name: "debug", summary: "stack traces" },
  { name: "help", short: "h", summary: "this text; after a command, the help of that command" },
  { name: "version", short: "v", summary: "the version" },
] as const satisfies readonly FlagEntry[];
export type FlagName = (typeof flagTable)[number]["name"];

/** The options that every command has. */
export const commonFlags = ["repo", "no-color", "debug", "help"] as const satisfies readonly FlagName[];

/** The options of a session, in the panes or printed. */
export const sessionFlags = [
  "model",
  "project",
  "native",
  "approval",
  "tripwire",
  "resume",
  "continue",
  "max-steps",
  "dry-run",
  "on-failure",
  "require-verification",
  "output-format",
] as const satisfies readonly FlagName[];

/** The options of these names, in the order of the table. */
export function flagsNamed(names: readonly FlagName[]): readonly FlagEntry[] {
  return flagTable.filter(({ name }) => names.includes(name));
}

/** `-p, --print`, `--repo <dir>`: as help and documents show an option. */
export function flagUsage({ name, short, value }: FlagEntry): string {
  return `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
}

/** The values that may follow a flag; none where that is free text or nothing. */
export function choicesOf({ value }: FlagEntry): string[] {
  return value === undefined || value.includes("<") ? [] : value.split("|");
}
