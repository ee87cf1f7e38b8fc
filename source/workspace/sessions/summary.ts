/** A session in short, for people who look into its folder: `summary.md`. */
import { join } from "node:path";
import { writeAtomically } from "../../base/atomic-write.js";
import { visible, visibleName } from "../../base/safe-text.js";
import { Redactor } from "../secrets/redaction.js";

export type TurnSummary = {
  request: string;
  /** As in `turn.completed`. */
  status: string;
  exitCode: number;
  answer?: string;
  /** Repository-relative paths. */
  filesChanged: readonly string[];
  /** One line a check: `ERC: 0 new errors, 2 fixed, 14 known`. */
  verification?: readonly string[];
  discarded?: { blocks: number; calls: number };
  failure?: { message: string; advice?: string };
  /** Anything else that is worth a line, such as changed rule severities. */
  notes?: readonly string[];
};

export type SessionSummary = {
  sessionId: string;
  model: string;
  chatId?: string;
  turns: readonly TurnSummary[];
};

/** Text of somebody else's stays what it is, whatever markup is in it. */
function quote(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return `${fence}${visibleName(text)}${fence}`;
}

function renderTurn(turn: TurnSummary, index: number): string {
  const { discarded, failure } = turn;
  const facts = [
    ...turn.filesChanged.map((path) => `changed ${code(path)}`),
    ...(turn.verification ?? []),
    ...(discarded && discarded.blocks + discarded.calls > 0
      ? [`discarded: ${discarded.blocks} invented blocks, ${discarded.calls} calls in them`]
      : []),
    ...(failure ? [[failure.message, failure.advice].filter(Boolean).join(" ")] : []),
    ...(turn.notes ?? []),
  ];
  return [
    `## Turn ${index + 1}: ${turn.status} (exit code ${turn.exitCode})`,
    quote(turn.request),
    facts.map((fact) => `- ${fact.replaceAll("\n", " ")}`).join("\n"),
    turn.answer === undefined ? "" : `Answer:\n\n${quote(turn.answer)}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The summary as markdown, control characters visible. Pure. */
export function renderSummary(summary: SessionSummary): string {
  const chat = summary.chatId === undefined ? "" : `, chat ${code(summary.chatId)}`;
  const head = `# Session ${summary.sessionId}\n\nModel ${code(summary.model)}${chat}.`;
  return visible(`${[head, ...summary.turns.map(renderTurn)].join("\n\n")}\n`);
}

/** Writes `summary.md`, without secrets, in place of the last one. */
export async function writeSummary(
  sessionFolder: string,
  summary: SessionSummary,
  redactor = new Redactor(),
): Promise<void> {
  await writeAtomically(join(sessionFolder, "summary.md"), renderSummary(redactor.value(summary)));
}
