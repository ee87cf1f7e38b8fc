/** Finds the line a model probably meant when its anchor is not in the file. Pure. */
import { closestMatch } from "leven";

export type NearestLine = { line: number; text: string };

const longestShown = 300;
const mostCompared = 500;

/**
 * The line of `text` where `old` stops matching; where not even its first line matches, the one most like its longest
 * line. Lines count from 1.
 */
export function nearestLine(text: string, old: string): NearestLine | undefined {
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
  const target = old.map((line) => line.trim().slice(0, longestShown)).reduce(longer);
  const scores = plain.map((line) => sharedEnds(line, target));
  const least = leastOfBest(scores);
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

/** The score that about `mostCompared` lines reach; no line that shares nothing does. */
function leastOfBest(scores: readonly number[]): number {
  const reached = new Array<number>(longestShown + 1).fill(0);
  for (const score of scores) {
    reached[score] = (reached[score] ?? 0) + 1;
  }
  let score = longestShown;
  for (let lines = 0; score > 1 && lines + (reached[score] ?? 0) <= mostCompared; score -= 1) {
    lines += reached[score] ?? 0;
  }
  return score;
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

/** How many characters are the same at the beginning and at the end, together. */
function sharedEnds(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one.charCodeAt(start) === other.charCodeAt(start)) {
    start += 1;
  }
  let end = 0;
  while (
    end < most - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  ) {
    end += 1;
  }
  return start + end;
}
