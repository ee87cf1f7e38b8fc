/** One line a happening, for the stderr of a printed run. Pure. */
import type { CheckOutcome, RuntimeEvent } from "../runtime/events.js";

const marks = { success: "✓", failure: "✗", rejected: "⊘", error: "✗", interrupted: "■" } as const;

/** The line to show for `event`, or undefined where it says nothing to a person who waits. */
export function progressOf(event: RuntimeEvent): string | undefined {
  switch (event.type) {
    case "thread.started":
      return `cursor: chat ${event.threadId ?? "?"}${event.model === undefined ? "" : `, ${event.model}`}`;
    case "tool.completed": {
      const detail = event.detail === undefined ? "" : `: ${firstLine(event.detail)}`;
      return `${marks[event.outcome]} ${event.title} (${event.outcome})${detail}`;
    }
    case "reply.discarded":
      return `discarded: ${event.notice}`;
    case "verification.completed":
      return [event.erc && describeCheck("ERC", event.erc), event.drc && describeCheck("DRC", event.drc)]
        .filter(Boolean)
        .join("\n");
    case "file.changed":
      return `changed: ${event.path} +${event.added} −${event.removed}`;
    case "runtime.warning":
      return withAdvice(`warning: ${event.message}`, event.advice);
    case "runtime.error":
      return withAdvice(`error: ${event.message}`, event.advice);
    default:
      return undefined;
  }
}

/** `ERC: 0 new errors, 2 fixed, 14 known`. */
export function describeCheck(name: "ERC" | "DRC", check: CheckOutcome): string {
  if (check.status === "not-run") {
    return `${name}: not run${check.reason === undefined ? "" : `: ${check.reason}`}`;
  }
  const parts = [
    `${check.newErrors} new error${check.newErrors === 1 ? "" : "s"}`,
    ...(check.newWarnings > 0
      ? [`${check.newWarnings} new warning${check.newWarnings === 1 ? "" : "s"}`]
      : []),
    `${check.fixed} fixed`,
    `${check.known} known`,
    ...(check.unconnected === undefined ? [] : [`${check.unconnected} unconnected`]),
  ];
  return `${name}: ${parts.join(", ")}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function withAdvice(message: string, advice: string | undefined): string {
  return advice === undefined ? message : `${message}\n  ${advice}`;
}
