/** New pieces of KiCad's files, written in the style of the file that they go into. */
import { type List, readList } from "../design/syntax/list.js";
import { quote } from "../design/syntax/strings.js";

/** A list to be written: its head, then words and strings as they are to be written, and other lists. */
export type Form = readonly [head: string, ...items: (string | Form)[]];

/** How a file is written. KiCad 8 and later give each list a line of its own and indent with tabs. */
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

/** `value` as a string. */
export function text(value: string): string {
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
  const line = onOneLine(form);
  const short = style.hasOwnLines
    ? !form.some((item) => typeof item !== "string")
    : line.length <= widestLine;
  if (short) {
    return line;
  }
  const [head, ...items] = form;
  const start = `${style.newline}${style.indent.repeat(depth + 1)}`;
  const printed = items.map((item, index) => {
    if (
      typeof item === "string" ||
      (!style.hasOwnLines && isPlain(item) && items.slice(0, index).every(isPlain))
    ) {
      return ` ${typeof item === "string" ? item : onOneLine(item)}`;
    }
    const before = items[index - 1];
    const followsPoint = item[0] === "xy" && typeof before === "object" && before[0] === "xy";
    return `${followsPoint ? " " : start}${print(item, style, depth + 1)}`;
  });
  return `(${head}${printed.join("")}${style.newline}${style.indent.repeat(depth)})`;
}

/** Letters in a line, where lists share lines. */
const widestLine = 80;

function isPlain(item: string | Form): boolean {
  return typeof item === "string" || item.every((inner) => typeof inner === "string");
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
