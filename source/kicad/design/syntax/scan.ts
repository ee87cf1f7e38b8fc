/** Finds where things end in KiCad's file syntax. Every function is one pass over the characters, without recursion. */

const tab = 0x09;
const newline = 0x0a;
const space = 0x20;
const quote = 0x22;
const hash = 0x23;
const open = 0x28;
const close = 0x29;
const backslash = 0x5c;
const letterF = 0x66;

/** KiCad 9 wrote this list, which is the last in a teardrop's, without its opening parenthesis, and reads it so. */
const unopened = "filter_ratio ";

/** The first index from `at` on that is neither blank nor in a comment (a line that begins with `#`). */
export function skipBlank(text: string, at: number): number {
  let index = at;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === hash && beginsItsLine(text, index)) {
      index = endOfLine(text, index);
    } else if (code > space) {
      break;
    }
  }
  return index;
}

/** The index after the word that begins at `at`; `at` itself where none does. */
export function endOfWord(text: string, at: number): number {
  let index = at;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= space || code === open || code === close || code === quote) {
      break;
    }
  }
  return index;
}

/** The index after the string that opens at `at`; the text's length where it never ends. */
export function endOfString(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      return index + 1;
    }
    if (code === backslash) {
      index += 1;
    }
  }
  return text.length;
}

/** The index after the parenthesis that closes the list that opens at `at`; undefined where none does. */
export function endOfList(text: string, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === open) {
      depth += 1;
    } else if (code === close) {
      depth -= 1;
      if (depth === 0) {
        return index + 1;
      }
      if (text.charCodeAt(index + 1) === letterF && text.startsWith(unopened, index + 1)) {
        depth += 1;
      }
    } else if (code === quote) {
      index = endOfString(text, index) - 1;
    } else if (code === hash && beginsItsLine(text, index)) {
      index = endOfLine(text, index) - 1;
    }
  }
  return undefined;
}

function beginsItsLine(text: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && (text.charCodeAt(index) === space || text.charCodeAt(index) === tab)) {
    index -= 1;
  }
  return index < 0 || text.charCodeAt(index) === newline;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
