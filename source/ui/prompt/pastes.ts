/** A big paste in the prompt's text: one placeholder character that stands for it. Pure. */

/** Placeholder n is the n-th character of a private plane that no font or model uses. */
const first = 0xf0000;
const placeholders = /[\u{f0000}-\u{f0fff}]/gu;

export function placeholderOf(paste: number): string {
  return String.fromCodePoint(first + paste);
}

/** The index of the paste that a character stands for. */
export function pasteOf(character: string): number | undefined {
  const index = (character.codePointAt(0) ?? 0) - first;
  return index >= 0 && index < 0x1000 ? index : undefined;
}

/** The text with every placeholder replaced by what was pasted. */
export function expandedText({ text, pastes }: { text: string; pastes: readonly string[] }): string {
  return text.replace(placeholders, (character) => pastes[pasteOf(character) ?? -1] ?? "");
}

export function withoutPlaceholders(text: string): string {
  return text.replace(placeholders, "");
}
