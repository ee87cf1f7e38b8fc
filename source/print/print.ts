/** A turn without panes: canonical events in, text or JSON out. */

import type { RuntimeEvent } from "../base/events.js";
import type { Failure } from "../base/failure.js";
import { noUsage } from "../base/no-usage.js";
import { errorEvent, stampEvent } from "../base/stamp.js";
import { counted } from "../base/text/counted.js";
import { checkName, describeCheck } from "../base/text/describe-check.js";
import { visibleName } from "../base/text/safe-text.js";
import type { OutputFormat } from "../cli/options.js";
import { jsonLine, type Output, textLine } from "../cli/output.js";
import { newInCycle, type Shown } from "../kicad/check/new-in-cycle.js";
import { describeCompared, firstSentences } from "../kicad/design/difference/sentences.js";
import type { TurnResult } from "../loop/state.js";
import type { PrintedResult } from "./printed.js";

type Ids = { sessionId: string | null; chatId: string | null };

/** Writes each event that it is given: as a line of JSON on stdout, or as progress on stderr. */
export function eventPrinter(format: OutputFormat, output: Output): (event: RuntimeEvent) => void {
  if (format === "stream-json") {
    return (event) => output.out(jsonLine(event));
  }
  const progressOf = progressReader();
  return (event) => {
    const progress = progressOf(event);
    if (progress !== undefined) {
      output.err(textLine(progress));
    }
  };
}

/** Writes what a finished turn comes to: the answer, or the result object. */
export function printResult(turn: TurnResult, ids: Ids, format: OutputFormat, output: Output): void {
  if (format === "json") {
    output.out(jsonLine(resultOf(turn, ids)));
  }
  if (format === "text") {
    output.out(textLine(turn.answer));
    if (turn.diff !== undefined) {
      output.err(
        textLine(`A dry run: nothing was changed.${turn.diff === "" ? "" : " What would be:"}\n${turn.diff}`),
      );
    }
  }
}

/** Writes a failure that ends a run before, or outside, a turn: on stderr, and as an object on stdout for scripts. */
export function printFailure(failure: Failure, format: OutputFormat, output: Output): void {
  output.err(textLine(withAdvice(`copperhead: ${failure.message}`, failure.advice)));
  if (format === "json") {
    output.out(jsonLine(failedResult(failure)));
  }
  if (format === "stream-json") {
    // There is no session yet.
    output.out(jsonLine(stampEvent(errorEvent(failure), { sessionId: "" })));
  }
}

/** The result of a run that failed before it had a turn. */
export function failedResult(failure: Failure): PrintedResult {
  const turn = {
    status: "failed",
    exitCode: failure.exitCode,
    answer: "",
    usage: noUsage,
    filesChanged: [],
    verification: {},
    discarded: { blocks: 0, calls: 0 },
    failure,
  } as const;
  return resultOf(turn, { sessionId: null, chatId: null });
}

function resultOf(turn: Omit<TurnResult, "turnId" | "request" | "notes">, ids: Ids): PrintedResult {
  const { status, exitCode, answer, usage, filesChanged, verification, discarded, diff, failure } = turn;
  return {
    schema: "copperhead.result/1",
    sessionId: ids.sessionId,
    chatId: ids.chatId,
    status,
    exitCode,
    answer,
    usage,
    filesChanged: [...filesChanged],
    verification,
    discarded,
    ...(diff !== undefined && { diff }),
    ...(failure && { error: errorOf(failure) }),
  };
}

function errorOf({ code, message, advice }: Failure) {
  return { code, message, ...(advice !== undefined && { advice }) };
}

const marks = { success: "✓", failure: "✗", rejected: "⊘", error: "✗", interrupted: "■" } as const;

/** The most lines of a change that are printed below its first one. */
const mostLines = 20;

/** Returns the lines to show for an event; undefined for one that is no progress. Give it the events in their order. */
export function progressReader(): (event: RuntimeEvent) => string | undefined {
  // Each cycle of repair verifies the whole turn again: what is as it was is not said at length again.
  const shown = new Map<string | undefined, Shown>();
  return (event) => {
    if (event.type === "turn.started") {
      shown.clear();
    }
    if (event.type !== "verification.completed") {
      return progressOf(event);
    }
    const { project } = event;
    const found = { changes: describeCompared(event) };
    const { changes } = newInCycle(found, shown.get(project));
    shown.set(project, found);
    return [
      ...firstSentences(changes, mostLines).map((text) => changeLine(project, text)),
      event.erc && describeCheck(checkName("ERC", project), event.erc),
      event.drc && describeCheck(checkName("DRC", project), event.drc),
    ]
      .filter(Boolean)
      .join("\n");
  };
}

function progressOf(event: RuntimeEvent): string | undefined {
  switch (event.type) {
    case "thread.started":
      return `cursor: chat ${event.threadId ?? "?"}${event.model === undefined ? "" : `, ${event.model}`}`;
    case "tool.completed": {
      // The answer and the end of the turn show it.
      if (event.title === "finish" && event.outcome === "success") {
        return undefined;
      }
      const [first, ...more] = event.detail?.trimEnd().split("\n") ?? [];
      const head = `${marks[event.outcome]} ${visibleName(event.title)} (${event.outcome})`;
      // What a change means is worth all its lines.
      const below = event.toolKind === "file-change" ? more.slice(0, mostLines) : [];
      return [first === undefined ? head : `${head}: ${first}`, ...below.map((line) => `  ${line}`)].join(
        "\n",
      );
    }
    case "reply.discarded":
      return describeDiscarded(event);
    case "file.changed":
      return `changed: ${visibleName(event.path)} +${event.added} −${event.removed}`;
    case "runtime.warning":
      return withAdvice(`warning: ${event.message}`, event.advice);
    case "runtime.error":
      return withAdvice(`error: ${event.message}`, event.advice);
    default:
      return undefined;
  }
}

function changeLine(project: string | undefined, text: string): string {
  return project === undefined ? `Δ ${text}` : `Δ ${visibleName(project)}: ${text}`;
}

/** For people: the notice itself is written for the model. */
function describeDiscarded({ blocks, calls }: { blocks: number; calls: number }): string {
  return `discarded: ${counted(blocks, "invented block")} and ${counted(calls, "call")} in the reply; none of it happened`;
}

/** A message with its advice below it. */
function withAdvice(message: string, advice: string | undefined): string {
  return advice === undefined ? message : `${message}\n  ${advice}`;
}
