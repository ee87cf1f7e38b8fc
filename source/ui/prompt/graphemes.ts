/** Where the characters and words that a reader sees begin and end. */

/** Created on first use: the first one loads tables, which would delay the start. */
const segmenters: { grapheme?: Intl.Segmenter; word?: Intl.Segmenter } = {};

function segment(text: string, granularity: "grapheme" | "word"): Intl.Segments {
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return segmenters[granularity].segment(text);
}

/** ASCII, Latin letters, kana and Chinese characters: each is a grapheme, whatever is beside it. */
const plain = /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;

/** The graphemes of a text, in order. */
export function graphemesOf(text: string): string[] {
  // Most text is plain, and to segment it costs many times as much.
  if (plain.test(text)) {
    return text.split("");
  }
  return Array.from(segment(text, "grapheme"), (part) => part.segment);
}

/** Index of the grapheme that ends at or spans the place before `index`. */
export function graphemeBefore(text: string, index: number): number {
  return index <= 0 ? 0 : (segment(text, "grapheme").containing(index - 1)?.index ?? 0);
}

/** Index just after the grapheme that begins at `index`. */
export function graphemeAfter(text: string, index: number): number {
  const found = segment(text, "grapheme").containing(index);
  return found ? found.index + found.segment.length : text.length;
}

/** Index where the word before `index` begins. */
export function wordBefore(text: string, index: number): number {
  let found = 0;
  for (const { index: start, isWordLike } of segment(text.slice(0, index), "word")) {
    found = isWordLike ? start : found;
  }
  return found;
}

/** Index where the word after `index` ends. */
export function wordAfter(text: string, index: number): number {
  for (const { index: start, segment: word, isWordLike } of segment(text.slice(index), "word")) {
    if (isWordLike) {
      return index + start + word.length;
    }
  }
  return text.length;
}
