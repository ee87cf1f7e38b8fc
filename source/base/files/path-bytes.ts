/**
 * File names as strings without loss. A name on a POSIX system is bytes; one that is not UTF-8 would be mangled by the
 * usual decoding and its file never be found again. Each byte of such a name becomes a character, those above 0x7f a
 * lone surrogate (U+DC80 to U+DCFF), which no decoded name can hold: the idea of Python's `surrogateescape`.
 */
import { isUtf8 } from "node:buffer";

const escapeBase = 0xdc00;

function nameFromBytes(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) {
    return text;
  }
  return String.fromCharCode(...Array.from(bytes, (byte) => (byte < 0x80 ? byte : escapeBase + byte)));
}

/** The path that `bytes` stand for. Each name is read by itself, so that a path is the same however it was joined. */
export function pathFromBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    return bytes.toString("utf8");
  }
  const names = bytes.toString("latin1").split("/");
  return names.map((name) => nameFromBytes(Buffer.from(name, "latin1"))).join("/");
}

/** What the file system is to be asked for: the bytes again where `path` holds a name that is not UTF-8. */
export function fileSystemPath(path: string): string | Buffer {
  if (path.isWellFormed()) {
    return path;
  }
  const bytes: Buffer[] = [];
  for (const character of path) {
    const code = character.charCodeAt(0);
    const escaped = character.length === 1 && code > escapeBase + 0x7f && code <= escapeBase + 0xff;
    bytes.push(escaped ? Buffer.from([code - escapeBase]) : Buffer.from(character));
  }
  return Buffer.concat(bytes);
}

/** Paths as git reads them with `-z`: the bytes of each, with a NUL behind it. */
export function joinPaths(paths: readonly string[]): Buffer {
  const text = paths.map((path) => `${path}\0`).join("");
  return text.isWellFormed()
    ? Buffer.from(text)
    : Buffer.concat(paths.flatMap((path) => [Buffer.from(fileSystemPath(path)), Buffer.of(0)]));
}

/** The texts of an output in which a NUL follows each, as `pathFromBytes` reads them. */
export function splitPaths(output: Buffer): string[] {
  if (isUtf8(output)) {
    return output.toString("utf8").split("\0").slice(0, -1);
  }
  const parts = output.toString("latin1").split("\0").slice(0, -1);
  return parts.map((part) => pathFromBytes(Buffer.from(part, "latin1")));
}
