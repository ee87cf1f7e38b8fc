/** A session in short, for people who look into its folder: `summary.md`. */

import { join } from "node:path";
import { writeAtomically } from "../base/files/atomic-write.js";
import { codeSpan } from "../base/text/code-span.js";
import { counted } from "../base/text/counted.js";
import { describeCheck } from "../base/text/describe-check.js";
import { visible } from "../base/text/safe-text.js";
import { describeCompared, firstSentences } from "../kicad/design/difference/sentences.js";
import type { Redactor } from "../workspace/secrets/redaction.js";
import type { FinishedTurn, LoopState, Verification } from "./state.js";

type Summarized = Pick<LoopState, "sessionId" | "model" | "chat" | "results">;

/** Text from outside stays what it is, whatever markup is in it. */
function quote(text: string): string {
  const lines = text.trim().split("\n");
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

function renderTurn(turn: FinishedTurn, index: number): string {
  const { discarded, failure, verification } = turn;
  const facts = [
    ...turn.filesChanged.map((path) => `changed ${codeSpan(path)}${turn.isUndone ? ", undone since" : ""}`),
    ...turn.restored.map((path) => `put back ${codeSpan(path)}`),
    ...changesOf(verification),
    verification.erc && describeCheck("ERC", verification.erc),
    verification.drc && describeCheck("DRC", verification.drc),
    discarded.blocks + discarded.calls > 0 &&
      `discarded: ${counted(discarded.blocks, "invented block")}, ${counted(discarded.calls, "call")} in them`,
    failure && [failure.message, failure.advice].filter(Boolean).join(" "),
    ...turn.notes,
  ].filter((fact) => typeof fact === "string");
  return [
    `## Turn ${index + 1}: ${turn.status} (exit code ${turn.exitCode})`,
    quote(turn.request),
    facts.map((fact) => `- ${fact.replaceAll("\n", " ")}`).join("\n"),
    turn.answer === "" ? "" : `Answer:\n\n${quote(turn.answer)}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** More of a project are counted, not listed. */
const mostChanges = 20;

function changesOf({ projects = [] }: Verification): string[] {
  return projects.flatMap((one) => {
    const of = one.project === undefined ? "" : `${codeSpan(one.project)}: `;
    return firstSentences(describeCompared(one, codeSpan), mostChanges).map((text) => `${of}${text}`);
  });
}

/** The summary as markdown, control characters visible. Pure. */
export function renderSummary({ sessionId, model, chat, results }: Summarized): string {
  const head = `# Session ${sessionId}\n\nModel ${codeSpan(model)}${chat ? `, chat ${codeSpan(chat.id)}` : ""}.`;
  return visible(`${[head, ...results.map(renderTurn)].join("\n\n")}\n`);
}

/** Writes `summary.md`, without secrets, in place of the last one. */
export async function writeSummary(
  sessionFolder: string,
  { sessionId, model, chat, results }: Summarized,
  redactor: Redactor,
): Promise<void> {
  const text = renderSummary(redactor.value({ sessionId, model, chat, results }));
  await writeAtomically(join(sessionFolder, "summary.md"), text);
}
