/** KiCad's quoted strings. */

const named: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const escaped = /\\(?:x([\dA-Fa-f]{1,2})|([0-7]{1,3})|([\s\S]))/g;

/** `"a \"b\""`, quotation marks included → `a "b"`. A string that never ends is read to the end. */
export function unquote(written: string): string {
  const end = written.length > 1 && written.endsWith('"') ? -1 : undefined;
  const inner = written.slice(1, end);
  return inner.includes("\\")
    ? inner.replace(escaped, (_, hex?: string, octal?: string, letter = "") => {
        if (hex !== undefined || octal !== undefined) {
          return String.fromCharCode(
            hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16),
          );
        }
        return named[letter] ?? letter;
      })
    : inner;
}

const written: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\\": "\\\\", '"': '\\"' };

/** `a "b"` → `"a \"b\""`, as KiCad writes it. */
export function quote(value: string): string {
  return `"${value.replace(/[\n\r\\"]/g, (letter) => written[letter] ?? letter)}"`;
}
