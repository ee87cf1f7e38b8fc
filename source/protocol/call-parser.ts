/** Calls in parsed JSON. The names of tools are checked here, their arguments where the tools are. */
import type { Call, Refusal } from "./messages.js";

/** A value that was meant as a call: one that can run, or the reason why it cannot. */
export type Attempt = { call: Call } | { refusal: Refusal };

/** The tool of a refusal where the model named none. */
export const unnamed = "unknown";

const argumentKeys = ["args", "arguments", "parameters", "input"] as const;

/** The calls of a parsed JSON value; none if it was not meant as one. */
export function parseCalls(value: unknown, known: ReadonlySet<string>): Attempt[] {
  const attempts = (Array.isArray(value) ? value : [value]).map((item) => parseCall(item, known));
  if (attempts.every((attempt) => attempt === undefined)) {
    return refuseWrapped(value, known);
  }
  return attempts.map((attempt) => attempt ?? refuse(unnamed, "An item of the array is not a call."));
}

/**
 * The name of the tool that a piece of broken JSON was meant to call; `undefined` if it was probably no call. `head` is
 * the beginning of the piece, at most some hundred characters.
 */
export function intendedTool(head: string, known: ReadonlySet<string>): string | undefined {
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

function parseCall(value: unknown, known: ReadonlySet<string>): Attempt | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const keys = Object.keys(value);
  const hasTool = keys.includes("tool");
  const argumentsKey = argumentKeys.find((key) => keys.includes(key));
  const name = hasTool ? value.tool : value.name;
  if (typeof name !== "string") {
    const isMeant = hasTool && argumentsKey !== undefined;
    return isMeant ? refuse(unnamed, '"tool" must be the name of a tool.') : undefined;
  }
  // Many objects have a name: an unknown one is a call only with the arguments that hardly any other object has.
  const isMeant = known.has(name)
    ? argumentsKey !== undefined || keys.length === 1
    : argumentsKey === "args" || argumentsKey === "arguments";
  if (!hasTool && !isMeant) {
    return undefined;
  }

  if (!known.has(name)) {
    return refuse(name, `There is no tool of that name. The tools are: ${[...known].join(", ")}.`);
  }
  if (argumentsKey === undefined) {
    return keys.length === 1
      ? { call: { tool: name, args: {} } }
      : refuse(name, `Its arguments belong in "args": {"tool": "${name}", "args": {…}}`);
  }
  const args = value[argumentsKey];
  return isObject(args)
    ? { call: { tool: name, args } }
    : refuse(name, `"${argumentsKey}" must be a JSON object.`);
}

/** Refuses the calls of known tools inside another format's envelope, such as `{"tool_calls": […]}`. */
function refuseWrapped(value: unknown, known: ReadonlySet<string>): Attempt[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.values(value).flatMap((item) => {
    const attempt = parseCall(item, known);
    const name = attempt && ("call" in attempt ? attempt.call.tool : attempt.refusal.tool);
    return name !== undefined && known.has(name)
      ? [refuse(name, "A call must be on its own, not inside another object.")]
      : refuseWrapped(item, known);
  });
}

function refuse(tool: string, reason: string): Attempt {
  return { refusal: { tool: tool.slice(0, 100), reason } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
