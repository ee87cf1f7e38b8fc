/** What a reader sees as one character, and where words begin and end. */

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The graphemes of a text, in order. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Index of the grapheme that ends at or spans the place before `index`. */
export function graphemeBefore(text: string, index: number): number {
  return index <= 0 ? 0 : (graphemes.segment(text).containing(index - 1)?.index ?? 0);
}

/** Index just after the grapheme that begins at `index`. */
export function graphemeAfter(text: string, index: number): number {
  const found = graphemes.segment(text).containing(index);
  return found ? found.index + found.segment.length : text.length;
}

/** Index where the word before `index` begins. */
export function wordBefore(text: string, index: number): number {
  for (const { index: start, isWordLike } of Array.from(words.segment(text.slice(0, index))).reverse()) {
    if (isWordLike) {
      return start;
    }
  }
  return 0;
}

/** Index where the word after `index` ends. */
export function wordAfter(text: string, index: number): number {
  for (const { index: start, segment, isWordLike } of words.segment(text.slice(index))) {
    if (isWordLike) {
      return index + start + segment.length;
    }
  }
  return text.length;
}
