/** Completion scripts for shells, made from the tables of the command line. Pure. */
import { commandTable, flagTable } from "./table.js";

const commands = commandTable.map(({ name, summary }) => ({ name, summary }));

/** `choices`: what may follow the flag, none where that is free text or nothing. */
const flags = flagTable.map((flag) => {
  const value = "value" in flag ? flag.value : undefined;
  return {
    name: flag.name,
    summary: flag.summary,
    hasValue: value !== undefined,
    choices: value !== undefined && !value.includes("<") ? value.split("|") : [],
  };
});

const names = commands.map(({ name }) => name).join(" ");
const withChoices = flags.filter(({ choices }) => choices.length > 0);
const folders = flags.filter(({ name }) => name === "repo");

function bash(): string {
  const cases = [
    ...withChoices.map(
      ({ name, choices }) =>
        `    --${name}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$word")); return ;;`,
    ),
    ...folders.map(({ name }) => `    --${name}) COMPREPLY=($(compgen -d -- "$word")); return ;;`),
  ];
  const options = flags.map(({ name }) => `--${name}`).join(" ");
  return `_copperhead() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  case $previous in
${cases.join("\n")}
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return ;;
    replay) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${options}" -- "$word"))
  elif [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W "${names}" -- "$word"))
  fi
}
complete -F _copperhead copperhead
`;
}

/** A text between single quotes, for zsh's descriptions and for fish. */
const quoted = (text: string) =>
  text.replaceAll("'", "'\\''").replaceAll(":", " ").replaceAll("[", "(").replaceAll("]", ")");

function zsh(): string {
  const options = flags.map(({ name, summary, hasValue, choices }) => {
    const values = choices.length > 0 ? `(${choices.join(" ")})` : name === "repo" ? "_files -/" : "";
    return `    '--${name}[${quoted(summary)}]${hasValue ? `:value:${values}` : ""}' \\`;
  });
  return `#compdef copperhead
_copperhead() {
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join("\n")}
  )
  _arguments \\
${options.join("\n")}
    '1:command:{_describe command commands}' \\
    '*::word:{[[ $words[1] == completion ]] && _values shell bash zsh fish || _files}'
}
compdef _copperhead copperhead
`;
}

function fish(): string {
  const lines = [
    "complete -c copperhead -f",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c copperhead -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
    ),
    "complete -c copperhead -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'",
    "complete -c copperhead -n '__fish_seen_subcommand_from replay' -F",
    ...flags.map(({ name, summary, hasValue, choices }) => {
      const values = choices.length > 0 ? ` -a '${choices.join(" ")}'` : name === "repo" ? " -F" : "";
      return `complete -c copperhead -l ${name} -d '${quoted(summary)}'${hasValue ? " -r" : ""}${values}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** The script of each shell that has one. */
export const completionScripts: Readonly<Record<string, () => string>> = { bash, zsh, fish };
