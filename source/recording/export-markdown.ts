/** A session's transcript as a document for people. Pure. */

import { describeCheck } from "../base/describe-check.js";
import { firstLine, visible } from "../base/safe-text.js";
import { recordedAction } from "../loop/actions.js";
import type { ToldEvent } from "../loop/told.js";

type TranscriptRecord = { type: string; data: Record<string, unknown> };

/** Markdown; what the model, the tools and the user wrote is quoted or fenced, its control characters visible. */
export function transcriptMarkdown(sessionId: string, records: readonly TranscriptRecord[]): string {
  const parts = records.flatMap(({ type, data }) => {
    const action = recordedAction.safeParse({ ...data, type });
    return action.success ? partsOf(action.data) : [];
  });
  return `${visible([`# Session ${sessionId}`, ...parts].join("\n\n"))}\n`;
}

function partsOf(action: ReturnType<typeof recordedAction.parse>): string[] {
  switch (action.type) {
    case "user":
      return ["## You", quoted(action.text)];
    case "assistant":
      return action.text === null ? [] : ["## Cursor", action.text];
    case "fabricated-results":
      return [
        `*Discarded: ${action.blocks} invented blocks and ${action.calls} calls.*`,
        fenced(action.text),
      ];
    case "tool": {
      const detail = action.detail === undefined ? "" : `: ${firstLine(action.detail)}`;
      const shown = action.diff === undefined ? fenced(action.text) : fenced(action.diff, "diff");
      return [`### ${action.title} (${action.outcome})${detail}`, shown];
    }
    case "told":
      return toldParts(action.event);
    case "verification": {
      const { erc, drc } = action;
      return [
        [erc && `- ${describeCheck("ERC", erc)}`, drc && `- ${describeCheck("DRC", drc)}`]
          .filter(Boolean)
          .join("\n"),
      ];
    }
    case "turn-end": {
      const { status, exitCode, failure, answer } = action;
      const why = failure ? `: ${failure.message}` : "";
      return [...(answer ? ["## Answer", answer] : []), `*Turn ${status} (exit code ${exitCode})${why}*`];
    }
    default:
      return [];
  }
}

/** Native mode: what Cursor's own tools did. Its answer is the assistant's text. */
function toldParts(event: ToldEvent): string[] {
  switch (event.type) {
    case "tool.completed": {
      const detail = event.detail === undefined ? "" : `: ${firstLine(event.detail)}`;
      const diff = event.diff === undefined ? [] : [fenced(event.diff, "diff")];
      return [`### ${event.title} (${event.outcome})${detail}`, ...diff];
    }
    case "file.changed":
      return [`- changed ${event.path} +${event.added} −${event.removed}`];
    case "runtime.warning":
      return [`*${event.message}*`];
    default:
      return [];
  }
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/** A fence longer than any in the text: nothing in it can end it. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
