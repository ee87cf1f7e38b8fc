/** The session so far, every item whole, as styled text for a pager: made as the pager reads it. */
import type { ShownSession } from "../session/session-store.js";
import type { Item } from "../view/view.js";
import { nameList } from "./name-list.js";
import { diffLines, renderDiff } from "./render-diff.js";
import { renderItem } from "./render-item.js";
import { renderMarkdown } from "./render-markdown.js";
import { runningCall } from "./running-call.js";
import { theme } from "./theme.js";
import { safeLine, safeLines } from "./wrap.js";

/** `history` stands in the place of the view's own. */
export async function* transcriptText(
  { view, snapshot }: ShownSession,
  history: Iterable<Item> | AsyncIterable<Item>,
  width: number,
): AsyncGenerator<string> {
  let previous: Item | undefined;
  for await (const item of history) {
    yield* text(renderItem(item, previous, width, "whole"));
    previous = item;
  }
  const rows = runningRows({ view, snapshot }, width);
  yield* text(rows);
  if (previous === undefined && rows.length === 0) {
    yield "There is nothing yet.\n";
  }
}

function* text(rows: readonly string[]): Generator<string> {
  if (rows.length > 0) {
    yield `${rows.join("\n")}\n`;
  }
}

/** What is not over yet. */
function runningRows({ view, snapshot }: ShownSession, width: number): string[] {
  const { thinking, answer, calls } = view;
  const rows: string[] = [];
  if (thinking) {
    rows.push(
      "",
      theme.muted("∴ thinking…"),
      ...safeLines(thinking.text.trim()).map((row) => theme.muted(`  ${row}`)),
    );
  }
  if (answer) {
    rows.push("", ...renderMarkdown(answer.text, width));
  }
  rows.push(...calls.map((call) => `▸ ${runningCall(call)} ${theme.muted("running")}`));
  if (snapshot.approval) {
    const { paths, meaning, diff } = snapshot.approval;
    rows.push(
      "",
      theme.strong(`Waiting for your approval: ${nameList(paths)}`),
      ...meaning.map((sentence) => safeLine(sentence)),
      ...renderDiff(diffLines(diff), width),
    );
  }
  return rows;
}
