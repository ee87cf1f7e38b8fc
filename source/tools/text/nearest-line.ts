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
  const lines = text.split("\n");
  const index = firstDifference(lines, old.split("\n")) ?? mostAlike(lines, old.split("\n"));
  const line = index === undefined ? undefined : lines[index];
  return index === undefined || line === undefined
    ? undefined
    : { line: index + 1, text: line.slice(0, longestShown) };
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
  const scores = plain.map((line) => commonEnds(line, target));
  const least = Math.max(1, Uint16Array.from(scores).sort().at(-mostCompared) ?? 1);
  const scoreOf = new Map<string, number>();
  for (const [index, line] of plain.entries()) {
    const score = scores[index] ?? 0;
    if (score >= least) {
      scoreOf.set(line, score);
    }
  }
  const best = [...scoreOf].sort(([, one], [, other]) => other - one).slice(0, mostCompared);
  const closest = closestMatch(
    target,
    best.map(([line]) => line),
    { maxDistance: Math.ceil(target.length * 0.6) },
  );
  return closest === undefined ? undefined : plain.indexOf(closest);
}

function commonEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  const start = commonPrefix(one, other);
  return start + commonSuffix(one, other, shorter - start);
}
