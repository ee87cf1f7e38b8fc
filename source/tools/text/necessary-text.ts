/** What a line must hold for an RE2 expression to match it: a quick first look before the expression itself. Pure. */

/** A piece of an expression: an escape, a repetition, a class, a sign with a meaning, or a plain character. */
const token = /\\.|\{\d+(?:,\d*)?\}|\[\^?(?:\\.|[^\]\\[])+\]|[()*+?.^$]|[^\\[\]{}]/gsu;

/** Choices, flags, quoted text, escapes of more than one character, and classes that need more than a glance. */
const beyond = /\||\(\?|\\[^dDwWsSbBAztnrfva\x00-\x1f\p{P}\p{S} ]/u;

/**
 * The longest text that every match of `pattern` holds in one piece; `undefined` where none can be named with certainty.
 * `pattern` is a valid RE2 expression.
 */
export function necessaryText(pattern: string): string | undefined {
  const parts = [...pattern.matchAll(token)].map(([part]) => part);
  if (beyond.test(pattern) || parts.join("") !== pattern) {
    return undefined;
  }
  const runs: string[][] = [[]];
  let depth = 0;
  for (const part of parts) {
    const run = runs.at(-1);
    if (depth === 0 && isPlain(part)) {
      run?.push(part.startsWith("\\") ? part.slice(1) : part);
      continue;
    }
    if (/^[*?{]/.test(part)) {
      // What it repeats may be missing.
      run?.pop();
    }
    depth += part === "(" ? 1 : part === ")" ? -1 : 0;
    runs.push([]);
  }
  const texts = runs.map((run) => run.join(""));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest)) || undefined;
}

/** Whether a piece stands for itself: an escaped letter has a meaning, an escaped sign has none. */
function isPlain(part: string): boolean {
  return part.startsWith("\\") ? /^\\[^a-z\n]$/i.test(part) : /^[^()*+?.^$\n]$/u.test(part);
}
