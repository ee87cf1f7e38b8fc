/** The prompt, its completions and the queue as rows. Pure. */
import stringWidth from "string-width";
import type { Completion } from "../prompt/completion.js";
import type { Editor } from "../prompt/editor.js";
import { layoutEditor } from "../prompt/editor-layout.js";
import { theme } from "../rows/theme.js";
import { cut, pad, safeLine } from "../rows/wrap.js";

/** ASCII, as all of the first frame is: measuring anything else loads tables that would delay it by a third. */
export const promptSign = "> ";

type PromptRows = { rows: string[]; caret: { row: number; column: number } };

/** The rows around the caret, at most `most` of them; the first of the hints that fits where there is no text. */
export function promptRows(
  editor: Editor,
  hints: readonly string[],
  width: number,
  most: number,
): PromptRows {
  if (editor.text === "") {
    const hint = theme.muted(fitting(width - promptSign.length - 1, hints));
    return { rows: [theme.accent(promptSign) + hint], caret: { row: 0, column: promptSign.length } };
  }
  const { rows, caret } = layoutEditor(editor, width - promptSign.length);
  const first = Math.max(0, Math.min(caret.row - most + 1 + Math.floor(most / 2), rows.length - most));
  const shown = rows.slice(first, first + most).map((row, index) => {
    const isFirst = first + index === 0;
    return (isFirst ? theme.accent(promptSign) : "  ") + row;
  });
  return { rows: shown, caret: { row: caret.row - first, column: caret.column + promptSign.length } };
}

/** The first of the texts that fits, so that a hint is shorter rather than cut; the last is cut if it must be. */
export function fitting(width: number, texts: readonly string[]): string {
  return texts.find((text) => stringWidth(text) <= width) ?? cut(texts.at(-1) ?? "", width);
}

/** The sign before an entry of a list: the chosen one is known without colours. */
export const choiceSign = (isChosen: boolean) => (isChosen ? "▸ " : "  ");

/** The choices around the chosen one, in at most `most` rows. */
export function completionRows(
  completion: Completion | undefined,
  chosen: number,
  width: number,
  most: number,
): string[] {
  const options = completion?.options ?? [];
  const widest = Math.min(40, Math.max(0, ...options.map(({ label }) => label.length)) + 2);
  // A single row is better used for the choice itself.
  const countsOthers = options.length > most && most > 1;
  const shown = windowAround(options, chosen, countsOthers ? most - 1 : most);
  const rows = shown.map(({ item, index }) => {
    const label = safeLine(item.label);
    const entry = item.note === "" ? label : `${pad(label, widest)}${item.note}`;
    const text = cut(choiceSign(index === chosen) + entry, width);
    return index === chosen ? theme.selected(text) : theme.muted(text);
  });
  return countsOthers
    ? [...rows, theme.muted(cut(`  … ${options.length - shown.length} more`, width))]
    : rows;
}

/** At most `most` items, the chosen one among them. */
export function windowAround<Item>(
  items: readonly Item[],
  chosen: number,
  most: number,
): { item: Item; index: number }[] {
  const first = Math.max(0, Math.min(chosen - Math.floor(most / 2), items.length - most));
  return items
    .slice(first, first + Math.max(0, most))
    .map((item, offset) => ({ item, index: first + offset }));
}

/** The newest `most` messages that wait for the next step, with the way back, below a row that counts the others. */
export function queueRows(queued: readonly string[], width: number, most: number): string[] {
  const others = most > 0 ? Math.max(0, queued.length - most) : 0;
  const rows = queued.slice(queued.length - Math.min(queued.length, most)).map((text, index, shown) => {
    const note = index === shown.length - 1 ? " (queued; ↑ takes it back)" : " (queued)";
    return `⋯ ${cut(safeLine(text.replace(/\s+/g, " ")), width - note.length - 3)}${note}`;
  });
  return [...(others > 0 ? [`⋯ ${others} more before (queued)`] : []), ...rows].map((row) =>
    theme.muted(cut(row, width)),
  );
}
