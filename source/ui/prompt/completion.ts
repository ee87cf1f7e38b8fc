/** What can follow at the caret: slash commands after `/`, files after `@`, parts after `/board`. Pure. */
import type { Editor } from "./editor.js";

/** `isWhole`: the text is a command that needs nothing more. */
type CompletionOption = { text: string; label: string; note: string; isWhole?: boolean };

/** Texts that could replace `[start, end)` of the prompt, best first; never empty. */
export type Completion = {
  start: number;
  end: number;
  options: readonly CompletionOption[];
};

export type Completable = {
  /** An argument that begins with `<` has to be there. */
  commands: readonly { name: string; argument?: string; does: string }[];
  files: readonly string[];
  /** References and findings that the conversation named last, for the commands that draw them. */
  places?: () => readonly string[];
};

const mostFiles = 50;

/** The completion at the caret, if there is one. */
export function completionAt(
  { text, caret }: Pick<Editor, "text" | "caret">,
  { commands, files, places = () => [] }: Completable,
): Completion | undefined {
  const before = text.slice(0, caret);
  const place = /^\/(?:board|schematic|explain) (\w+)$/.exec(before)?.[1];
  if (place !== undefined) {
    const options = places()
      .filter((known) => known.toLowerCase().startsWith(place.toLowerCase()))
      .map((known) => ({ text: known, label: known, note: "", isWhole: true }));
    return options.length > 0 && !options.some(({ text: known }) => known === place)
      ? { start: caret - place.length, end: caret, options }
      : undefined;
  }
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
    .map(({ name, argument, does }) => ({
      text: `/${name} `,
      label: `/${name}`,
      note: does,
      isWhole: argument?.startsWith("<") !== true,
    }));
}

function fileOptions(query: string, files: readonly string[]): Completion["options"] {
  const wanted = query.toLowerCase();
  const best: Ranked[] = [];
  for (const path of files) {
    const rank = rankOf(path.toLowerCase(), wanted);
    if (rank !== undefined) {
      keepBest(best, { path, rank });
    }
  }
  return best.map(({ path }) => ({ text: `@${path} `, label: path, note: "" }));
}

type Ranked = { path: string; rank: number };

/** Puts `next` in its place among the best; of equals, the earlier comes first. A hundred thousand need no sorting. */
function keepBest(best: Ranked[], next: Ranked): void {
  const isBetter = (one: Ranked | undefined) =>
    one !== undefined && (next.rank - one.rank || next.path.length - one.path.length) < 0;
  if (best.length === mostFiles && !isBetter(best.at(-1))) {
    return;
  }
  let at = best.length;
  while (isBetter(best[at - 1])) {
    at -= 1;
  }
  best.splice(at, 0, next);
  best.length = Math.min(best.length, mostFiles);
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
