/** One finished item → rows, for the scrollback (cut where long) and for the transcript view (whole). Pure. */

import type { CheckOutcome } from "../../base/outcomes.js";
import { counted } from "../../base/text/counted.js";
import { checkName } from "../../base/text/describe-check.js";
import type { CallView, Item } from "../view/view.js";
import { duration } from "./formats.js";
import { fileLink } from "./hyperlinks.js";
import { diffLines, renderDiff } from "./render-diff.js";
import { renderMarkdown } from "./render-markdown.js";
import { outcomes, theme } from "./theme.js";
import { safeLine, safeLines, wrap } from "./wrap.js";

/** `brief`: long results are cut, and say so; `whole`: everything, thoughts included. */
export type Extent = "brief" | "whole";

/** The most lines of each part. */
const limits = {
  brief: { request: 20, result: 8, diff: 10, files: 5 },
  whole: { request: Infinity, result: Infinity, diff: Infinity, files: Infinity },
} as const;

/** Longer lines are hard to read on a wide terminal. */
const widestProse = 110;

type ItemOf<Kind extends Item["kind"]> = Extract<Item, { kind: Kind }>;

/** The rows of an item, with an empty one before it where it begins something new. */
export function renderItem(item: Item, previous: Item | undefined, width: number, extent: Extent): string[] {
  const rows = extent === "brief" && saysNothing(item) ? [] : renderRows(item, width, extent);
  if (rows.length === 0) {
    return [];
  }
  return previous && !isCompact(item, previous) ? ["", ...rows] : rows;
}

/** The end of a turn and its answer show that it was finished. */
function saysNothing(item: Item): boolean {
  return item.kind === "call" && item.call.title === "finish" && item.call.outcome === "success";
}

/** Calls and thoughts that follow each other are close together, as long as they are short; notices as well. */
function isCompact(item: Item, previous: Item): boolean {
  if (item.kind === "notice" || previous.kind === "notice") {
    return item.kind === previous.kind;
  }
  return isStep(item) && isStep(previous) && !(previous.kind === "call" && isLong(previous.call));
}

const isStep = ({ kind }: Item) => kind === "call" || kind === "thought";
const isLong = ({ detail = "", diff }: CallView) => diff !== undefined || detail.trimEnd().includes("\n");

function renderRows(item: Item, width: number, extent: Extent): string[] {
  switch (item.kind) {
    case "request":
      return renderRequest(item, width, extent);
    case "thought":
      return renderThought(item, width, extent);
    case "prose":
      return renderMarkdown(item.text, Math.min(width, widestProse));
    case "call":
      return renderCall(item.call, width, extent);
    case "discarded":
      return renderDiscarded(item, width, extent);
    case "verification":
      return [
        ...renderChanges(item, width, extent),
        ...renderCheck(checkName("ERC", item.project), item.erc, width),
        ...renderCheck(checkName("DRC", item.project), item.drc, width),
        ...cutLines(linesOf(item.findings), limits[extent].result, (lines) => indented(lines, width)),
      ];
    case "notice":
      return renderNotice(item, width);
    case "earlier":
      return renderNotice({ kind: "notice", tone: "info", message: describeEarlier(item) }, width);
    case "page":
      return [theme.heading(safeLine(item.title)), ...renderPage(item, width)];
    case "drawing":
      return extent === "brief" && item.mark !== undefined
        ? [item.mark]
        : [...item.lines, safeLine(item.caption)];
    case "turn":
      return renderTurn(item, width, extent);
  }
}

export function describeEarlier({ turns }: ItemOf<"earlier">): string {
  return `${counted(turns, "earlier turn")} of this session: Ctrl-O shows ${turns === 1 ? "it" : "them"}.`;
}

function renderPage({ text, format }: ItemOf<"page">, width: number): string[] {
  switch (format) {
    case "diff":
      return renderDiff(diffLines(text), width);
    case "markdown":
      return renderMarkdown(text, width);
    case "text":
      return safeLines(text).flatMap((line) => wrap(line, width));
  }
}

function renderRequest({ text }: ItemOf<"request">, width: number, extent: Extent): string[] {
  const [first = "", ...rest] = safeLines(text).map((line) => theme.strong(line));
  return [
    ...hanging(theme.user("> "), [first], width),
    ...cutLines(rest, limits[extent].request, (lines) => indented(lines, width)),
  ];
}

/** What took less was there at once. Milliseconds. */
const worthATime = 100;

function renderThought({ text, durationMs }: ItemOf<"thought">, width: number, extent: Extent): string[] {
  // A recording has no times within a step.
  const time = durationMs < worthATime ? "" : ` for ${duration(durationMs)}`;
  const title = theme.muted(`∴ thought${time}`);
  if (extent === "brief" && time === "") {
    return [];
  }
  return extent === "brief"
    ? [title]
    : [title, ...indented(safeLines(text.trim()), width).map((row) => theme.muted(row))];
}

