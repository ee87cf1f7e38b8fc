/** Changes to a text that leave every character outside of them as it is. */

/** The characters from `start` up to `end` become `text`; an insertion where the two are the same. */
export type Splice = { start: number; end: number; text: string };

/** Insertions at one place keep the order that they are given in, and come before what is replaced there. */
function inOrder(text: string, splices: readonly Splice[]): Splice[] {
  const sorted = splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let reached = 0;
  for (const { start, end } of sorted) {
    if (start < reached || end < start || end > text.length) {
      throw new RangeError(
        `A change of characters ${start} to ${end} overlaps another one or leaves the text.`,
      );
    }
    reached = end;
  }
  return sorted;
}

/** Makes the changes, which all refer to `text` as it is. Throws a RangeError where two overlap or one lies outside. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let reached = 0;
  for (const { start, end, text: inserted } of inOrder(text, splices)) {
    pieces.push(text.slice(reached, start), inserted);
    reached = end;
  }
  pieces.push(text.slice(reached));
  return pieces.join("");
}
