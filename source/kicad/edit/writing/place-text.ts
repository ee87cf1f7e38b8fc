/** Where new items go in a file, and how old ones are removed from it without a gap. Pure. */
import type { Atom, Item, List } from "../../design/syntax/list.js";
import type { Splice } from "../splice.js";
import { type Form, print, styleOf } from "./form.js";

/** What comes after all items of a sheet, and last in an item. */
const last = [
  "instances",
  "sheet_instances",
  "symbol_instances",
  "embedded_fonts",
  "embedded_files",
  "group",
];

/** Inserts a form into `parent`, at this depth, after the last list of its kind, else before what comes last. */
export function insertion(file: List, parent: List, form: Form, depth: number): Splice {
  const style = styleOf(file);
  const alike = parent.all(form[0]).at(-1);
  const lists = parent.items.filter((item): item is List => item.kind === "list");
  const firstOfEnd = lists.findIndex(({ head }) => last.includes(head));
  const before = alike ?? (firstOfEnd === -1 ? lists.at(-1) : lists[firstOfEnd - 1]);
  const printed = `${style.newline}${style.indent.repeat(depth)}${print(form, style, depth)}`;
  if (before) {
    return { start: before.end, end: before.end, text: printed };
  }
  // An empty list, `(lib_symbols)`, or one of words alone.
  const at = parent.items.at(-1)?.end ?? parent.end - 1;
  return { start: at, end: at, text: `${printed}${style.newline}${style.indent.repeat(depth - 1)}` };
}

/** Removes an item, with the blank before it. */
export function removal({ text }: List, item: { start: number; end: number }): Splice {
  let start = item.start;
  while (start > 0 && /\s/.test(text[start - 1] ?? "")) {
    start -= 1;
  }
  return { start, end: item.end, text: "" };
}

/** Puts a word or a string, as it is to be written, in place of another. */
export function replacement(item: Item | Atom, written: string): Splice {
  return { start: item.start, end: item.end, text: written };
}
