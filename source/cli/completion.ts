/** Completion scripts for shells, made from the tables of the command line. Pure. */
import {
  type Completes,
  choicesOf,
  commonFlags,
  type FlagEntry,
  flagsNamed,
  flagTable,
} from "./flag-table.js";
import { topics } from "./help.js";
import { type CommandEntry, commandTable, sessionEntry } from "./table.js";

const commands: readonly CommandEntry[] = commandTable;
const flags: readonly FlagEntry[] = flagTable;
const shells = ["bash", "zsh", "fish"] as const;

/** What copperhead itself lists, one a line: `copperhead completion sessions`. */
export const listed = ["sessions", "models", "projects"] as const;
type Listed = (typeof listed)[number];

const isListed = (completes: Completes | undefined): completes is Listed =>
  listed.some((name) => name === completes);

/** The line that prints what can follow, without a word where copperhead cannot say. */
const lister = (what: Listed) => `copperhead completion ${what} 2>/dev/null`;

function flagsOf(entry: CommandEntry): readonly FlagEntry[] {
  return flagsNamed([...entry.flags, ...commonFlags]);
}

/** The words that may follow a command. */
function wordsOf({ name, argument }: CommandEntry): readonly string[] {
  return name === "help"
    ? [...commands.map(({ name }) => name), ...Object.keys(topics)]
    : (argument?.choices ?? []);
}

function bash(): string {
  const after = (completes: Completes | undefined, choices: readonly string[]) => {
    if (completes === "folders" || completes === "files") {
      return `COMPREPLY=($(compgen ${completes === "folders" ? "-d" : "-f"} -- "$word"))`;
    }
    const words = isListed(completes) ? `$(${lister(completes)})` : choices.join(" ");
    return `COMPREPLY=($(compgen -W "${words}" -- "$word"))`;
  };
  const values = flags
    .filter((flag) => flag.completes !== undefined || choicesOf(flag).length > 0)
    .map((flag) => `    --${flag.name}) ${after(flag.completes, choicesOf(flag))}; return ;;`);
  const words = commands
    .filter((entry) => entry.argument?.completes !== undefined || wordsOf(entry).length > 0)
    .map((entry) => `    ${entry.name}) ${after(entry.argument?.completes, wordsOf(entry))} ;;`);
  const options = (entry: CommandEntry) =>
    flagsOf(entry)
      .map(({ name }) => `--${name}`)
      .join(" ");
  return `_copperhead() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options
  COMPREPLY=()
  case $previous in
${values.join("\n")}
  esac
  if [[ $word == -* ]]; then
    case $command in
${commands.map((entry) => `      ${entry.name}) options="${options(entry)}" ;;`).join("\n")}
      *) options="${options(sessionEntry)} --version" ;;
    esac
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
    return
  fi
  case $command in
${words.join("\n")}
  esac
}
# An id such as cursor:gpt-5 is one word.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//:}
complete -F _copperhead copperhead
`;
}

/** A text between single quotes, for zsh's descriptions and for fish. */
const quoted = (text: string) =>
  text.replaceAll("'", "'\\''").replaceAll(":", " ").replaceAll("[", "(").replaceAll("]", ")");

function zsh(): string {
  const action = (completes: Completes | undefined, choices: readonly string[]) => {
    switch (completes) {
      case "folders":
        return "_files -/";
      case "files":
        return "_files";
      case undefined:
        return choices.length > 0 ? `(${choices.join(" ")})` : " ";
      default:
        return `{compadd -- $\{(f)"$(${lister(completes)})"}}`;
    }
  };
  const option = (flag: FlagEntry) => {
    const value = flag.value === undefined ? "" : `:value:${action(flag.completes, choicesOf(flag))}`;
    return `'--${flag.name}[${quoted(flag.summary)}]${value}'`;
  };
  const cases = commands.map((entry) => {
    const words = entry.argument ? [`'*:word:${action(entry.argument.completes, wordsOf(entry))}'`] : [];
    return `    ${entry.name}) _arguments ${[...flagsOf(entry).map(option), ...words].join(" ")} ;;`;
  });
  return `#compdef copperhead
_copperhead() {
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
    *) _arguments ${[...flagsOf(sessionEntry), ...flagsNamed(["version"])].map(option).join(" ")} ;;
  esac
}
compdef _copperhead copperhead
`;
}

function fish(): string {
  const values = (completes: Completes | undefined, choices: readonly string[]) => {
    if (completes === "folders" || completes === "files") {
      return " -F";
    }
    const words = isListed(completes) ? `(${lister(completes)})` : choices.join(" ");
    return words === "" ? "" : ` -a '${words}'`;
  };
  const lines = [
    "complete -c copperhead -f",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c copperhead -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
    ),
    ...commands.flatMap((entry) => {
      const words = values(entry.argument?.completes, wordsOf(entry));
      return words === ""
        ? []
        : [`complete -c copperhead -n '__fish_seen_subcommand_from ${entry.name}'${words}`];
    }),
    ...flags.map((flag) => {
      const owners = commands.filter((entry) => flagsOf(entry).includes(flag)).map(({ name }) => name);
      const isOfSession = flagsOf(sessionEntry).includes(flag) || flag.name === "version";
      const where = isOfSession ? "" : ` -n '__fish_seen_subcommand_from ${owners.join(" ")}'`;
      const value = flag.value === undefined ? "" : ` -r${values(flag.completes, choicesOf(flag))}`;
      return `complete -c copperhead${where} -l ${flag.name} -d '${quoted(flag.summary)}'${value}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** The script of each shell that has one. */
export const completionScripts: Readonly<Record<(typeof shells)[number], () => string>> = { bash, zsh, fish };
