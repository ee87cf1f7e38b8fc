import { setImmediate as pause } from "node:timers/promises";
import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { readContained } from "../workspace/containment.js";
import { filesHolding } from "../workspace/git-files.js";
import { fromArgument, restOfList } from "./pages.js";
import { findRepositoryFiles } from "./repository-files.js";
import type { LineMatcher } from "./text/expression.js";
import { necessaryText } from "./text/necessary-text.js";
import { countOf, isBinary, withoutStyle } from "./text/text-file.js";
import { defineTool } from "./tool.js";
import type { ToolResult } from "./tool-result.js";

/** A search ends after this time, in ms, and after this many matching lines. */
const searchTimeMs = 10_000;
const mostMatches = 200;

/** The part of a matching line that is shown, and of that the part before the match, in characters. */
const shownLine = 240;
const shownBefore = 80;

/** The lines between two pauses for other work. */
const pauseLines = 20_000;

/** `search`: matching lines of all text files. */
export const search = defineTool({
  name: "search",
  description: `Searches the repository's text files line by line and gives path:line: text, ${mostMatches} at a time. Upper and lower case differ. Binary and ignored files and links are left out.`,
  parameters: z.strictObject({
    pattern: z.string().min(1).describe("the text to find; with regex, an RE2 expression (no look-around)"),
    glob: z.string().optional().describe("only files that match, like *.kicad_sch"),
    regex: z.boolean().optional(),
    from: fromArgument,
  }),
  kind: "other",
  example: { pattern: '(property "Value" "1k"', glob: "*.kicad_sch", regex: false },
  title: ({ pattern, glob }) => `Search ${pattern}${glob === undefined ? "" : ` in ${glob}`}`,
  run: async (args, { root, signal }) => {
    const { pattern, glob, regex = false, from = 1 } = args;
    const most = from - 1 + mostMatches;
    const find = regex ? regexFinder(await matcherOf(pattern)) : literalFinder(pattern);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(searchTimeMs)]);
    const text = regex ? necessaryText(pattern) : longestLine(pattern);
    const [{ files, isSearchedByGit }, holding] = await Promise.all([
      findRepositoryFiles(root, glob),
      text === undefined ? undefined : filesHolding(root, text, { signal: inTime }),
    ]);
    signal.throwIfAborted();
    const deadline = performance.now() + searchTimeMs;
    const found: string[] = [];
    let searched = 0;
    for (const file of files) {
      if (found.length > most || performance.now() > deadline) {
        break;
      }
      // It may have vanished, or be unreadable.
      const mayMatch = !holding || holding.has(file) || !isSearchedByGit(file);
      const bytes = mayMatch ? await readContained(root, file).catch(() => undefined) : undefined;
      if (bytes && !isBinary(bytes)) {
        const text = withoutStyle(bytes.toString("utf8"));
        for await (const match of find(text, { deadline, signal })) {
          found.push(`${file}:${match.line}: ${match.text}`);
          if (found.length > most) {
            break;
          }
        }
      }
      searched += 1;
    }
    const rest = found.length > most ? restOfList("search", args, most + 1) : undefined;
    return toResult(found.slice(from - 1, most), rest, {
      searched,
      files: files.length,
      isLate: performance.now() > deadline,
    });
  },
});

/** The longest piece of a text that is in one line. */
function longestLine(text: string): string | undefined {
  const lines = text.split(/\r?\n/);
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest)) || undefined;
}

type Limits = { deadline: number; signal: AbortSignal };
type Finder = (text: string, limits: Limits) => AsyncGenerator<{ line: number; text: string }>;

function literalFinder(pattern: string): Finder {
  const wanted = pattern.replaceAll("\r\n", "\n");
  return async function* (text, { signal }) {
    let line = 1;
    let last = 0;
    for (let at = text.indexOf(wanted); at !== -1; ) {
      signal.throwIfAborted();
      line += countOf(text.slice(last, at), "\n");
      last = at;
      const start = text.lastIndexOf("\n", at - 1) + 1;
      const end = endOfLine(text, at);
      yield { line, text: excerpt(text.slice(start, end), at - start) };
      at = text.indexOf(wanted, Math.max(end, at + 1));
    }
  };
}

/** A session that searches by no expression does not wait for what reads them. */
async function matcherOf(pattern: string): Promise<LineMatcher> {
  const { compileExpression } = await import("./text/expression.js");
  return compileExpression(pattern);
}

function regexFinder(match: LineMatcher): Finder {
  return async function* (text, { deadline, signal }) {
    let line = 1;
    for (let start = 0; start <= text.length; line += 1) {
      const end = endOfLine(text, start);
      const content = text.slice(start, end);
      const at = match(content);
      if (at !== undefined) {
        yield { line, text: excerpt(content, at) };
      }
      if (line % pauseLines === 0) {
        await pause();
        signal.throwIfAborted();
        if (performance.now() > deadline) {
          return;
        }
      }
      start = end + 1;
    }
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function excerpt(line: string, at: number): string {
  if (line.length <= shownLine) {
    return line;
  }
  const start = Math.max(0, Math.min(at - shownBefore, line.length - shownLine));
  const before = start > 0 ? "…" : "";
  const after = start + shownLine < line.length ? "…" : "";
  return before + line.slice(start, start + shownLine) + after;
}

type Extent = { searched: number; files: number; isLate: boolean };

function toResult(
  shown: readonly string[],
  rest: string | undefined,
  { searched, files, isLate }: Extent,
): ToolResult {
  const head = [
    `${counted(shown.length, "matching line")}${rest === undefined ? "" : " of more"} in ${counted(files, "file")}.`,
    ...(isLate ? [`Time was up after ${searched} of ${files} files: narrow the glob.`] : []),
  ].join(" ");
  const text = [head, ...shown].join("\n");
  return { outcome: "success", text: rest === undefined ? text : `${text}\n${rest}`, detail: text };
}
