// ../../proj.ts
import { createReadStream } from "node:fs";

// source/cursor/events.ts
import { z } from "zod";
var numeric = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);
var object = z.record(z.string(), z.unknown());
var common = { session_id: z.string().optional(), timestamp_ms: numeric.optional() };
var message = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))
});
var systemInit = z.looseObject({
  type: z.literal("system"),
  subtype: z.literal("init"),
  ...common,
  session_id: z.string(),
  /** A display name, not an id. */
  model: z.string().optional(),
  apiKeySource: z.string().optional(),
  cwd: z.string().optional(),
  permissionMode: z.string().optional()
});
var systemNotice = z.looseObject({
  type: z.literal("system"),
  subtype: z.enum(["background_shell_timeout", "task_notification"]),
  ...common
});
var user = z.looseObject({ type: z.literal("user"), message, ...common });
var thinkingDelta = z.looseObject({
  type: z.literal("thinking"),
  subtype: z.literal("delta"),
  text: z.string(),
  ...common
});
var thinkingCompleted = z.looseObject({
  type: z.literal("thinking"),
  subtype: z.literal("completed"),
  ...common
});
var assistant = z.looseObject({
  type: z.literal("assistant"),
  message,
  model_call_id: z.string().optional(),
  ...common
});
var toolCall = z.looseObject({
  type: z.literal("tool_call"),
  subtype: z.enum(["started", "completed"]),
  /** Pairs started with completed; holds a newline. */
  call_id: z.string(),
  tool_call: z.looseObject({
    toolCallId: z.string().optional(),
    hookAdditionalContexts: z.array(z.unknown()).optional(),
    startedAtMs: numeric.optional(),
    completedAtMs: numeric.optional(),
    description: z.string().optional()
  }),
  model_call_id: z.string().optional(),
  ...common
});
var interactionRequest = z.looseObject({
  type: z.literal("interaction_query"),
  subtype: z.literal("request"),
  query_type: z.string().optional(),
  query: object.optional(),
  ...common
});
var interactionResponse = z.looseObject({
  type: z.literal("interaction_query"),
  subtype: z.literal("response"),
  query_type: z.string().optional(),
  response: object.optional(),
  ...common
});
var connection = z.looseObject({
  type: z.literal("connection"),
  subtype: z.enum(["reconnecting", "reconnected"]),
  attempt: numeric.optional(),
  endpoint_url: z.string().optional(),
  ...common
});
var retry = z.looseObject({
  type: z.literal("retry"),
  subtype: z.enum(["starting", "resuming"]),
  attempt: numeric.optional(),
  is_resume: z.boolean().optional(),
  ...common
});
var result = z.looseObject({
  type: z.literal("result"),
  subtype: z.string().optional(),
  is_error: z.boolean().optional(),
  /** All segments, joined without separators. */
  result: z.string().nullish(),
  duration_ms: numeric.optional(),
  duration_api_ms: numeric.optional(),
  request_id: z.string().optional(),
  /** Absent before 2026-02; `inputTokens` excludes cache reads. */
  usage: z.looseObject({
    inputTokens: numeric.nullish(),
    outputTokens: numeric.nullish(),
    cacheReadTokens: numeric.nullish(),
    cacheWriteTokens: numeric.nullish()
  }).nullish(),
  ...common
});
var families = [
  z.discriminatedUnion("subtype", [systemInit, systemNotice]),
  user,
  z.discriminatedUnion("subtype", [thinkingDelta, thinkingCompleted]),
  assistant,
  toolCall,
  z.discriminatedUnion("subtype", [interactionRequest, interactionResponse]),
  connection,
  retry,
  result
];
var cursorStreamEvent = z.discriminatedUnion("type", families, {
  error: (issue) => {
    if (issue.code !== "invalid_union") return void 0;
    const type = issue.input?.type;
    return `unknown Cursor stream event type ${JSON.stringify(type) ?? "(none)"}`;
  }
});
function decodeEvent(raw) {
  const parsed = cursorStreamEvent.safeParse(raw);
  if (parsed.success) return { kind: "event", event: parsed.data };
  const issue = parsed.error.issues[0];
  const place = issue?.path.join(".");
  return {
    kind: "unknown",
    type: typeof raw.type === "string" ? raw.type : "(none)",
    ...typeof raw.subtype === "string" ? { subtype: raw.subtype } : {},
    reason: place ? `${place}: ${issue?.message}` : issue?.message ?? "not a stream event",
    raw
  };
}
function textOf(event) {
  return event.message.content.map((part) => part.type === "text" ? part.text ?? "" : "").join("");
}
function usageOf(event) {
  if (!event.usage) return void 0;
  return {
    inputTokens: event.usage.inputTokens ?? 0,
    outputTokens: event.usage.outputTokens ?? 0,
    cacheReadTokens: event.usage.cacheReadTokens ?? 0,
    cacheWriteTokens: event.usage.cacheWriteTokens ?? 0
  };
}

