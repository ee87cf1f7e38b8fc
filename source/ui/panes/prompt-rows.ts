/** The prompt, its completions and the queue as rows. Pure. */
import type { Completion } from "../input/completion.js";
import type { Editor } from "../input/editor.js";
import { layoutEditor } from "../input/editor-layout.js";
import { cut, pad, safeLine } from "../render/text.js";
import { theme } from "../theme.js";

/** ASCII, as all of the first frame is: measuring anything else loads tables that would delay it by a third. */
export const promptSign = "> ";

export type PromptRows = { rows: string[]; caret: { row: number; column: number } };

/** The rows around the caret, at most `most` of them. */
export function promptRows(editor: Editor, placeholder: string, width: number, most: number): PromptRows {
  if (editor.text === "") {
    const hint = theme.muted(cut(placeholder, width - promptSign.length - 1));
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

/** The choices around the chosen one. */
export function completionRows(
  completion: Completion | undefined,
  chosen: number,
  width: number,
  most: number,
): string[] {
  const options = completion?.options ?? [];
  const widest = Math.min(40, Math.max(0, ...options.map(({ label }) => label.length)) + 2);
  return windowAround(options, chosen, most).map(({ item, index }) => {
    const label = cut(safeLine(item.label), width - 4);
    const text = `  ${item.note === "" ? label : `${pad(label, widest)}${cut(item.note, Math.max(0, width - widest - 4))}`}`;
    return index === chosen ? theme.selected(text) : theme.muted(text);
  });
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

/** Messages that wait for the next step, the newest of them with the way back. */
export function queueRows(queued: readonly string[], width: number, most: number): string[] {
  return queued.slice(Math.max(0, queued.length - most)).map((text, index, shown) => {
    const note = index === shown.length - 1 ? " (queued; ↑ takes it back)" : " (queued)";
    return theme.muted(`⋯ ${cut(safeLine(text.replace(/\s+/g, " ")), width - note.length - 3)}${note}`);
  });
}
