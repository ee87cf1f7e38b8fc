/** New pieces of KiCad's files, written in the style of the file that they go into. */
import { type List, readList } from "../../design/syntax/list.js";
import { quote } from "../../design/syntax/strings.js";
import { refuse } from "../edit.js";

/** A list to be written: its head, then words and strings as they are to be written, and other lists. */
export type Form = readonly [head: string, ...items: (string | Form)[]];

/** How a file is written. KiCad 8 and later write each list on a line of its own and indent with tabs. */
export type Style = { indent: string; newline: string; hasOwnLines: boolean; quotesIds: boolean };

/** The style of a file, read off its first lines and its id. */
export function styleOf(file: List): Style {
  const indent = /\n([\t ]+)\(/.exec(file.text)?.[1] ?? "\t";
  return {
    indent,
    newline: file.text.includes("\r\n") ? "\r\n" : "\n",
    hasOwnLines: indent.startsWith("\t"),
    quotesIds: file.first("uuid")?.atoms[0]?.quoted ?? true,
  };
}

/** `value` as a string. Throws `edit-refused` where it has characters that no text on a sheet can have. */
export function text(value: string): string {
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(value)) {
    refuse("A name or a value cannot have control characters.");
  }
  return quote(value);
}

/** A length in mm, as exact as KiCad's schematics are. */
export function number(value: number): string {
  return String(Math.round(value * 10_000) / 10_000 + 0);
}

export function uuidForm(id: string, { quotesIds }: Style): Form {
  return ["uuid", quotesIds ? quote(id) : id];
}

/** The text of `form`, whose first line is indented already, at this depth. */
export function print(form: Form, style: Style, depth: number): string {
  return style.hasOwnLines ? printOnOwnLines(form, style, depth) : printOnFewLines(form, style, depth);
}

/** Points share a line up to this column. */
const widestPoints = 99;

/** As KiCad 8 and later do: words stay beside the head, each list has a line of its own, but for points. */
function printOnOwnLines(form: Form, style: Style, depth: number): string {
  const [head, ...items] = form;
  if (items.every((item) => typeof item === "string")) {
    return onOneLine(form);
  }
  const start = `${style.newline}${style.indent.repeat(depth + 1)}`;
  let written = `(${head}`;
  for (const [index, item] of items.entries()) {
    const column = written.length - written.lastIndexOf("\n");
    const isPoint = item[0] === "xy" && items[index - 1]?.[0] === "xy";
    if (typeof item === "string" || (isPoint && column <= widestPoints)) {
      written += ` ${typeof item === "string" ? item : onOneLine(item)}`;
    } else {
      written += `${start}${printOnOwnLines(item, style, depth + 1)}`;
    }
  }
  return `${written}${style.newline}${style.indent.repeat(depth)})`;
}

/** Letters in a line, where lists share lines. */
const widestLine = 80;

/** As KiCad 7 and before do: short lists are one line; the first ones of a long one stay beside its head. */
function printOnFewLines(form: Form, style: Style, depth: number): string {
  const line = onOneLine(form);
  if (line.length <= widestLine) {
    return line;
  }
  const [head, ...items] = form;
  const start = `${style.newline}${style.indent.repeat(depth + 1)}`;
  const firstBelow = items.findIndex((item) => typeof item !== "string" && !staysBeside(item));
  const beside = firstBelow === -1 ? items : items.slice(0, firstBelow);
  const below = firstBelow === -1 ? [] : items.slice(firstBelow);
  const printed = [
    ...beside.map((item) => ` ${typeof item === "string" ? item : onOneLine(item)}`),
    ...below.map(
      (item) => `${start}${typeof item === "string" ? item : printOnFewLines(item, style, depth + 1)}`,
    ),
  ];
  return `(${head}${printed.join("")}${style.newline}${style.indent.repeat(depth)})`;
}

function staysBeside(list: Form): boolean {
  return list[0] === "pts" || (list[0] !== "uuid" && list.every((inner) => typeof inner === "string"));
}

function onOneLine(form: Form): string {
  return `(${form.map((item) => (typeof item === "string" ? item : onOneLine(item))).join(" ")})`;
}

/** No list of KiCad's is as deep. */
const deepest = 60;

/** A list of a file as a form; undefined where it is nested more deeply than any of KiCad's. */
export function formOf(list: List, depth = 0): Form | undefined {
  if (depth > deepest) {
    return undefined;
  }
  const items = list.items.map((item) =>
    item.kind === "atom" ? list.text.slice(item.start, item.end) : formOf(item, depth + 1),
  );
  return items.some((item) => item === undefined) ? undefined : [list.head, ...(items as (string | Form)[])];
}

/** A form as a list with a text of its own. */
export function readForm(form: Form): List | undefined {
  return readList(onOneLine(form));
}
