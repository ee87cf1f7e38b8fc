/** The status line: what fits of it, the most useful first. Pure. */
import stringWidth from "string-width";
import { isTurnRunning, type SessionSnapshot } from "../../loop/session.js";
import { tokens } from "../rows/formats.js";
import { theme } from "../rows/theme.js";
import { cut, safeLine } from "../rows/wrap.js";
import { leaving, type UiState } from "../ui-state.js";
import type { View } from "../view/view.js";

type StatusProps = {
  snapshot: SessionSnapshot;
  /** What of the turn is shown as it comes. */
  view: Pick<View, "answer" | "calls">;
  ui: UiState;
  isPromptEmpty: boolean;
  now: number;
};

const phases: Readonly<Record<SessionSnapshot["phase"], string>> = {
  starting: "starting…",
  idle: "ready",
  thinking: "thinking",
  acting: "acting",
  approving: "waiting for you",
  verifying: "verifying",
  stopping: "stopping…",
  closed: "closed",
};

/** From so many columns on the context has a place of its own. */
const roomyFrom = 60;

/** One row of at most `width` columns. */
export function statusLine(props: StatusProps, width: number): string {
  const separator = " | "; // ASCII, see the prompt's sign
  const { contextTokens } = props.snapshot;
  const context = contextTokens > 0 ? `context ${tokens(contextTokens)} tokens` : "";
  // On a narrow terminal what happens goes before what it costs.
  const room = context === "" || width < roomyFrom ? width : width - context.length - separator.length;
  const shown: { text: string; order: number }[] = [];
  let used = 0;
  for (const [order, text] of partsOf(props)) {
    const cost = stringWidth(text) + (shown.length > 0 ? separator.length : 0);
    if (text !== "" && used + cost <= room) {
      shown.push({ text, order });
      used += cost;
    }
  }
  shown.sort((one, other) => one.order - other.order);
  const left = shown.map(({ text }) => text).join(separator);
  // What the conversation costs has its place on the right, where nothing else moves it.
  const space = width - used - context.length;
  return theme.muted(context === "" || space < separator.length ? left : left + " ".repeat(space) + context);
}

/** The place of each part in the line, with the part; those that are dropped last come first. */
function partsOf({ snapshot, view, ui, isPromptEmpty, now }: StatusProps): [order: number, text: string][] {
  const { phase, mode, model, approvals, chatId, step, maxSteps, usage, turnStartedAt } = snapshot;
  const { inputTokens, outputTokens, cacheReadTokens } = usage;
  const hasUsage = inputTokens + outputTokens + cacheReadTokens > 0;
  return [
    [
      0,
      `${ui.busy ? `${ui.busy}${ui.wait ? "" : "…"}` : activityOf(phase, view, ui.wait ? undefined : now)}${waitOf(ui, now)}`,
    ],
    [9, interruptHint(snapshot, ui, isPromptEmpty)],
    [3, step > 0 ? `step ${step}/${maxSteps}` : ""],
    [4, turnStartedAt === undefined ? "" : clock(now - turnStartedAt)],
    // The way it mostly is needs no word.
    [1, mode === "native" ? mode : ""],
    [2, safeLine(model)],
    [2.5, mode === "reasoning" && approvals === "on-request" ? "asks before changes" : ""],
    [
      6,
      hasUsage
        ? `${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out, ${tokens(cacheReadTokens)} cached`
        : "",
    ],
    [7, ui.branch ? `on ${safeLine(ui.branch)}` : ""],
    [5, chatId ? `chat ${safeLine(chatId.slice(0, 8))}` : ""],
  ];
}

/** What is waited for and how long already, once that is worth a word; else how long the command takes. */
function waitOf({ wait, busySince = Infinity }: UiState, now: number): string {
  if (wait) {
    return `: ${safeLine(wait.what)} ${clock(now - wait.since)}`;
  }
  return now - busySince >= 1000 ? ` ${clock(now - busySince)}` : "";
}

/** Columns that the name of a running call may have in the line. */
const longestCall = 20;

/**
 * A step thinks, answers, and natively acts, too; what runs is named, with the seconds that it has taken. Without
 * `now` its name and its time are shown elsewhere.
 */
function activityOf(
  phase: SessionSnapshot["phase"],
  { answer, calls }: StatusProps["view"],
  now: number | undefined,
): string {
  const call = calls.at(-1);
  if (call && (phase === "thinking" || phase === "acting")) {
    if (now === undefined) {
      return phases.acting;
    }
    const seconds = Math.max(0, Math.floor((now - call.startedAt) / 1000));
    return `${cut(safeLine(call.title), longestCall)} ${seconds} s`;
  }
  return phase === "thinking" && answer ? "answering" : phases[phase];
}

/** What Ctrl-C would do now. */
function interruptHint(snapshot: SessionSnapshot, ui: UiState, isPromptEmpty: boolean): string {
  if (ui.busy === leaving) {
    return "Ctrl-C ends it at once";
  }
  if (ui.overlay.kind === "picker" || ui.overlay.kind === "shortcuts") {
    return "Ctrl-C closes";
  }
  if (snapshot.approval) {
    return "Ctrl-C declines";
  }
  if (snapshot.phase === "stopping") {
    return "Ctrl-C ends it at once";
  }
  if (isTurnRunning(snapshot) || ui.busy !== undefined) {
    return "Ctrl-C stops";
  }
  if (!isPromptEmpty) {
    return "Ctrl-C clears";
  }
  return ui.isLeaving ? "Ctrl-C again to leave" : "Ctrl-C twice leaves";
}

/** `0:05`, `12:34`, `1:02:03`. */
function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
