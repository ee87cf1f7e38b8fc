/** The kinds of a reply's lines, each decided by the line alone. Every function is linear in the line. */
import { readMarker } from "./markers.js";

/** A line that opens or closes a fenced block. */
export type Fence = { char: string; length: number; info: string };

export function readFence(line: string): Fence | undefined {
  const found = /^\s*(`{3,}|~{3,})(.*)/.exec(line);
  const [, marks = "", info = ""] = found ?? [];
  const char = marks.charAt(0);
  if (!found || (char === "`" && info.includes("`"))) {
    return undefined;
  }
  return { char, length: marks.length, info: info.trim() };
}

/**
 * Where on the line a call could begin. `isDecorated`: before it there is a list bullet, quote marks, backticks, a tag
 * or an echoed marker, but no word. With words before it, an object is an example in a sentence, and no call.
 */
export function findValue(line: string): { column: number; isDecorated: boolean } | undefined {
  if (/^\s*\[\s*(?:\{|$)/.test(line)) {
    return { column: line.indexOf("["), isDecorated: false };
  }

  const column = line.indexOf("{");
  if (column < 0) {
    return undefined;
  }
  const before = line.slice(0, column);
  const isSentence = readMarker(before) !== "echo" && hasWords(before.replace(/^\s*(?:`{3,}|~{3,})\w*/, ""));
  return isSentence ? undefined : { column, isDecorated: before.trim() !== "" };
}

/** Whether a text beside a call has words, apart from tags. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/<\/?\w+>/g, ""));
}

/** Whether a line begins the way a call does, well formed or not. */
export function opensCall(line: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*["'“]?(?:tool|name)["'”]?\s*:/.test(line);
}

/** Whether a line is the inside of a call that has lost its opening brace. */
export function opensCallWithoutBrace(line: string): boolean {
  return /^\s*"tool"\s*:/.test(line);
}

/** Whether a line is one of the tags that other harnesses put around calls. */
export function isCallTag(line: string): boolean {
  return /^\s*<\/?(?:tool_calls?|tool_use|function_calls?|invoke)\b[^<>{]*>\s*$/i.test(line);
}

/** Whether a text beside a call is only separators, stray brackets, emphasis or closing tags. */
export function isSeparator(text: string): boolean {
  return /^(?:[\s,;.[\]}()*_`~|"']|<\/\w+>)*$/.test(text);
}

/** Whether a line can belong to a broken call that began on a line of that indentation. */
export function continuesValue(line: string, indentation: number): boolean {
  const first = line.trimStart()[0];
  if (first === undefined) {
    return false;
  }
  return indentationOf(line) > indentation || "}],\"'".includes(first);
}

export function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a line that begins like this is prose, however it continues. */
export function opensProse(start: string): boolean {
  const decisive = /[[{<"\p{L}]/u.exec(start)?.[0];
  return decisive !== undefined && !'[{<"'.includes(decisive) && !/^\s*(?:```|~~~)/.test(start);
}
