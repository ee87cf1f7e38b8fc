/** Finds the line that a model probably meant when its anchor is not in the file. Pure. */
import { closestMatch } from "leven";
import { commonPrefix, commonSuffix } from "./common-ends.js";

const longestShown = 300;
const mostCompared = 500;

/**
 * The line of `text` where `old` stops matching; where not even its first line matches, the one most like its longest
 * line. Lines count from 1.
 */
export function nearestLine(text: string, old: string): { line: number; text: string } | undefined {
  const [lines, wanted] = [text.split("\n"), old.split("\n")];
  const index = firstDifference(lines, wanted) ?? mostAlike(lines, wanted);
  const shown = (lines[index ?? 0] ?? "").slice(0, longestShown);
  return index === undefined ? undefined : { line: index + 1, text: shown };
}

/** The anchor may begin within a line, and end within one. */
function firstDifference(lines: readonly string[], old: readonly string[]): number | undefined {
  const [first = "", ...rest] = old;
  if (first.trim() === "") {
    return undefined;
  }
  let best: { matched: number; index: number } | undefined;
  for (const [start, line] of lines.entries()) {
    if (!line.endsWith(first)) {
      continue;
    }
    const differs = rest.findIndex((wanted, offset) => lines[start + 1 + offset] !== wanted);
    const matched = differs === -1 ? rest.length : differs;
    if (best === undefined || matched > best.matched) {
      best = { matched, index: Math.min(start + 1 + matched, lines.length - 1) };
    }
  }
  return best?.index;
}

/** Edit distances are costly: only the lines that begin and end most like the wanted one are measured. */
function mostAlike(lines: readonly string[], old: readonly string[]): number | undefined {
  const plain = lines.map((line) => line.trim().slice(0, longestShown));
  const target = old
    .map((line) => line.trim().slice(0, longestShown))
    .reduce((longest, line) => (line.length > longest.length ? line : longest));
  const scores = Uint16Array.from(plain, (line) => commonEnds(line, target));
  const least = Math.max(1, scores.toSorted().at(-mostCompared) ?? 1);
  const best = [...new Set(plain.filter((_, index) => (scores[index] ?? 0) >= least))]
    .sort((one, other) => commonEnds(other, target) - commonEnds(one, target))
    .slice(0, mostCompared);
  const closest = closestMatch(target, best, { maxDistance: Math.ceil(target.length * 0.6) });
  return closest === undefined ? undefined : plain.indexOf(closest);
}

function commonEnds(one: string, other: string): number {
  const start = commonPrefix(one, other);
  return start + commonSuffix(one, other, Math.min(one.length, other.length) - start);
}
