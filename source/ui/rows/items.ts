/** One finished item → rows, for the scrollback (cut where long) and for the transcript view (whole). Pure. */
import type { CheckOutcome } from "../../base/events.js";
import type { CallView, Item } from "../view/view.js";
import { diffLines, renderDiff } from "./diff.js";
import { renderMarkdown } from "./markdown.js";
import { counted, duration, firstLines, safeLine, safeLines, wrap } from "./text.js";
import { outcomes, theme } from "./theme.js";

/** `brief`: long results are cut, and say so; `whole`: everything, thoughts included. */
export type Extent = "brief" | "whole";

const briefResult = 8;
const briefDiff = 10;
const briefFiles = 5;
const briefRequest = 20;
/** Longer lines are hard to read on a wide terminal. */
const widestProse = 110;

/** The rows of an item, with an empty one before it where it begins something new. */
export function renderItem(item: Item, previous: Item | undefined, width: number, extent: Extent): string[] {
  const rows = renderRows(item, width, extent);
  return previous && !isCompact(item, previous) ? ["", ...rows] : rows;
}

/** Calls and thoughts that follow each other stand close together, as long as they are short; notices as well. */
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
    case "verification": {
      const findings = item.findings ? safeLines(item.findings) : [];
      return [
        ...renderCheck("ERC", item.erc, width),
        ...renderCheck("DRC", item.drc, width),
        ...cutLines(findings, extent === "whole" ? findings.length : briefResult, (lines) =>
          indented(lines, width),
        ),
      ];
    }
    case "notice":
      return renderNotice(item, width);
    case "page": {
      return [theme.heading(safeLine(item.title)), ...renderPage(item, width)];
    }
    case "drawing":
      return [...item.lines, safeLine(item.caption)];
    case "turn":
      return renderTurn(item, width, extent);
  }
}

function renderPage({ text, format }: Extract<Item, { kind: "page" }>, width: number): string[] {
  switch (format) {
    case "diff":
      return renderDiff(diffLines(text), width);
    case "markdown":
      return renderMarkdown(text, width);
    case "text":
      return safeLines(text).flatMap((line) => wrap(line, width));
  }
}

function renderRequest(
  { text }: Extract<Item, { kind: "request" }>,
  width: number,
  extent: Extent,
): string[] {
  const lines = safeLines(text);
  const [first = "", ...rest] = lines;
  return [
    ...hanging(theme.user("> "), [theme.strong(first)], width),
    ...cutLines(rest, extent === "whole" ? rest.length : briefRequest, (shown) =>
      indented(
        shown.map((line) => theme.strong(line)),
        width,
      ),
    ),
  ];
}

/** Lines with a sign before the first and as much space before the others. */
function hanging(sign: string, lines: readonly string[], width: number): string[] {
  const rows = lines.flatMap((line) => wrap(line, width - 2));
  return rows.map((row, index) => (index === 0 ? sign + row : row && `  ${row}`));
}

function indented(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => wrap(line, width - 2)).map((row) => `  ${row}`);
}

function renderThought(item: Extract<Item, { kind: "thought" }>, width: number, extent: Extent): string[] {
  const title = theme.muted(`∴ thought for ${duration(item.durationMs)}`);
  return extent === "brief"
    ? [title]
    : [title, ...indented(safeLines(item.text.trim()), width).map((row) => theme.muted(row))];
}

function renderCall(call: CallView, width: number, extent: Extent): string[] {
  const { icon, word, token } = outcomes[call.outcome ?? "interrupted"];
  const time = call.durationMs === undefined ? "" : ` · ${duration(call.durationMs)}`;
  const by = call.origin === "cursor" ? " · by Cursor" : "";
  const title = `${safeLine(call.title)} ${theme.muted(`${word}${time}${by}`)}`;
  const detail = call.detail ? safeLines(call.detail.trimEnd()) : [];
  const diff = call.diff ? diffLines(call.diff) : [];
  return [
    ...hanging(`${theme[token](icon)} `, [title], width),
    ...cutLines(detail, extent === "whole" ? detail.length : briefResult, (lines) =>
      indented(lines.map(muted), width),
    ),
    ...cutLines(diff, extent === "whole" ? diff.length : briefDiff, (lines) =>
      renderDiff(lines, width - 2).map((row) => `  ${row}`),
    ),
  ];
}