// source/cursor/lines.ts
var lineFeed = 10;
var carriageReturn = 13;
var byteOrderMark = /^\uFEFF/;
var LineSplitter = class {
  /** The start of a line whose end has not come; grown by doubling, so that single-byte chunks stay cheap. */
  #held = Buffer.alloc(0);
  #length = 0;
  #first = true;
  /** Takes the next bytes; gives the lines that they complete, without their ends (LF or CRLF). */
  push(chunk) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines = [];
    let start = 0;
    for (; ; ) {
      const end = bytes.indexOf(lineFeed, start);
      if (end === -1) break;
      lines.push(this.#line(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    return lines;
  }
  /** The last line, where the stream did not end with a line end. */
  end() {
    return this.#length === 0 ? [] : [this.#line(Buffer.alloc(0))];
  }
  #hold(bytes) {
    const length = this.#length + bytes.length;
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.#held.length * 2));
      this.#held.copy(grown, 0, 0, this.#length);
      this.#held = grown;
    }
    bytes.copy(this.#held, this.#length);
    this.#length = length;
  }
  #line(rest) {
    let bytes = rest;
    if (this.#length > 0) {
      this.#hold(rest);
      bytes = this.#held.subarray(0, this.#length);
    }
    const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    const line = bytes.toString("utf8", 0, end);
    this.#length = 0;
    this.#held = Buffer.alloc(0);
    if (!this.#first) return line;
    this.#first = false;
    return line.replace(byteOrderMark, "");
  }
};

// source/cursor/ndjson.ts
var prettyLine = /^\s*["{}[\]\d\-tfn]/;
function parseObject(line) {
  if (!line.trimStart().startsWith("{")) return void 0;
  try {
    return JSON.parse(line);
  } catch {
    return void 0;
  }
}
function depthChange(line) {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
  }
  return inString ? void 0 : depth;
}
var StreamReader = class {
  #lines = new LineSplitter();
  /** Lines of an object whose closing bracket has not come, or of text that only looks like one. */
  #open = [];
  #depth = 0;
  push(chunk) {
    return this.#lines.push(chunk).flatMap((line) => this.#read(line));
  }
  /** Call once, after the last chunk. */
  end() {
    return [...this.#lines.end().flatMap((line) => this.#read(line)), ...this.#giveUp()];
  }
  #read(line) {
    if (line.trim() === "") return [];
    if (this.#open.length > 0) return this.#continue(line);
    const raw = parseObject(line);
    if (raw) return [{ ...decodeEvent(raw), line }];
    if (!line.trimStart().startsWith("{")) return [{ kind: "text", text: line, line }];
    return this.#hold(line);
  }
  #continue(line) {
    const raw = line.startsWith("{") ? parseObject(line) : void 0;
    if (typeof raw?.type === "string") return [...this.#giveUp(), { ...decodeEvent(raw), line }];
    return this.#hold(line);
  }
  #hold(line) {
    this.#open.push(line);
    const change = prettyLine.test(line) ? depthChange(line) : void 0;
    if (change === void 0) return this.#giveUp();
    this.#depth += change;
    if (this.#depth > 0) return [];
    const joined = this.#open.join(" ");
    const raw = parseObject(joined);
    if (!raw) return this.#giveUp();
    this.#open = [];
    this.#depth = 0;
    return [{ ...decodeEvent(raw), line: joined }];
  }
  #giveUp() {
    const items = this.#open.map((line) => ({ kind: "text", text: line, line }));
    this.#open = [];
    this.#depth = 0;
    return items;
  }
};
async function* readEvents(chunks) {
  const reader = new StreamReader();
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}

// source/cursor/project.ts
import { randomUUID as randomUUID2 } from "node:crypto";

// source/runtime/events.ts
import { z as z2 } from "zod";
var eventsSchemaId = "copperhead.events/1";
var stamp = {
  eventId: z2.string(),
  provider: z2.literal("cursor"),
  /** copperhead's own session id, stable over resumes. */
  sessionId: z2.string(),
  /** Cursor's chat id, once one is known. */
  threadId: z2.string().optional(),
  turnId: z2.string().optional(),
  /** Groups the events of one answer, thought or call. */
  itemId: z2.string().optional(),
  /** ISO 8601. */
  createdAt: z2.iso.datetime()
};
var toolKind = z2.enum(["command", "file-change", "other"]);
var toolOutcome = z2.enum(["success", "failure", "rejected", "error", "interrupted"]);
var tool = {
  toolKind,
  title: z2.string(),
  detail: z2.string().optional(),
  /** Whose tool acted: one of copperhead's, or one built into Cursor. */
  origin: z2.enum(["copperhead", "cursor"])
};
var checkOutcome = z2.object({
  status: z2.enum(["clean", "findings", "not-run"]),
  newErrors: z2.int().nonnegative(),
  newWarnings: z2.int().nonnegative(),
  fixed: z2.int().nonnegative(),
  known: z2.int().nonnegative(),
  /** Items that should be connected and are not (DRC only). */
  unconnected: z2.int().nonnegative().optional(),
  /** Why the check did not run. */
  reason: z2.string().optional()
});
var usage = z2.object({
  inputTokens: z2.number(),
  outputTokens: z2.number(),
  cacheReadTokens: z2.number(),
  cacheWriteTokens: z2.number()
});
var turnStatus = z2.enum(["completed", "failed", "interrupted", "refused"]);
var notice = { message: z2.string(), code: z2.string().optional(), advice: z2.string().optional() };
var payloads = [
  z2.object({
    type: z2.literal("session.started"),
    schema: z2.literal(eventsSchemaId),
    message: z2.string().optional()
  }),
  z2.object({ type: z2.literal("session.exited"), message: z2.string().optional() }),
  z2.object({
    type: z2.literal("thread.started"),
    model: z2.string().optional(),
    apiKeySource: z2.string().optional()
  }),
  z2.object({ type: z2.literal("turn.started") }),
  z2.object({ type: z2.literal("thinking.delta"), delta: z2.string() }),
  z2.object({ type: z2.literal("thinking.completed") }),
  z2.object({ type: z2.literal("message.delta"), delta: z2.string() }),
  z2.object({ type: z2.literal("message.completed"), text: z2.string() }),
  z2.object({ type: z2.literal("tool.started"), ...tool }),
  z2.object({
    type: z2.literal("tool.completed"),
    ...tool,
    outcome: toolOutcome,
    diff: z2.string().optional(),
    durationMs: z2.number().nonnegative().optional()
  }),
  z2.object({
    type: z2.literal("reply.discarded"),
    blocks: z2.int().nonnegative(),
    calls: z2.int().nonnegative(),
    notice: z2.string()
  }),
  z2.object({
    type: z2.literal("verification.completed"),
    erc: checkOutcome.optional(),
    drc: checkOutcome.optional()
  }),
  z2.object({
    type: z2.literal("file.changed"),
    path: z2.string(),
    added: z2.int().nonnegative(),
    removed: z2.int().nonnegative()
  }),
  z2.object({ type: z2.literal("runtime.warning"), ...notice }),
  z2.object({ type: z2.literal("runtime.error"), ...notice }),
  z2.object({ type: z2.literal("usage.updated"), ...usage.shape }),
  z2.object({
    type: z2.literal("turn.completed"),
    status: turnStatus,
    exitCode: z2.int(),
    errorMessage: z2.string().optional()
  })
];
var runtimeEventBody = z2.discriminatedUnion("type", payloads);
var runtimeEvent = z2.intersection(z2.object(stamp), runtimeEventBody);

