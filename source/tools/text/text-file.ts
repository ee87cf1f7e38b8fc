/** A file's bytes as the text that a model works with, and back in the file's own style. Pure. */
import { isUtf8 } from "node:buffer";

type TextStyle = {
  byteOrderMark: boolean;
  /** The end of most lines. */
  lineEnd: "\n" | "\r\n";
  endsInNewline: boolean;
};

const mark = "\uFEFF";

/** Bytes as text exactly; `undefined` where they are not UTF-8 text. */
export function decode(bytes: Uint8Array): string | undefined {
  const isText = !isBinary(bytes) && isUtf8(bytes);
  return isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : undefined;
}

/** Whether there is a zero byte in the first 8 kB, which is git's test. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

export function styleOf(raw: string): TextStyle {
  const all = countOf(raw, "\n");
  const withReturn = countOf(raw, "\r\n");
  return {
    byteOrderMark: raw.startsWith(mark),
    lineEnd: withReturn * 2 > all ? "\r\n" : "\n",
    endsInNewline: raw.endsWith("\n"),
  };
}

/** How often one text occurs in another. */
export function countOf(text: string, what: string): number {
  let count = 0;
  for (let at = text.indexOf(what); at !== -1; at = text.indexOf(what, at + what.length)) {
    count += 1;
  }
  return count;
}

/** The text without a byte order mark, with LF line ends. */
export function withoutStyle(raw: string): string {
  return raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** A new text in the style of the file that it replaces. */
export function inStyle(text: string, style: TextStyle): string {
  const body = withLastNewline(withoutStyle(text).replaceAll("\n", style.lineEnd), style);
  return style.byteOrderMark ? mark + body : body;
}

/** The text with a newline at its end, or none, as the style has it. */
export function withLastNewline(text: string, { endsInNewline, lineEnd }: TextStyle): string {
  if (text === "" || text.endsWith("\n") === endsInNewline) {
    return text;
  }
  return endsInNewline ? text + lineEnd : text.replace(/(\r?\n)+$/, "");
}
