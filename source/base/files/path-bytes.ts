/**
 * File names as strings without loss. A name on a POSIX system is bytes; one that is not UTF-8 would be mangled by the
 * usual decoding and its file never be found again. Each byte of such a name becomes a character, those above 0x7f a
 * lone surrogate (U+DC80 to U+DCFF), which no decoded name can hold: the idea of Python's `surrogateescape`.
 */

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
  const names = bytes.toString("latin1").split("/");
  return names.map((name) => nameFromBytes(Buffer.from(name, "latin1"))).join("/");
}

/** What the file system is to be asked for: the bytes again where `path` holds a name that is not UTF-8. */
export function fileSystemPath(path: string): string | Buffer {
  if (!/\p{Surrogate}/u.test(path)) {
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