// source/runtime/stamp.ts
import { randomUUID } from "node:crypto";
function stampEvent(body, sessionId, at = /* @__PURE__ */ new Date()) {
  return { eventId: randomUUID(), provider: "cursor", sessionId, createdAt: at.toISOString(), ...body };
}

// source/runtime/failure.ts
var exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  cursor: 3,
  tripwire: 4,
  unfinished: 5,
  verification: 6,
  hangup: 129,
  interrupted: 130,
  terminated: 143
};

// source/cursor/one-line.ts
import { stripVTControlCharacters } from "node:util";
var unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
function oneLine(text, max = 300) {
  const line = stripVTControlCharacters(text.slice(0, max * 8)).replace(unseen, " ").replace(/ {2,}/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}\u2026`;
}

// source/cursor/call-summary.ts
var kinds = /* @__PURE__ */ new Map([
  ["shell", "command"],
  ["edit", "file-change"],
  ["write", "file-change"],
  ["delete", "file-change"]
]);
var outcomes = /* @__PURE__ */ new Map([
  ["success", "success"],
  ["failure", "failure"],
  ["rejected", "rejected"],
  ["permissionDenied", "rejected"]
]);
var subjects = [
  ...["command", "pattern", "globPattern", "path", "query", "searchTerm", "url"],
  ...["question", "description", "name", "overview"]
];
var reasons = ["reason", "errorMessage", "modelVisibleError", "error", "message"];
var separator = " \xB7 ";
var subjectLength = 200;
function firstText(fields, names) {
  return names.map((name) => fields[name]).filter((value) => typeof value === "string").map((value) => oneLine(value, subjectLength)).find((value) => value !== "");
}
function words(name) {
  return name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[\s_]+/g, " ").trim().toLowerCase();
}
function titleOf({ variant, args }) {
  if (variant === "mcp") return firstText(args, ["toolName", "name"]) ?? "MCP tool";
  if (variant === "unknown") return "Unknown tool";
  const title = oneLine(words(variant), 80);
  return title.charAt(0).toUpperCase() + title.slice(1);
}
function subjectOf({ variant, args }, workspace) {
  if (variant === "mcp") return firstText(args, ["providerIdentifier", "serverIdentifier"]);
  const { path } = args;
  const inside = workspace !== void 0 && typeof path === "string" && path.startsWith(`${workspace}/`);
  return firstText(inside ? { ...args, path: path.slice(workspace.length + 1) } : args, subjects);
}
function summarizeCall(tool2, workspace) {
  const detail = subjectOf(tool2, workspace);
  return {
    toolKind: kinds.get(tool2.variant) ?? "other",
    title: titleOf(tool2),
    ...detail !== void 0 && { detail }
  };
}
function lastLine(text) {
  if (typeof text !== "string") return void 0;
  return text.slice(-4e3).split("\n").map((line) => oneLine(line)).findLast((line) => line !== "");
}
function lineCounts({ linesAdded, linesRemoved, linesCreated }) {
  if (typeof linesCreated === "number") return `+${linesCreated}`;
  if (typeof linesAdded !== "number" && typeof linesRemoved !== "number") return void 0;
  return `+${linesAdded ?? 0} \u2212${linesRemoved ?? 0}`;
}
function factsOf(variant, { kind, value }) {
  if (variant === "shell" && typeof value.exitCode === "number") {
    return [`exit ${value.exitCode}`, lastLine(value.stderr)];
  }
  if (kind === "success") return [lineCounts(value)];
  const reason = firstText(value, reasons);
  if (reason !== void 0) return [reason];
  return outcomes.has(kind) || kind === "error" ? [] : [oneLine(words(kind), 80)];
}
function summarizeOutcome(tool2, subject) {
  const result2 = tool2.outcome ?? { kind: "success", value: {} };
  const facts = [subject, ...factsOf(tool2.variant, result2)].filter((fact) => fact !== void 0);
  const told = outcomes.get(result2.kind) ?? "error";
  const { diffString, isError } = result2.value;
  return {
    // An MCP tool that failed is a successful call to Cursor.
    outcome: told === "success" && isError === true ? "failure" : told,
    ...facts.length > 0 && { detail: facts.join(separator) },
    ...typeof diffString === "string" && diffString !== "" && { diff: diffString }
  };
}

// source/cursor/native-tool.ts
var suffix = "ToolCall";
var outcomes2 = [
  "success",
  "failure",
  "rejected",
  "error",
  "timeout",
  "spawnError",
  "permissionDenied",
  "fileNotFound"
];
function isFields(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function fieldsOf(value) {
  if (isFields(value)) return value;
  if (typeof value !== "string") return {};
  try {
    const parsed = JSON.parse(value);
    return isFields(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
function outcomeOf(result2) {
  if (!isFields(result2)) return void 0;
  if (isFields(result2.result) && typeof result2.result.case === "string") return outcomeOf(result2.result);
  if (typeof result2.case === "string") return { kind: result2.case, value: fieldsOf(result2.value) };
  const kind = outcomes2.find((key) => Object.hasOwn(result2, key)) ?? Object.keys(result2).find((key) => isFields(result2[key]));
  return kind === void 0 ? void 0 : { kind, value: fieldsOf(result2[kind]) };
}
function nativeTool(name, value) {
  const variant = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  const fields = fieldsOf(value);
  const outcome = outcomeOf(fields.result);
  return { variant: variant || "unknown", args: fieldsOf(fields.args), ...outcome ? { outcome } : {} };
}
function nativeTools(toolCall2) {
  const found = Object.entries(toolCall2).filter(([key, value]) => key.endsWith(suffix) && isFields(value)).map(([key, value]) => nativeTool(key, value));
  const { tool: tool2, function: called } = toolCall2;
  if (isFields(tool2) && typeof tool2.case === "string") found.push(nativeTool(tool2.case, tool2.value));
  if (isFields(called) && typeof called.name === "string") {
    const result2 = called.result ?? toolCall2.result;
    found.push(nativeTool(called.name, { args: fieldsOf(called.arguments), result: result2 }));
  }
  const [first = { variant: "unknown", args: {} }, ...rest] = found;
  return [first, ...rest];
}
function nativeToolOf(event) {
  return nativeTools(event.tool_call)[0];
}

// source/cursor/call-timeline.ts
var retry2 = { toolKind: "other", title: "Connection retry" };
function started({ itemId, summary }) {
  return { type: "tool.started", itemId, ...summary, origin: "cursor" };
}
function completed(pair, ending, endedAt) {
  pair.outcome = ending.outcome;
  const { itemId, summary, startedAt } = pair;
  const durationMs = startedAt === void 0 || endedAt === void 0 ? -1 : endedAt - startedAt;
  return {
    type: "tool.completed",
    itemId,
    ...summary,
    origin: "cursor",
    ...ending,
    ...durationMs >= 0 && { durationMs }
  };
}
var CallTimeline = class {
  #ids;
  /** By the CLI's `call_id`, the latest use of each; all of them in order of their start. */
  #latest = /* @__PURE__ */ new Map();
  #calls = [];
  #interruption;
  constructor(ids) {
    this.#ids = ids;
  }
  /** `workspace` is the folder that the CLI works in, where it is known. */
  push(event, workspace) {
    if (event.type === "tool_call") {
      return event.subtype === "started" ? this.#start(event, workspace) : this.#complete(event, workspace);
    }
    if (event.type === "connection" && event.subtype === "reconnected")
      return this.#reconnect(event.timestamp_ms);
    if (event.type === "connection" || event.type === "retry") return this.#disconnect(event);
    return [];
  }
  /** Completes what is still open as interrupted. */
  end() {
    const open = this.#calls.filter((call) => call.outcome === void 0);
    if (this.#interruption) open.push(this.#interruption);
    this.#interruption = void 0;
    return open.map((pair) => completed(pair, { outcome: "interrupted", ...detailOf(pair) }));
  }
  /** Whether there were calls and Cursor ran none of them. */
  get allRejected() {
    return this.#calls.length > 0 && this.#calls.every((call) => call.outcome === "rejected");
  }
  #start(event, workspace) {
    const known = this.#latest.get(event.call_id);
    if (known && (known.outcome === void 0 || known.modelCall === event.model_call_id)) return [];
    return [started(this.#open(event, workspace))];
  }
  #complete(event, workspace) {
    const known = this.#latest.get(event.call_id);
    if (known?.outcome !== void 0) return [];
    const call = known ?? this.#open(event, workspace);
    const tool2 = nativeToolOf(event);
    const ending = summarizeOutcome(tool2, call.summary.detail ?? summarizeCall(tool2, workspace).detail);
    const endedAt = event.tool_call.completedAtMs ?? event.timestamp_ms;
    return [...known ? [] : [started(call)], completed(call, ending, endedAt)];
  }
  #open(event, workspace) {
    const call = {
      itemId: this.#ids.call(event.call_id),
      summary: summarizeCall(nativeToolOf(event), workspace),
      startedAt: event.tool_call.startedAtMs ?? event.timestamp_ms,
      outcome: void 0,
      modelCall: event.model_call_id
    };
    this.#latest.set(event.call_id, call);
    this.#calls.push(call);
    return call;
  }
  #disconnect({
    attempt,
    timestamp_ms: startedAt
  }) {
    if (this.#interruption) return [];
    const summary = { ...retry2, ...attempt !== void 0 && { detail: `attempt ${attempt}` } };
    this.#interruption = { itemId: this.#ids.interruption(), summary, startedAt, outcome: void 0 };
    return [started(this.#interruption)];
  }
  #reconnect(at) {
    const pair = this.#interruption;
    this.#interruption = void 0;
    return pair ? [completed(pair, { outcome: "success", ...detailOf(pair) }, at)] : [];
  }
};
function detailOf({ summary: { detail } }) {
  return detail === void 0 ? {} : { detail };
}

// source/cursor/failure-kinds.ts
import leven from "leven";
var loginAdvice = "Run `agent login`, then `agent status` to check. COPPERHEAD_CURSOR_PATH names another Cursor CLI to use.";
var transportCodes = "canceled|unknown|deadline_exceeded|aborted|internal|unavailable|data_loss|out_of_range|unimplemented";
function quoting(sentence, advice) {
  return (line) => ({
    message: `${sentence} (${oneLine(line)})`,
    ...advice === void 0 ? {} : { advice }
  });
}
function fixed(message2, advice) {
  return () => ({ message: message2, ...advice === void 0 ? {} : { advice } });
}
function describeModel(_, match) {
  const asked = match[1] ?? "";
  const offered = (match[2] ?? "").split(/[\s,]+/).filter((id) => /^[\w.-]*\w$/.test(id));
  const distance = new Map(offered.map((id) => [id, leven(asked.slice(0, 100), id)]));
  const nearest = [...distance].sort((a, b) => a[1] - b[1]).slice(0, 3);
  const ids = nearest.map(([id]) => id).join(", ");
  return {
    message: `Cursor does not offer the model "${oneLine(asked, 80)}".`,
    advice: `${ids === "" ? "" : `The nearest are ${ids}. `}\`copperhead models\` lists all.`
  };
}
function describeLimit(line) {
  const reset = /\breset\w*\b.{0,80}?\bon (\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2})/i.exec(line)?.[1];
  const when = reset === void 0 ? "" : `; it resets on ${reset}`;
  return {
    message: `Your Cursor subscription is at its usage limit${when}.`,
    advice: "Wait for the reset, or choose a model outside the limit with --model; copperhead uses no other provider."
  };
}
var { failed, usage: usage2, cursor } = exitCodes;
var kinds2 = [
  {
    code: "not-logged-in",
    pattern: /Authentication required|\bNot logged in\b|API key is invalid|\[unauthenticated\]/i,
    exitCode: cursor,
    describe: fixed("The Cursor CLI is not logged in.", loginAdvice)
  },
  {
    code: "limit-reached",
    pattern: /\[resource_exhausted\]|\b(?:reached|hit) your usage limit/i,
    exitCode: cursor,
    describe: describeLimit
  },
  {
    code: "model-unknown",
    pattern: /Cannot use this model: (.+?)(?:\. Available models: (.*))?$/,
    exitCode: usage2,
    describe: describeModel
  },
  {
    code: "workspace-untrusted",
    pattern: /Workspace Trust Required/i,
    exitCode: failed,
    describe: fixed(
      "Cursor does not trust this folder.",
      "Run `agent` in it once and accept, or let copperhead trust it for you."
    )
  },
  {
    code: "sandbox-unavailable",
    pattern: /Sandbox mode is enabled but not available/i,
    exitCode: failed,
    describe: fixed(
      "Cursor's sandbox is not available on this system, and reasoning mode does not run without it.",
      "See Cursor's documentation for what its sandbox needs here; `--native` works without it."
    )
  },
  {
    code: "config-race",
    pattern: /cli-config\.json|^(?:SyntaxError: )?Unexpected end of JSON input/,
    exitCode: failed,
    describe: quoting(
      "Cursor stumbled over its configuration file, as happens when several start at once",
      "Try again."
    )
  },
  {
    code: "rules-unreadable",
    pattern: /\bcli\.json\b/,
    exitCode: failed,
    describe: quoting("Cursor rejected the permissions file of its workspace")
  },
  {
    code: "chat-in-use",
    pattern: /Session ID .{0,80} is already in use/i,
    exitCode: failed,
    describe: fixed(
      "Another process is using this Cursor chat.",
      "End it, or start a new session without --resume."
    )
  },
  {
    code: "chat-gone",
    pattern: /Invalid conversation history|\b(?:chat|session|conversation)\b.{0,80}\b(?:not found|not exist|no longer|unknown)|\bno (?:such )?(?:chat|session|conversation)\b/i,
    exitCode: failed,
    describe: quoting("Cursor no longer has this chat", "Start a new session without --resume.")
  },
  {
    code: "option-unknown",
    pattern: /unknown option '/,
    exitCode: failed,
    describe: quoting("Cursor does not understand how it was called", "Update it with `agent update`.")
  },
  {
    code: "cursor-broken",
    pattern: /Failed to load native binding/,
    exitCode: failed,
    describe: quoting("The Cursor CLI is not installed completely", "Reinstall the Cursor CLI.")
  },
  {
    code: "request-refused",
    pattern: /\[(?:invalid_argument|permission_denied|failed_precondition|not_found|already_exists)\]/,
    exitCode: failed,
    describe: quoting("Cursor refused the request", "Another --model may be allowed.")
  },
  {
    code: "transport",
    pattern: new RegExp(`\\[(?:${transportCodes})\\]|^Connection (?:failed|lost)|^Retry attempt \\d`),
    exitCode: failed,
    describe: quoting("The connection to Cursor failed", "Check the network, then try again.")
  }
];
function rankOf(found) {
  const index = kinds2.findIndex(({ code }) => code === found.code);
  return index === -1 ? kinds2.length : index;
}
function classifyLine(line) {
  const text = line.trim();
  for (const { code, pattern, exitCode, describe } of kinds2) {
    const match = pattern.exec(text);
    if (match) return { code, exitCode, ...describe(text, match) };
  }
  return void 0;
}

