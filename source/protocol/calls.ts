/** Judges what a model wrote as a call. Names are checked here; arguments are checked by whoever owns the tools. */
import type { Call, Refusal } from "./messages.js";

/** Something that was meant as a call: one that can run, or why it cannot. */
export type Attempt = { call: Call } | { refusal: Refusal };

/** What a refusal is filed under where the model named no tool. */
export const unnamed = "unknown";

const argumentKeys = ["args", "arguments", "parameters", "input"] as const;

/** The calls of a parsed JSON value; none where it is not meant as one. */
export function readCalls(value: unknown, known: ReadonlySet<string>): Attempt[] {
  const attempts = (Array.isArray(value) ? value : [value]).map((item) => readCall(item, known));
  if (attempts.every((attempt) => attempt === undefined)) {
    return readWrapped(value, known);
  }
  return attempts.map((attempt) => attempt ?? refuse(unnamed, "An item of the array is not a call."));
}

/**
 * The name of the tool that a piece of broken JSON was meant to call; `undefined` where nothing says that it was
 * a call. `head` is the beginning of it, at most some hundred characters.
 */
export function signOfCall(head: string, known: ReadonlySet<string>): string | undefined {
  if (!/tool|name/.test(head)) {
    return undefined;
  }
  const first = /^\s*\{?\s*["'“”‘’]?tool["'“”‘’]?\s*:(?!:)\s*["'“”‘’]?([^"'“”‘’,{}\s]*)/.exec(head);
  if (first) {
    return first[1] || unnamed;
  }

  const hasArguments = /["'](?:args|arguments|parameters|input)["']\s*:/.test(head);
  for (const [, key, name = ""] of head.matchAll(/["'](tool|name)["']\s*:\s*["']([^"']*)["']/g)) {
    if (known.has(name) && (key === "tool" || hasArguments)) {
      return name;
    }
  }
  return undefined;
}

function readCall(value: unknown, known: ReadonlySet<string>): Attempt | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const keys = Object.keys(value);
  const argumentsKey = argumentKeys.find((key) => keys.includes(key));

  const named = keys.includes("tool") ? value.tool : keys.includes("name") ? value.name : undefined;
  if (named === undefined) {
    return undefined;
  }
  if (typeof named !== "string") {
    const meant = keys.includes("tool") && argumentsKey !== undefined;
    return meant ? refuse(unnamed, '"tool" must be the name of a tool.') : undefined;
  }
  // Much that is no call has a name; an unknown one needs arguments that nothing else is likely to carry.
  if (!keys.includes("tool")) {
    const meant = known.has(named)
      ? argumentsKey !== undefined || keys.length === 1
      : argumentsKey === "args" || argumentsKey === "arguments";
    if (!meant) {
      return undefined;
    }
  }

  if (!known.has(named)) {
    return refuse(named, `There is no tool of that name. The tools are: ${[...known].join(", ")}.`);
  }
  if (argumentsKey === undefined) {
    if (keys.length === 1) {
      return { call: { tool: named, args: {} } };
    }
    return refuse(named, `Its arguments belong in "args": {"tool": "${named}", "args": {…}}`);
  }
  const args = value[argumentsKey];
  if (!isObject(args)) {
    return refuse(named, `"${argumentsKey}" must be a JSON object.`);
  }
  return { call: { tool: named, args } };
}

/** Calls of known tools inside another format's envelope, such as `{"tool_calls": […]}`: refused, but not silently. */
function readWrapped(value: unknown, known: ReadonlySet<string>): Attempt[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.values(value).flatMap((item) => {
    const attempt = readCall(item, known);
    const name = attempt && ("call" in attempt ? attempt.call.tool : attempt.refusal.tool);
    return name !== undefined && known.has(name)
      ? [refuse(name, "A call stands by itself, not inside another object.")]
      : readWrapped(item, known);
  });
}

function refuse(tool: string, reason: string): Attempt {
  return { refusal: { tool: tool.slice(0, 100), reason } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
