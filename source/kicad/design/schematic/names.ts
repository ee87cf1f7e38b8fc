/** Names of nets as schematics write them: letters that would mean something else in a path are kept as words. */

const letters: Readonly<Record<string, string>> = {
  "{backslash}": "\\",
  "{bar}": "|",
  "{colon}": ":",
  "{comma}": ",",
  "{dblquote}": '"',
  "{dollar}": "$",
  "{gt}": ">",
  "{lt}": "<",
  "{quote}": "'",
  "{return}": "\n",
  "{slash}": "/",
  "{space}": " ",
  "{tab}": "\t",
};

/** `VPP{slash}MCLR` → `VPP/MCLR`, as netlists have it. */
export function readableName(text: string): string {
  return text.includes("{") ? text.replace(/\{\w+\}/g, (word) => letters[word] ?? word) : text;
}

/** The other way round, for a name that is written into a label. */
export function writtenName(name: string): string {
  return name.replaceAll("/", "{slash}");
}

/** Names that KiCad makes up for nets that have no label. */
export function isAutomaticName(name: string): boolean {
  return /^(Net-\(|unconnected-\()/.test(name);
}

const vector = /^(.*)\[(\d+)\.\.(\d+)\]$/s;
const group = /^((?:[^{]|~\{[^}]*\})*)\{(.*)\}$/s;

/** More wires than any bus has; a file may ask for any number. */
const mostMembers = 1000;

/**
 * The names of the nets in a bus of this name: `D[0..2]` → D0, D1, D2; `USB{DP DM}` → USB.DP, USB.DM. An alias is
 * replaced by its members. Undefined where the name is not that of a bus.
 */
export function busMembers(
  name: string,
  aliases: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const [, stem = "", from = "", to = ""] = vector.exec(name) ?? [];
  if (from !== "") {
    const first = Math.min(Number(from), Number(to));
    const count = Math.min(Math.abs(Number(from) - Number(to)) + 1, mostMembers);
    return Array.from({ length: count }, (_, index) => `${stem}${first + index}`);
  }
  const [, prefix = "", inner] = group.exec(name) ?? [];
  if (inner === undefined || prefix.endsWith("~")) {
    return undefined;
  }
  const members = inner
    .split(/\s+/)
    .filter((member) => member !== "")
    .flatMap((member) => aliases.get(member) ?? [member])
    .slice(0, mostMembers)
    .flatMap((member) => (vector.test(member) ? (busMembers(member, aliases) ?? []) : [member]));
  return members.map((member) => (prefix === "" ? member : `${prefix}.${member}`));
}
