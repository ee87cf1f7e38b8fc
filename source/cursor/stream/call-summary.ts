import { locationsOf } from "../../base/call-locations.js";
import type { Location } from "../../base/events.js";
import type { ToolKind, ToolOutcome } from "../../base/outcomes.js";
import { oneLine } from "../../base/text/safe-text.js";
import type { NativeOutcome, NativeTool } from "./native-tool.js";

/** What is shown of a native call before it has an outcome. */
export type CallSummary = {
  toolKind: ToolKind;
  title: string;
  detail?: string;
  tool: string;
  locations?: Location[];
};

/** What is shown of how it ended. */
export type OutcomeSummary = { outcome: ToolOutcome; detail?: string; diff?: string };

const kinds: ReadonlyMap<string, ToolKind> = new Map([
  ["shell", "command"],
  ["edit", "file-change"],
  ["write", "file-change"],
  ["delete", "file-change"],
]);

const outcomes: ReadonlyMap<string, ToolOutcome> = new Map([
  ["success", "success"],
  ["failure", "failure"],
  ["rejected", "rejected"],
  ["permissionDenied", "rejected"],
]);

/** The arguments that best describe a call; of two the earlier one. */
const subjects = [
  ...["command", "pattern", "globPattern", "path", "query", "searchTerm", "url"],
  ...["question", "description", "name", "overview"],
];
const reasons = ["reason", "errorMessage", "modelVisibleError", "error", "message"];

const subjectLength = 200;

function firstText(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names
    .map((name) => fields[name])
    .filter((value): value is string => typeof value === "string")
    .map((value) => oneLine(value, subjectLength))
    .find((value) => value !== "");
}

/** `readLints`, `read_lints` → `read lints`. */
function words(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[\s_]+/g, " ")
    .trim()
    .toLowerCase();
}

function titleOf({ variant, args }: NativeTool): string {
  if (variant === "mcp") {
    return firstText(args, ["toolName", "name"]) ?? "MCP tool";
  }
  if (variant === "unknown") {
    return "Unknown tool";
  }
  const title = oneLine(words(variant), 80);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function subjectOf({ variant, args }: NativeTool, workspace: string | undefined): string | undefined {
  if (variant === "mcp") {
    return firstText(args, ["providerIdentifier", "serverIdentifier"]);
  }
  return firstText(withRelativePath(args, workspace), subjects);
}

function withRelativePath(
  args: Record<string, unknown>,
  workspace: string | undefined,
): Record<string, unknown> {
  const { path } = args;
  const inside = workspace !== undefined && typeof path === "string" && path.startsWith(`${workspace}/`);
  return inside ? { ...args, path: path.slice(workspace.length + 1) } : args;
}

/** Pure. Paths under `workspace`, the folder that the CLI works in, are shown relative to it. */
export function summarizeCall(tool: NativeTool, workspace: string | undefined): CallSummary {
  const detail = subjectOf(tool, workspace);
  const locations = locationsOf(withRelativePath(tool.args, workspace));
  return {
    toolKind: kinds.get(tool.variant) ?? "other",
    title: titleOf(tool),
    ...(detail !== undefined && { detail }),
    tool: oneLine(tool.variant, 80),
    ...(locations.length > 0 && { locations }),
  };
}

function lastLine(text: unknown): string | undefined {
  const lines = typeof text === "string" ? text.slice(-4000).split("\n") : [];
  return lines.map((line) => oneLine(line)).findLast((line) => line !== "");
}

function lineCounts({ linesAdded, linesRemoved, linesCreated }: Record<string, unknown>): string | undefined {
  if (typeof linesCreated === "number") {
    return `+${linesCreated}`;
  }
  const isCounted = typeof linesAdded === "number" || typeof linesRemoved === "number";
  return isCounted ? `+${linesAdded ?? 0} −${linesRemoved ?? 0}` : undefined;
}

/** What the result adds to the call's subject. */
function factsOf(variant: string, { kind, value }: NativeOutcome): (string | undefined)[] {
  if (variant === "shell" && typeof value.exitCode === "number") {
    return [`exit ${value.exitCode}`, lastLine(value.stderr)];
  }
  if (kind === "success") {
    return [lineCounts(value)];
  }
  const reason = firstText(value, reasons);
  if (reason !== undefined) {
    return [reason];
  }
  return outcomes.has(kind) || kind === "error" ? [] : [oneLine(words(kind), 80)];
}

/**
 * Pure. `subject` is the detail that the call was announced with. The outcome comes from the one key of the result; a
 * completion without a result is a success.
 */
export function summarizeOutcome(tool: NativeTool, subject: string | undefined): OutcomeSummary {
  const result = tool.outcome ?? { kind: "success", value: {} };
  const facts = [subject, ...factsOf(tool.variant, result)].filter((fact) => fact !== undefined);
  const outcome = outcomes.get(result.kind) ?? "error";
  const { diffString, isError } = result.value;
  return {
    // An MCP tool that failed is a successful call to Cursor.
    outcome: outcome === "success" && isError === true ? "failure" : outcome,
    ...(facts.length > 0 && { detail: facts.join(" · ") }),
    ...(typeof diffString === "string" && diffString !== "" && { diff: diffString }),
  };
}