// source/cursor/failures.ts
function failure(code, exitCode, message2, advice) {
  return { code, message: message2, ...advice === void 0 ? {} : { advice }, exitCode };
}
var progress = /^(?:Connection lost, reconnecting|Retry attempt \d)/;
function classifyLines(lines) {
  const found = lines.map(classifyLine).filter((failure2) => failure2 !== void 0);
  return found.reverse().sort((a, b) => rankOf(a) - rankOf(b))[0];
}
function classifyExit({ stderr, lines, code, signal }) {
  const said = [...lines, ...stderr.split(/\r?\n/)].filter((line) => line.trim() !== "");
  const telling = said.filter((line) => !progress.test(line));
  const known = classifyLines(telling.length > 0 ? telling : said);
  if (known) return known;
  const how = signal === null ? `exit code ${code}` : signal;
  const last = telling.at(-1);
  return failure(
    "no-result",
    exitCodes.failed,
    last === void 0 ? `Cursor ended without an answer (${how}).` : `Cursor ended without an answer (${how}): ${oneLine(last)}`,
    "Try again; `agent status` tells whether the Cursor CLI works."
  );
}
var transportAnswer = new RegExp(
  `^(?:Error: )?(?:\\w+: \\[(?:${transportCodes}|resource_exhausted)\\](?: Error)?|ActionRequiredError: You've reached your usage limit.{0,200}|You've hit your usage limit.{0,200})$`
);
function classifyAnswer(answer, lines) {
  const text = answer.trim();
  if (text === "") return classifyLines(lines.filter((line) => !progress.test(line)));
  return transportAnswer.test(text) ? classifyLine(text) : void 0;
}
function classifyErrorResult(text) {
  const known = text.trim().includes("\n") ? void 0 : classifyLine(text);
  if (known) return known;
  const told = oneLine(text);
  const message2 = told === "" ? "Cursor reported an error." : `Cursor reported an error: ${told}`;
  return failure("cursor-error", exitCodes.failed, message2, "Try again.");
}

