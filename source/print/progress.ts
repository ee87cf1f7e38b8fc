/** One line a happening, for the stderr of a printed run. Pure. */
import { counted } from "../base/counted.js";
import { describeCheck } from "../base/describe-check.js";
import type { RuntimeEvent } from "../base/events.js";
import { firstLine, visibleName } from "../base/safe-text.js";

const marks = { success: "✓", failure: "✗", rejected: "⊘", error: "✗", interrupted: "■" } as const;

/** The line to show for `event`; undefined for an event that is no progress. */
export function progressOf(event: RuntimeEvent): string | undefined {
  switch (event.type) {
    case "thread.started":
      return `cursor: chat ${event.threadId ?? "?"}${event.model === undefined ? "" : `, ${event.model}`}`;
    case "tool.completed": {
      const detail = event.detail === undefined ? "" : `: ${firstLine(event.detail)}`;
      return `${marks[event.outcome]} ${visibleName(event.title)} (${event.outcome})${detail}`;
    }
    case "reply.discarded":
      return describeDiscarded(event);
    case "verification.completed":
      return [event.erc && describeCheck("ERC", event.erc), event.drc && describeCheck("DRC", event.drc)]
        .filter(Boolean)
        .join("\n");
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

/** For people: the notice itself is written for the model. */
function describeDiscarded({ blocks, calls }: { blocks: number; calls: number }): string {
  return `discarded: ${counted(blocks, "invented block")} and ${counted(calls, "call")} in the reply; none of it happened`;
}

/** A message with its advice below it. */
export function withAdvice(message: string, advice: string | undefined): string {
  return advice === undefined ? message : `${message}\n  ${advice}`;
}
