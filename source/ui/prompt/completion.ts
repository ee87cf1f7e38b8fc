/** What can follow at the caret: commands after `/`, files after `@`. Pure. */
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

const most = 50;

/** The completion at the caret, if there is one. */
export function completionAt(
  { text, caret }: Pick<Editor, "text" | "caret">,
  known: Completable,
): Completion | undefined {
  const before = text.slice(0, caret);
  const command = /^\/(\S*)$/.exec(before);
  const options = command ? commandOptions(command[1] ?? "", known) : [];
  if (command) {
    return made(0, caret, options);
  }
  const file = /(?:^|\s)@(\S*)$/.exec(before);
  if (!file) {
    return undefined;
  }
  const query = file[1] ?? "";
  return made(caret - query.length - 1, caret, fileOptions(query, known.files));
}

function made(start: number, end: number, options: Completion["options"]): Completion | undefined {
  return options.length > 0 ? { start, end, options } : undefined;
}

function commandOptions(query: string, { commands }: Completable): Completion["options"] {
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
  return ranked.slice(0, most).map(({ path }) => ({ text: `@${path} `, label: path, note: "" }));
}

/** Name before path, start before middle, letters in order last. */
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