const muted = (line: string) => theme.muted(line);

function cutLines(
  lines: readonly string[],
  limit: number,
  render: (lines: readonly string[]) => string[],
): string[] {
  const { shown, more } = firstLines(lines, limit);
  const note = more > 0 ? [theme.muted(`  … ${counted(more, "more line")} (Ctrl-O shows all)`)] : [];
  return [...render(shown), ...note];
}

function renderDiscarded(
  item: Extract<Item, { kind: "discarded" }>,
  width: number,
  extent: Extent,
): string[] {
  const what = [counted(item.blocks, "block"), counted(item.calls, "call")].join(", ");
  const title = `${theme.strong("discarded")} ${what} that the model made up`;
  // The notice is written for the model.
  const instead =
    extent === "whole"
      ? safeLines(item.notice.trim())
      : ["Nothing of it happened, and the model is told so (Ctrl-O shows it)."];
  return [...hanging(theme.warning("⚠ "), [title], width), ...indented(instead.map(muted), width)];
}

function renderCheck(name: string, check: CheckOutcome | undefined, width: number): string[] {
  if (!check) {
    return [];
  }
  if (check.status === "not-run") {
    const reason = check.reason ? `: ${safeLine(check.reason)}` : "";
    return hanging(theme.warning("– "), [`${theme.strong(name)} not run${theme.muted(reason)}`], width);
  }
  const isBad = check.newErrors > 0;
  const sign = isBad
    ? theme.failure("✗ ")
    : check.newWarnings > 0
      ? theme.warning("! ")
      : theme.success("✓ ");
  const parts = [
    check.newErrors > 0 && counted(check.newErrors, "new error"),
    check.newWarnings > 0 && counted(check.newWarnings, "new warning"),
    check.fixed > 0 && `${check.fixed} fixed`,
    check.known > 0 && `${check.known} known before`,
    check.unconnected !== undefined && check.unconnected > 0 && `${check.unconnected} unconnected`,
  ].filter((part) => part !== false);
  const verdict = check.newErrors + check.newWarnings === 0 ? ["nothing new", ...parts] : parts;
  return hanging(sign, [`${theme.strong(name)} ${verdict.join(" · ")}`], width);
}

function renderNotice(item: Extract<Item, { kind: "notice" }>, width: number): string[] {
  const signs = { info: theme.accent("i "), warning: theme.warning("! "), error: theme.failure("✗ ") };
  const advice = item.advice
    ? indented(
        safeLines(item.advice).map((line) => muted(`→ ${line}`)),
        width,
      )
    : [];
  return [...hanging(signs[item.tone], safeLines(item.message), width), ...advice];
}

function renderTurn(item: Extract<Item, { kind: "turn" }>, width: number, extent: Extent): string[] {
  const { icon, word, token } = outcomes[item.status];
  const files = item.files.length === 0 ? "" : ` · ${counted(item.files.length, "file")} changed`;
  const title = `${theme[token](word)}${theme.muted(` · ${duration(item.durationMs)}${files}`)}`;
  const message = item.errorMessage ? safeLines(item.errorMessage) : [];
  const list = item.files.map(
    ({ path, added, removed }) => `${safeLine(path)} ${muted(`+${added} −${removed}`)}`,
  );
  return [
    ...hanging(`${theme[token](icon)} `, [title], width),
    ...indented(message, width),
    ...cutLines(list, extent === "whole" ? list.length : briefFiles, (lines) => indented(lines, width)),
  ];
}
