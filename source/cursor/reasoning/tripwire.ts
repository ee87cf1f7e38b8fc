import { oneLine } from "../../base/text/safe-text.js";
import { type NativeTool, nativeTools } from "../stream/native-tool.js";
import type { StreamItem } from "../stream/stream-reader.js";
import { namesExecution, namesMutation, typesIn } from "./event-words.js";

/** `strict`: any native tool trips. `actions`: tools that only read are noted. */
export type TripwirePolicy = "strict" | "actions";

/** Something that Cursor did and may do. */
export type Note = { title: string; detail?: string };

/** What an item of the stream means while only copperhead may act. */
export type TripwireVerdict =
  | { verdict: "pass" }
  | ({ verdict: "note" } & Note)
  | { verdict: "trip"; tool: string };

/** Calls that act on nothing: the model's words in another form. */
const planning = new Set(["createPlan", "updateTodos", "readTodos", "askQuestion", "switchMode"]);
const readOnly = new Set(["read", "grep", "glob", "ls", "readLints", "semSearch"]);
/** The arguments that best describe a call, by the CLI's own names. */
const details = ["name", "question", "path", "pattern", "globPattern", "command", "toolName", "query", "url"];

function camelCase(name: string): string {
  return name.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `askQuestionInteractionQuery`, `switch_mode_request` → the planning call that such a query belongs to. */
function queriedCall(queryType: unknown): string {
  if (typeof queryType !== "string") {
    return "unknown";
  }
  return camelCase(queryType).replace(/(?:Interaction|Request)?(?:Query|Request|Response)$/, "");
}

function describe(tool: NativeTool): Note {
  const key = details.find((name) => typeof tool.args[name] === "string" && tool.args[name] !== "");
  return { title: tool.variant, ...(key ? { detail: oneLine(String(tool.args[key]), 200) } : {}) };
}

function judgeTools(tools: NativeTool[], policy: TripwirePolicy): TripwireVerdict {
  const allowed = (name: string) => planning.has(name) || (policy === "actions" && readOnly.has(name));
  const tripping = tools.find((tool) => !allowed(camelCase(tool.variant)));
  if (tripping) {
    const { title, detail } = describe(tripping);
    return { verdict: "trip", tool: detail ? `${oneLine(title, 60)} (${detail})` : oneLine(title, 60) };
  }
  const [first] = tools;
  return first ? { verdict: "note", ...describe(first) } : { verdict: "pass" };
}

/** Judges one item of a reasoning step. Pure; planning calls are notes, every other sign of a native action trips. */
export function judge(item: StreamItem, policy: TripwirePolicy): TripwireVerdict {
  if (item.kind === "text") {
    return { verdict: "pass" };
  }
  const raw: Record<string, unknown> = item.kind === "event" ? item.event : item.raw;
  const { type, tool_call: call } = raw;
  if (type === "result" || type === "system") {
    return { verdict: "pass" };
  }
  if (typeof call === "object" && call !== null) {
    return judgeTools(nativeTools(call as Record<string, unknown>), policy);
  }
  if (type === "tool_call") {
    return { verdict: "trip", tool: "unknown" };
  }
  if (type === "interaction_query") {
    const name = queriedCall(raw.query_type);
    return planning.has(name)
      ? { verdict: "note", title: name }
      : { verdict: "trip", tool: `${oneLine(name, 60)} query` };
  }
  const name = nameOfAction(item, raw);
  return name === undefined ? { verdict: "pass" } : { verdict: "trip", tool: oneLine(name, 60) };
}

/** The first name in an event that is no call by its form, but names an action all the same. */
function nameOfAction({ kind }: StreamItem, raw: Record<string, unknown>): string | undefined {
  const { type, subtype, message } = raw;
  const isName = (name: unknown): name is string => typeof name === "string";
  if (isName(subtype) && namesExecution(subtype)) {
    return subtype;
  }
  if (kind === "unknown") {
    return [subtype, type, ...typesIn(raw)].filter(isName).find(namesMutation);
  }
  return type === "assistant" ? typesIn(message).find(namesMutation) : undefined;
}
