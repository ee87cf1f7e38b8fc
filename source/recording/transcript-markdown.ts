/** A session's transcript as a document for people. Pure. */

import type { ProjectVerification, RuntimeEventBody } from "../base/events.js";
import type { ToolOutcome } from "../base/outcomes.js";
import { codeSpan } from "../base/text/code-span.js";
import { counted } from "../base/text/counted.js";
import { checkName, describeCheck } from "../base/text/describe-check.js";
import { firstLine, visible } from "../base/text/safe-text.js";
import { describeCompared } from "../kicad/design/difference/sentences.js";
import { type RecordedAction, readRecord } from "../loop/records.js";
import type { TranscriptRecord } from "../workspace/sessions/transcript.js";

/** Markdown; what the model, the tools and the user wrote is quoted or fenced, its control characters visible. */
export function transcriptMarkdown(sessionId: string, records: readonly TranscriptRecord[]): string {
  const parts = records.flatMap((record) => {
    const action = readRecord(record);
    return action ? partsOf(action) : [];
  });
  return `${visible([`# Session ${sessionId}`, ...parts].join("\n\n"))}\n`;
}

function partsOf(action: RecordedAction): string[] {
  switch (action.type) {
    case "user":
      return ["## You", quoted(action.text)];
    case "assistant":
      return action.text === null ? [] : ["## Cursor", action.text];
    case "fabricated-results":
      return [
        `*Discarded: ${counted(action.blocks, "invented block")} and ${counted(action.calls, "call")}.*`,
        fenced(action.text),
      ];
    case "tool":
      return [
        headingOf(action),
        action.diff === undefined ? fenced(action.text) : fenced(action.diff, "diff"),
      ];
    case "native-event":
      return nativeParts(action.event);
    case "verification": {
      const { projects = [action] } = action;
      const lines = projects.flatMap((one: ProjectVerification) => {
        const { project, erc, drc } = one;
        return [
          ...describeCompared(one, codeSpan).map(
            (text) => `- ${project === undefined ? "" : `${codeSpan(project)}: `}${text}`,
          ),
          ...(erc ? [`- ${describeCheck(checkName("ERC", project), erc)}`] : []),
          ...(drc ? [`- ${describeCheck(checkName("DRC", project), drc)}`] : []),
        ];
      });
      return [lines.join("\n")];
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
function nativeParts(event: RuntimeEventBody): string[] {
  switch (event.type) {
    case "tool.completed":
      return [headingOf(event), ...(event.diff === undefined ? [] : [fenced(event.diff, "diff")])];
    case "file.changed":
      return [`- changed ${event.path} +${event.added} −${event.removed}`];
    case "runtime.warning":
      return [`*${event.message}*`];
    default:
      return [];
  }
}

type Call = { title: string; outcome: ToolOutcome; detail?: string | undefined };

function headingOf({ title, outcome, detail }: Call): string {
  return `### ${title} (${outcome})${detail === undefined ? "" : `: ${firstLine(detail)}`}`;
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
