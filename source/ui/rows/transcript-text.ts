/** The session so far, every item whole, as styled text for a pager. Pure. */
import type { ShownSession } from "../session/session-store.js";
import { nameList } from "./name-list.js";
import { diffLines, renderDiff } from "./render-diff.js";
import { renderItem } from "./render-item.js";
import { renderMarkdown } from "./render-markdown.js";
import { runningCall } from "./running-call.js";
import { theme } from "./theme.js";
import { safeLine, safeLines } from "./wrap.js";

export function transcriptText({ view, snapshot }: ShownSession, width: number): string {
  const rows = view.history.flatMap((item, index) =>
    renderItem(item, view.history[index - 1], width, "whole"),
  );
  const { thinking, answer, calls } = view;
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
  return rows.length === 0 ? "There is nothing yet.\n" : `${rows.join("\n")}\n`;
}
