/** Finds the line a model probably meant when its anchor is not in the file. Pure. */
import { closestMatch } from "leven";

export type NearestLine = { line: number; text: string };

const longestShown = 300;
const mostCompared = 100;

/**
 * The line of `text` where `old` stops matching; where not even its first line matches, the one most like its longest
 * line, white space left aside. Lines count from 1.
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

/** Edit distances are costly: only lines that share the most words are measured. */
function mostAlike(lines: readonly string[], old: readonly string[]): number | undefined {
  const longest = old.reduce((long, line) => (squeeze(line).length > squeeze(long).length ? line : long));
  const words = [...new Set(longest.match(/[\p{L}\p{N}_.+-]+/gu))];
  const sharing = lines
    .map((line, index) => ({ index, shared: words.filter((word) => line.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, mostCompared);
  const target = squeeze(longest).slice(0, longestShown);
  const byText = new Map(
    sharing.map(({ index }) => [squeeze(lines[index] ?? "").slice(0, longestShown), index]).reverse() as [
      string,
      number,
    ][],
  );
  const closest = closestMatch(target, [...byText.keys()]);
  return closest === undefined ? undefined : byText.get(closest);
}

function squeeze(line: string): string {
  return line.replace(/\s+/g, "");
}