// source/cursor/item-ids.ts
var reserved = /^(?:(?:assistant|thinking|answer)(?::\d+)?|connection_\d+)$/;
var ItemIds = class {
  #turnId;
  #taken = /* @__PURE__ */ new Set();
  #counts = /* @__PURE__ */ new Map();
  constructor(turnId) {
    this.#turnId = turnId;
  }
  /** The answer, or what takes its place. */
  answer() {
    const number = this.#count("assistant");
    return `${this.#turnId}:assistant${number === 1 ? "" : `:${number}`}`;
  }
  thought() {
    return `${this.#turnId}:thinking:${this.#count("thinking")}`;
  }
  interruption() {
    return `${this.#turnId}:connection_${this.#count("connection")}`;
  }
  /** `callId` with each run of white space as `_`, and a number where that is taken. */
  call(callId) {
    const base = callId.replace(/\s+/g, "_");
    let name = base;
    for (let number = 2; reserved.test(name) || this.#taken.has(name); number++) name = `${base}_${number}`;
    this.#taken.add(name);
    return `${this.#turnId}:${name}`;
  }
  #count(kind) {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    return number;
  }
};

// source/cursor/segments.ts
var repeatedDifferently = "Cursor repeated its answer differently; its final text is used.";
function isDelta(event) {
  return event.timestamp_ms !== void 0 && event.model_call_id === void 0;
}
var Segments = class {
  #closed = [];
  #started = /* @__PURE__ */ new Set();
  #current = "";
  #misfit = false;
  /** All text so far, segments joined without separators. */
  get text() {
    return this.all.join("");
  }
  /** The segments so far that have text. */
  get all() {
    return this.#current === "" ? [...this.#closed] : [...this.#closed, this.#current];
  }
  /** How many segments a tool call has ended. */
  get ended() {
    return this.#closed.length;
  }
  /** Takes the next event of the stream; gives the text that is new, often none. */
  push(event) {
    if (event.type === "assistant") return this.#assistant(event);
    if (event.type === "tool_call") {
      if (!this.#started.has(event.call_id)) this.#close();
      this.#started.add(event.call_id);
    }
    return "";
  }
  #assistant(event) {
    const text = textOf(event);
    if (isDelta(event)) return this.#append(text);
    if (text.startsWith(this.#current)) return this.#append(text.slice(this.#current.length));
    const whole = this.text;
    if (text.startsWith(whole)) return this.#append(text.slice(whole.length));
    this.#misfit = true;
    return "";
  }
  #append(text) {
    this.#current += text;
    return text;
  }
  #close() {
    if (this.#current !== "") this.#closed.push(this.#current);
    this.#current = "";
  }
  /** Settles the answer by `result.result`; where the result has none, by what was streamed. */
  settle(result2) {
    const streamed = this.text;
    const replaced = Boolean(result2) && result2?.trim() !== streamed.trim() && !result2?.startsWith(streamed);
    if (replaced && result2) {
      return { text: result2, segments: [result2], rest: "", replaced, warning: repeatedDifferently };
    }
    const rest = this.#append(result2?.startsWith(streamed) ? result2.slice(streamed.length) : "");
    return {
      text: this.text,
      segments: this.all,
      rest,
      replaced,
      ...this.#misfit ? { warning: repeatedDifferently } : {}
    };
  }
};

// source/cursor/turn-projection.ts
var keptLines = 50;
var allRejected = {
  type: "runtime.warning",
  code: "all-rejected",
  message: "Every tool call of this turn was rejected: nothing was done, and the answer may be invented.",
  advice: "--approval never lets Cursor run its tools without asking."
};
var TurnProjection = class {
  #turnId;
  #threadId;
  #workspace;
  #ids;
  #calls;
  #segments = new Segments();
  #answerItem;
  #thought;
  #lines = [];
  /** Lines that are no JSON, until the stream shows that the turn goes on. */
  #heldLines = [];
  #unknown = /* @__PURE__ */ new Map();
  #usage;
  #settled;
  #verdict;
  #ended = false;
  /** `threadId` is the chat that the turn goes on with, where one is known. */
  constructor({ turnId, threadId }) {
    this.#turnId = turnId;
    this.#threadId = threadId;
    this.#ids = new ItemIds(turnId);
    this.#calls = new CallTimeline(this.#ids);
  }
  /** The chat that answers. */
  get threadId() {
    return this.#threadId;
  }
  /** The text of the last segment: what the turn comes to, without what was said between its calls. */
  get answer() {
    return (this.#settled?.segments ?? this.#segments.all).at(-1) ?? "";
  }
  /** Whether the result has come: nothing that follows belongs to this turn. */
  get settled() {
    return this.#verdict !== void 0;
  }
  get usage() {
    return this.#usage;
  }
  /** How often each kind of event came that this version does not know, by `type` or `type/subtype`. */
  get unknown() {
    return this.#unknown;
  }
  start() {
    return this.#stamp([{ type: "turn.started" }]);
  }
  /** Takes the next item. What comes after the result is dropped. */
  push(item) {
    if (this.#verdict || this.#ended) return [];
    if (item.kind === "text") {
      this.#heldLines.push(item.text);
      this.#lines.push(item.text);
      if (this.#lines.length > keptLines) this.#lines.shift();
      return [];
    }
    const before = this.#stamp(this.#releaseLines());
    const events = item.kind === "unknown" ? this.#meetUnknown(item) : this.#take(item.event);
    return [...before, ...this.#stamp(events)];
  }
  /** Ends the turn, once: with its result's verdict where there was a result, else with `ending`'s. */
  end(ending) {
    if (this.#ended) return [];
    this.#ended = true;
    const { status, exitCode, failure: failure2 } = this.#verdict ?? this.#judge(ending);
    return this.#stamp([
      ...this.#closeThought(),
      ...this.#closeAnswer(this.#segments.text),
      ...this.#calls.end(),
      ...failure2 ? [errorOf(failure2)] : this.#releaseLines(),
      ...status === "completed" && this.#calls.allRejected ? [allRejected] : [],
      { type: "turn.completed", status, exitCode, ...failure2 && { errorMessage: failure2.message } }
    ]);
  }
  #take(event) {
    const thread = this.#meetThread(event);
    if (event.type === "thinking") {
      return [...thread, ...event.subtype === "delta" ? this.#think(event.text) : this.#closeThought()];
    }
    const said = this.#say(this.#segments.push(event));
    const called = this.#calls.push(event, this.#workspace);
    const settled = event.type === "result" ? this.#settle(event) : [];
    const happened = [...said, ...called, ...settled];
    return [...thread, ...happened.length > 0 ? this.#closeThought() : [], ...happened];
  }
  #meetThread(event) {
    const init = event.type === "system" && event.subtype === "init" ? event : void 0;
    this.#workspace ??= init?.cwd;
    const expected = this.#threadId;
    const chat = init?.session_id ?? expected ?? event.session_id;
    if (chat === void 0 || chat === expected) return [];
    this.#threadId = chat;
    const started2 = {
      type: "thread.started",
      ...init?.model !== void 0 && { model: init.model },
      ...init?.apiKeySource !== void 0 && { apiKeySource: init.apiKeySource }
    };
    return expected === void 0 ? [started2] : [started2, chatReplaced];
  }
  #think(delta) {
    if (delta === "") return [];
    this.#thought ??= this.#ids.thought();
    return [{ type: "thinking.delta", itemId: this.#thought, delta }];
  }
  #closeThought() {
    const itemId = this.#thought;
    this.#thought = void 0;
    return itemId === void 0 ? [] : [{ type: "thinking.completed", itemId }];
  }
  #say(delta) {
    if (delta === "") return [];
    this.#answerItem ??= this.#ids.answer();
    return [{ type: "message.delta", itemId: this.#answerItem, delta }];
  }
  #closeAnswer(text) {
    const itemId = this.#answerItem;
    this.#answerItem = void 0;
    return itemId === void 0 ? [] : [{ type: "message.completed", itemId, text }];
  }
  #settle(event) {
    const usage3 = usageOf(event);
    this.#usage = usage3;
    const answer = event.is_error ? this.#closeAnswer(this.#segments.text) : this.#settleAnswer(event);
    const failure2 = event.is_error ? classifyErrorResult(event.result ?? "", { stderr: "", lines: this.#lines, code: null, signal: null }) : classifyAnswer(this.#settled?.text ?? "");
    this.#verdict = failure2 ? { status: "failed", exitCode: failure2.exitCode, failure: failure2 } : { status: "completed", exitCode: exitCodes.done };
    return [...answer, ...usage3 ? [{ type: "usage.updated", ...usage3 }] : []];
  }
  /** The result has the last word: what it says otherwise than the stream is an answer of its own. */
  #settleAnswer(event) {
    const streamed = this.#segments.text;
    const settled = this.#segments.settle(event.result);
    this.#settled = settled;
    return [
      ...settled.warning === void 0 ? [] : [warningOf("answer-differs", settled.warning)],
      ...settled.replaced ? this.#closeAnswer(streamed) : [],
      ...this.#say(settled.replaced ? settled.text : settled.rest),
      ...this.#closeAnswer(settled.text)
    ];
  }
  #meetUnknown({ type, subtype, reason }) {
    const name = oneLine(subtype === void 0 ? type : `${type}/${subtype}`, 80);
    const count = (this.#unknown.get(name) ?? 0) + 1;
    this.#unknown.set(name, count);
    if (count > 1) return [];
    const message2 = `Cursor sent an event that this version does not understand: ${name} (${oneLine(reason, 160)}).`;
    return [warningOf("unknown-event", message2)];
  }
  #releaseLines() {
    const lines = this.#heldLines.map((line) => warningOf("cursor-output", oneLine(line)));
    this.#heldLines = [];
    return lines;
  }
  #judge(ending) {
    if (ending.how === "interrupted") return { status: "interrupted", exitCode: ending.exitCode };
    const failure2 = this.#failureOf(ending);
    return { status: "failed", exitCode: failure2.exitCode, failure: failure2 };
  }
  #failureOf(ending) {
    switch (ending.how) {
      case "failed":
        return ending.failure;
      case "exit":
        return classifyExit({ ...ending, lines: this.#lines });
      case "end-of-recording":
        return this.#lines.length === 0 ? cutShort : classifyExit({ stderr: "", lines: this.#lines, code: 1, signal: null });
    }
  }
  #stamp(events) {
    const ids = { turnId: this.#turnId, ...this.#threadId !== void 0 && { threadId: this.#threadId } };
    return events.map((event) => ({ ...event, ...ids }));
  }
};
var chatReplaced = {
  type: "runtime.warning",
  code: "chat-replaced",
  message: "Cursor answers in a new chat: it does not remember the earlier turns."
};
var cutShort = {
  code: "no-result",
  message: "The recording ends without an answer.",
  exitCode: exitCodes.failed
};
function warningOf(code, message2) {
  return { type: "runtime.warning", code, message: message2 };
}
function errorOf({ code, message: message2, advice }) {
  return { type: "runtime.error", code, message: message2, ...advice !== void 0 && { advice } };
}

// source/cursor/project.ts
async function* projectEvents(events, { sessionId = randomUUID2(), turnId = randomUUID2, now = () => /* @__PURE__ */ new Date() } = {}) {
  let time;
  let turn = new TurnProjection({ turnId: turnId() });
  let held = [{ type: "session.started", schema: eventsSchemaId }, ...turn.start()];
  const release = () => {
    const at = time === void 0 ? now() : new Date(time);
    const released = held.map((body) => stampEvent(body, sessionId, at));
    held = [];
    return released;
  };
  for await (const event of events) {
    const item = asItem(event);
    time = laterOf(time, timeOf(item));
    if (turn.settled && isInit(item)) {
      const { threadId } = turn;
      turn = new TurnProjection({ turnId: turnId(), threadId: isOf(item, threadId) ? threadId : void 0 });
      held.push(...turn.start());
    }
    held.push(...turn.push(item));
    if (turn.settled) held.push(...turn.end({ how: "end-of-recording" }));
    if (time !== void 0 || !isOpening(item)) yield* release();
  }
  held.push(...turn.end({ how: "end-of-recording" }));
  yield* release();
}
function asItem(event) {
  const isItem = "kind" in event && "line" in event;
  return isItem ? event : { kind: "event", event, line: "" };
}
function timeOf(item) {
  const time = item.kind === "event" ? item.event.timestamp_ms : void 0;
  return time !== void 0 && Number.isFinite(new Date(time).getTime()) ? time : void 0;
}
function laterOf(a, b) {
  return a === void 0 || b === void 0 ? a ?? b : Math.max(a, b);
}
function isInit(item) {
  return item.kind === "event" && item.event.type === "system" && item.event.subtype === "init";
}
function isOf(item, threadId) {
  return item.kind === "event" && item.event.session_id === threadId;
}
function isOpening(item) {
  return item.kind === "text" || item.kind === "event" && (isInit(item) || item.event.type === "user");
}

// ../../proj.ts
for (const f of process.argv.slice(2)) {
  console.log("==", f);
  for await (const e of projectEvents(readEvents(createReadStream(f)))) {
    runtimeEvent.parse(e);
    const { eventId, provider, sessionId, threadId, turnId, ...rest } = e;
    console.log(JSON.stringify(rest).replaceAll(turnId, "T").slice(0, 330));
  }
}
