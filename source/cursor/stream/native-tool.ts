/** What a `tool_call` event is about, whichever of its three forms the CLI printed. */
import { parseJson } from "../../base/files/json-lines.js";

type Fields = Record<string, unknown>;

/** How a native call ended: the one outcome key of its result, such as `success`, `rejected` or `spawnError`. */
export type NativeOutcome = { kind: string; value: Fields };

/** A use of one of Cursor's own tools. */
export type NativeTool = {
  /** The variant without its suffix: `shell`, `read`, `createPlan`; `unknown` where there is none. */
  variant: string;
  args: Fields;
  /** Only on completed calls. */
  outcome?: NativeOutcome;
};

const suffix = "ToolCall";

/** Known outcomes; a result may have siblings beside its outcome, so these are looked for first. */
const outcomes = "success failure rejected error timeout spawnError permissionDenied fileNotFound".split(" ");

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object, or the JSON text of one. */
function fieldsOf(value: unknown): Fields {
  const fields = typeof value === "string" ? parseJson(value) : value;
  return isFields(fields) ? fields : {};
}

function outcomeOf(result: unknown): NativeOutcome | undefined {
  if (!isFields(result)) {
    return undefined;
  }
  if (isFields(result.result) && typeof result.result.case === "string") {
    return outcomeOf(result.result);
  }
  if (typeof result.case === "string") {
    return { kind: result.case, value: fieldsOf(result.value) };
  }
  const kind =
    outcomes.find((key) => Object.hasOwn(result, key)) ??
    Object.keys(result).find((key) => isFields(result[key]));
  return kind === undefined ? undefined : { kind, value: fieldsOf(result[kind]) };
}

function nativeTool(name: string, value: unknown): NativeTool {
  const variant = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  const fields = fieldsOf(value);
  const outcome = outcomeOf(fields.result);
  return { variant: variant || "unknown", args: fieldsOf(fields.args), ...(outcome ? { outcome } : {}) };
}

/**
 * Every tool that the `tool_call` of an event names; genuine events name one. `*ToolCall` keys, `{function: {name,
 * arguments}}` and `{tool: {case, value}}` are understood, siblings of them ignored. Never empty.
 */
export function nativeTools(toolCall: Fields): [NativeTool, ...NativeTool[]] {
  const found = Object.entries(toolCall)
    .filter(([key, value]) => key.endsWith(suffix) && isFields(value))
    .map(([key, value]) => nativeTool(key, value));
  const { tool, function: called } = toolCall;
  if (isFields(tool) && typeof tool.case === "string") {
    found.push(nativeTool(tool.case, tool.value));
  }
  if (isFields(called) && typeof called.name === "string") {
    const result = called.result ?? toolCall.result;
    found.push(nativeTool(called.name, { args: fieldsOf(called.arguments), result }));
  }
  const [first = { variant: "unknown", args: {} }, ...rest] = found;
  return [first, ...rest];
}

/** The tool that a `tool_call` event is about. */
export function nativeToolOf(event: { tool_call: Fields }): NativeTool {
  return nativeTools(event.tool_call)[0];
}
