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

/** What copperhead itself lists, one a line, with a tab and what it is: `copperhead completion sessions`. */
export const listed = ["sessions", "models", "projects", "settings"] as const;
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

/** Between single quotes, for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bash(): string {
  const after = (completes: Completes | undefined, choices: readonly string[]) => {
    switch (completes) {
      case "folders":
      case "files":
        return `_copperhead_of "$(compgen -${completes === "folders" ? "d" : "f"} -- "$plain")" filenames`;
      case undefined:
        return `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$word"))`;
      default:
        return `_copperhead_of "$(${lister(completes)})"${completes === "projects" ? " filenames" : ""}`;
    }
  };
  const values = flags
    .filter((flag) => flag.completes !== undefined || choicesOf(flag).length > 0)
    .map((flag) => `    --${flag.name}) ${after(flag.completes, choicesOf(flag))}; return ;;`);
  const words = commands
    .filter((entry) => entry.argument?.completes !== undefined || wordsOf(entry).length > 0)
    .map((entry) => {
      const first = after(entry.argument?.completes, wordsOf(entry));
      const next = entry.argument?.next;
      const all = next ? `if [[ $COMP_CWORD == 2 ]]; then ${first}; else ${after(next, [])}; fi` : first;
      return `    ${entry.name}) ${all} ;;`;
    });
  const options = (entry: CommandEntry) =>
    flagsOf(entry)
      .map(({ name }) => `--${name}`)
      .join(" ");
  return `# The lines of $1 that begin with the word, each up to its tab; a shell quotes them as names of files with $2.
_copperhead_of() {
  local line
  [[ $2 ]] && compopt -o filenames 2>/dev/null
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    [[ $line && $line == "$plain"* ]] && COMPREPLY+=("$line")
  done <<<"$1"
}
_copperhead() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options plain
  plain=\${word#[\\"\\']} plain=\${plain//\\\\/}
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
        return `{_copperhead_of ${completes}}`;
    }
  };
  const option = (flag: FlagEntry) => {
    const value = flag.value === undefined ? "" : `:value:${action(flag.completes, choicesOf(flag))}`;
    const summary = flag.summary.replace(/[[\]:]/g, "\\$&");
    return quoted(`--${flag.name}[${summary}]${value}`);
  };
  const cases = commands.map((entry) => {
    const { argument } = entry;
    const first = argument && action(argument.completes, wordsOf(entry));
    // The command itself is the first word that _arguments counts.
    const words = argument?.next
      ? [`2:word:${first}`, `*:word:${action(argument.next, [])}`]
      : argument
        ? [`*:word:${first}`]
        : [];
    return `    ${entry.name}) _arguments ${[...flagsOf(entry).map(option), ...words.map(quoted)].join(" ")} ;;`;
  });
  return `#compdef copperhead
_copperhead_of() {
  local -a lines values shown
  lines=(\${(f)"$(copperhead completion $1 2>/dev/null)"})
  values=(\${lines%%$'\\t'*})
  shown=(\${lines/$'\\t'/  })
  compadd -l -d shown -a values
}
_copperhead() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
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
# As a file of its folder for completions it is called; sourced, it is not.
if [[ $funcstack[1] == _copperhead ]]; then
  _copperhead "$@"
else
  compdef _copperhead copperhead
fi
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
  const after = (names: readonly string[]) => `__fish_seen_subcommand_from ${names.join(" ")}`;
  const lines = [
    "complete -c copperhead -f",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c copperhead -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap((entry) => {
      const { name, argument } = entry;
      const words = values(argument?.completes, wordsOf(entry));
      const first = `complete -c copperhead -n '${after([name])}`;
      if (words === "" || argument?.next === undefined) {
        return words === "" ? [] : [`${first}'${words}`];
      }
      const choices = wordsOf(entry);
      return [
        `${first}; and not ${after(choices)}'${words}`,
        `${first}; and ${after(choices)}'${values(argument.next, [])}`,
      ];
    }),
    ...flags.map((flag) => {
      const owners = commands.filter((entry) => flagsOf(entry).includes(flag));
      const others = commands.filter((entry) => !owners.includes(entry)).map(({ name }) => name);
      const isOfSession = flagsOf(sessionEntry).includes(flag) || flag.name === "version";
      const where = isOfSession ? others : owners.map(({ name }) => name);
      const condition = where.length > 0 ? ` -n '${isOfSession ? "not " : ""}${after(where)}'` : "";
      const isFile = flag.completes === "folders" || flag.completes === "files";
      const value =
        flag.value === undefined ? "" : ` ${isFile ? "-r" : "-x"}${values(flag.completes, choicesOf(flag))}`;
      return `complete -c copperhead${condition} -l ${flag.name} -d ${quoted(flag.summary)}${value}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** The script of each shell that has one. */
export const completionScripts: Readonly<Record<(typeof shells)[number], () => string>> = { bash, zsh, fish };
