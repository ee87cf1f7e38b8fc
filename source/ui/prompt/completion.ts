/** What can follow at the caret: slash commands after `/`, files after `@`. Pure. */
import type { Editor } from "./editor.js";

/** Texts that could replace `[start, end)` of the prompt, best first; never empty. */
export type Completion = {
  start: number;
  end: number;
  options: readonly { text: string; label: string; note: string }[];
};

export type Completable = {
  commands: readonly { name: string; does: string }[];
  files: readonly string[];
};

const mostFiles = 50;

/** The completion at the caret, if there is one. */
export function completionAt(
  { text, caret }: Pick<Editor, "text" | "caret">,
  { commands, files }: Completable,
): Completion | undefined {
  const before = text.slice(0, caret);
  const command = /^\/(\S*)$/.exec(before)?.[1];
  const file = /(?:^|\s)@(\S*)$/.exec(before)?.[1];
  const query = command ?? file;
  if (query === undefined) {
    return undefined;
  }
  const options = command === undefined ? fileOptions(query, files) : commandOptions(query, commands);
  return options.length > 0 ? { start: caret - query.length - 1, end: caret, options } : undefined;
}

function commandOptions(query: string, commands: Completable["commands"]): Completion["options"] {
  return commands
    .filter(({ name }) => name.startsWith(query))
    .map(({ name, does }) => ({ text: `/${name} `, label: `/${name}`, note: does }));
}

function fileOptions(query: string, files: readonly string[]): Completion["options"] {
  const wanted = query.toLowerCase();
  const ranked = files.flatMap((path) => {
    const rank = rankOf(path.toLowerCase(), wanted);
    return rank === undefined ? [] : [{ path, rank }];
  });
  ranked.sort((one, other) => one.rank - other.rank || one.path.length - other.path.length);
  return ranked.slice(0, mostFiles).map(({ path }) => ({ text: `@${path} `, label: path, note: "" }));
}

/** Ranks a match at the start of the name before one of the path, then one inside, then the letters in order. */
function rankOf(path: string, wanted: string): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(wanted)) {
    return 0;
  }
  if (path.startsWith(wanted)) {
    return 1;
  }
  if (path.includes(wanted)) {
    return 2;
  }
  let at = -1;
  for (const letter of wanted) {
    at = path.indexOf(letter, at + 1);
    if (at < 0) {
      return undefined;
    }
  }
  return 3;
}
