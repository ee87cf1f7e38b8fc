/** KiCad's file syntax, as far as it can be checked without knowing what a file means: parentheses and strings. */

const quote = 0x22;
const backslash = 0x5c;
const open = 0x28;
const close = 0x29;
const hash = 0x23;

/**
 * How the parentheses outside strings do not match, as a clause; undefined where they do. A line that begins with `#` is
 * a comment. Where one is missing cannot be known: every later one closes the wrong form.
 */
export function findImbalance(text: string): string | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === open) {
      depth += 1;
    } else if (code === close) {
      depth -= 1;
      if (depth < 0) {
        return `line ${lineAt(text, index)} closes a parenthesis that was never opened`;
      }
    } else if (code === quote) {
      const end = endOfString(text, index);
      if (end === undefined) {
        return `the string that begins in line ${lineAt(text, index)} never ends`;
      }
      index = end;
    } else if (code === hash && isFirstInLine(text, index)) {
      const end = text.indexOf("\n", index);
      index = end === -1 ? text.length : end;
    }
  }
  if (depth > 0) {
    return depth === 1 ? "1 parenthesis is never closed" : `${depth} parentheses are never closed`;
  }
  return undefined;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      return index;
    }
    if (code === backslash) {
      index += 1;
    }
  }
  return undefined;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function isFirstInLine(text: string, index: number): boolean {
  return text.slice(text.lastIndexOf("\n", index) + 1, index).trim() === "";
}
