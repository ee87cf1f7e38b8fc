/** The way back from a changed text, for tests that nothing outside of the changes is another. */
import type { Splice } from "../../../source/kicad/edit/splice.js";

/** The changes that lead back from the changed text to `text`, of changes that do not overlap. */
export function invertSplices(text: string, splices: readonly Splice[]): Splice[] {
  let shift = 0;
  const sorted = splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
  return sorted.map(({ start, end, text: inserted }) => {
    const from = start + shift;
    shift += inserted.length - (end - start);
    return { start: from, end: from + inserted.length, text: text.slice(start, end) };
  });
}
