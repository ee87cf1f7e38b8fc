/** Text from outside as code in markdown: whatever is in it stays text, on one line. */
import { visibleName } from "./safe-text.js";

/** `text` in as many backticks as it needs, its control characters visible. */
export function codeSpan(text: string): string {
  const name = visibleName(text);
  const longest = Math.max(0, ...Array.from(name.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = /^`|`$|^ .* $|^$/.test(name) ? " " : "";
  return `${fence}${space}${name}${space}${fence}`;
}
