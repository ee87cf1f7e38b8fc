/** A file's bytes as the text a model works with, and back without losing how they were written. Pure. */

/** Text with LF line ends and without a byte order mark, and how to write it again. */
export type TextFile = { text: string; style: TextStyle };

export type TextStyle = {
  byteOrderMark: boolean;
  /** What most lines end in. */
  lineEnd: "\n" | "\r\n";
  endsInNewline: boolean;
};

const mark = "\uFEFF";

/** Bytes as text exactly; `undefined` where they are not UTF-8 text. */
export function decode(bytes: Uint8Array): string | undefined {
  if (isBinary(bytes)) {
    return undefined;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** No text holds a zero byte; the first 8 kB tell, as they do for git. */
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

/** Text as it is shown to a model. */
export function withoutStyle(raw: string): string {
  return raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Writes a whole new text in the manner of the file that it replaces. */
export function inStyle(text: string, style: TextStyle): string {
  const plain = withoutStyle(text);
  const ended =
    plain === "" || plain.endsWith("\n") === style.endsInNewline ? plain : toggleLastNewline(plain);
  const body = style.lineEnd === "\r\n" ? ended.replaceAll("\n", "\r\n") : ended;
  return style.byteOrderMark ? mark + body : body;
}

function toggleLastNewline(text: string): string {
  return text.endsWith("\n") ? text.replace(/\n+$/, "") : `${text}\n`;
}
