/** KiCad's file syntax, as far as it can be judged without knowing what a file means: parentheses and strings. */

/** Where the parentheses of a text stop making sense. Lines count from 1. */
export type Imbalance =
  | { kind: "unclosed"; missing: number }
  | { kind: "extra"; line: number }
  | { kind: "unterminated-string"; line: number };

const quote = 0x22;
const backslash = 0x5c;
const open = 0x28;
const close = 0x29;
const newline = 0x0a;
const hash = 0x23;

/**
 * Checks that the parentheses outside strings match; a line
 * that begins with `#` is a comment. Where one is missing cannot be told: every later one closes the wrong thing.
 */
export function findImbalance(text: string): Imbalance | undefined {
  let depth = 0;
  let line = 1;
  let lineIsBlank = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === newline) {
      line += 1;
      lineIsBlank = true;
    } else if (code === hash && lineIsBlank) {
      index = endOfLine(text, index) - 1;
    } else if (code === quote) {
      const start = line;
      index += 1;
      for (; index < text.length && text.charCodeAt(index) !== quote; index += 1) {
        if (text.charCodeAt(index) === backslash) {
          index += 1;
        }
        if (text.charCodeAt(index) === newline) {
          line += 1;
        }
      }
      if (index >= text.length) {
        return { kind: "unterminated-string", line: start };
      }
      lineIsBlank = false;
    } else if (code === open) {
      depth += 1;
      lineIsBlank = false;
    } else if (code === close) {
      depth -= 1;
      if (depth < 0) {
        return { kind: "extra", line };
      }
      lineIsBlank = false;
    } else if (code > 0x20) {
      lineIsBlank = false;
    }
  }
  return depth === 0 ? undefined : { kind: "unclosed", missing: depth };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The imbalance in words for the model. */
export function describeImbalance(imbalance: Imbalance): string {
  switch (imbalance.kind) {
    case "unclosed":
      return imbalance.missing === 1
        ? "1 parenthesis is never closed"
        : `${imbalance.missing} parentheses are never closed`;
    case "extra":
      return `line ${imbalance.line} closes a parenthesis that was never opened`;
    case "unterminated-string":
      return `the string that begins in line ${imbalance.line} never ends`;
  }
}