function renderCall(call: CallView, width: number, extent: Extent): string[] {
  const { icon, word, token } = outcomes[call.outcome ?? "interrupted"];
  const { durationMs = 0 } = call;
  const time = durationMs < worthATime ? "" : ` · ${duration(durationMs)}`;
  const by = call.origin === "cursor" ? " · by Cursor" : "";
  const title = `${safeLine(call.title)} ${theme.muted(`${word}${time}${by}`)}`;
  // What a change means is what the user looks for.
  const isChange = call.kind === "file-change" && call.outcome === "success";
  const detail = linesOf(call.detail?.trimEnd()).map((line) => (isChange ? line : muted(line)));
  return [
    ...hanging(`${theme[token](icon)} `, [title], width),
    ...cutLines(detail, limits[extent].result, (lines) => indented(lines, width)),
    ...cutLines(call.diff ? diffLines(call.diff) : [], limits[extent].diff, (lines) =>
      renderDiff(lines, width - 2).map((row) => `  ${row}`),
    ),
  ];
}

function renderDiscarded(
  { blocks, calls, notice }: ItemOf<"discarded">,
  width: number,
  extent: Extent,
): string[] {
  const what = `${counted(blocks, "block")}, ${counted(calls, "call")}`;
  const title = `${theme.strong("discarded")} ${what} that the model made up`;
  // The notice is written for the model.
  const lines =
    extent === "whole"
      ? safeLines(notice.trim())
      : ["Nothing of it happened, and the model is notified (Ctrl-O shows it)."];
  return [...hanging(theme.warning("⚠ "), [title], width), ...indented(lines.map(muted), width)];
}

function renderCheck(name: string, check: CheckOutcome | undefined, width: number): string[] {
  if (!check) {
    return [];
  }
  if (check.status === "not-run") {
    const reason = check.reason ? `: ${safeLine(check.reason)}` : "";
    return hanging(theme.warning("– "), [`${theme.strong(name)} not run${theme.muted(reason)}`], width);
  }
  const { newErrors, newWarnings, fixed, known, unconnected = 0 } = check;
  const isNew = newErrors + newWarnings > 0;
  const sign =
    newErrors > 0 ? theme.failure("✗ ") : newWarnings > 0 ? theme.warning("! ") : theme.success("✓ ");
  const parts = [
    !isNew && "nothing new",
    newErrors > 0 && counted(newErrors, "new error"),
    newWarnings > 0 && counted(newWarnings, "new warning"),
    fixed > 0 && `${fixed} fixed`,
    known > 0 && `${known} known before`,
    unconnected > 0 && `${unconnected} unconnected`,
  ].filter((part) => part !== false);
  return hanging(sign, [`${theme.strong(name)} ${parts.join(" · ")}`], width);
}

function renderChanges(
  { project, changes = [] }: ItemOf<"verification">,
  width: number,
  extent: Extent,
): string[] {
  const named = project === undefined ? changes : changes.map((text) => `${project}: ${text}`);
  return cutLines(named.map(safeLine), limits[extent].result, (lines) =>
    hanging(theme.accent("Δ "), lines, width),
  );
}

function renderNotice({ tone, message, advice }: ItemOf<"notice">, width: number): string[] {
  const signs = { info: theme.accent("i "), warning: theme.warning("! "), error: theme.failure("✗ ") };
  const rows = linesOf(advice).map((line) => muted(`→ ${line}`));
  return [...hanging(signs[tone], safeLines(message), width), ...indented(rows, width)];
}

function renderTurn(item: ItemOf<"turn">, width: number, extent: Extent): string[] {
  const { icon, word, token } = outcomes[item.status];
  const count = item.files.length === 0 ? "" : ` · ${counted(item.files.length, "file")} changed`;
  const title = `${theme[token](word)}${theme.muted(` · ${duration(item.durationMs)}${count}`)}`;
  const files = item.files.map(
    ({ path, added, removed }) => `${fileLink(safeLine(path), path)} ${muted(`+${added} −${removed}`)}`,
  );
  return [
    ...hanging(`${theme[token](icon)} `, [title], width),
    ...indented(linesOf(item.errorMessage), width),
    ...cutLines(files, limits[extent].files, (lines) => indented(lines, width)),
  ];
}

const muted = (line: string) => theme.muted(line);

/** The lines of a text that may be missing. */
const linesOf = (text: string | undefined) => (text ? safeLines(text) : []);

/** Lines with a sign before the first and as much space before the others. */
function hanging(sign: string, lines: readonly string[], width: number): string[] {
  const rows = lines.flatMap((line) => wrap(line, width - 2));
  return rows.map((row, index) => (index === 0 ? sign + row : row && `  ${row}`));
}

function indented(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => wrap(line, width - 2)).map((row) => `  ${row}`);
}

/** The rows of the first lines, and how many more there are. */
function cutLines(
  lines: readonly string[],
  limit: number,
  render: (lines: readonly string[]) => string[],
): string[] {
  // One more line takes no more room than the note about it.
  if (lines.length <= limit + 1) {
    return render(lines);
  }
  const note = `  … ${counted(lines.length - limit, "more line")} (Ctrl-O shows all)`;
  return [...render(lines.slice(0, limit)), theme.muted(note)];
}
