/** The records of a transcript: the actions that the state is made from again. */
import * as z from "zod";
import { projectVerification, runtimeEventBody } from "../base/events.js";
import { exitCodes } from "../base/failure.js";
import { jsonObject } from "../base/json-object.js";
import { checkOutcome, toolKind, toolOutcome, turnStatus, usage } from "../base/outcomes.js";
import { isWhole } from "./whole-events.js";

/** Hashes of files by their repository-relative paths; `null` where there is no file. */
const seenFiles = z.record(z.string(), z.string().nullable());

const call = z.object({ tool: z.string(), args: jsonObject });

export const exitCode = z.literal(Object.values(exitCodes));

export const failure = z.object({
  code: z.string(),
  message: z.string(),
  advice: z.string().exactOptional(),
  exitCode,
});

/** Each record of a transcript that the state is made from, by its `type`. */
export const recordedAction = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("session-start"),
    sessionId: z.string(),
    model: z.string(),
    mode: z.enum(["reasoning", "native"]),
    repository: z.string(),
    version: z.string(),
  }),
  /** A request. Between turns it begins one; during a turn it waits for the next step. */
  z.object({ type: z.literal("user"), text: z.string(), turnId: z.string() }),
  /** A step reached its result: what the chat knows from now on, and what it cost. */
  z.object({ type: z.literal("step"), chatId: z.string(), known: z.int(), usage: usage.exactOptional() }),
  z.object({
    type: z.literal("fabricated-results"),
    text: z.string(),
    blocks: z.int(),
    calls: z.int(),
    notice: z.string(),
  }),
  z.object({
    type: z.literal("assistant"),
    text: z.string().nullable(),
    calls: z.array(call),
    refusals: z.array(z.object({ tool: z.string(), reason: z.string(), toolKind: toolKind.exactOptional() })),
  }),
  z.object({ type: z.literal("nudge"), text: z.string() }),
  z.object({
    type: z.literal("tool"),
    tool: z.string(),
    args: jsonObject,
    toolKind,
    title: z.string(),
    outcome: toolOutcome,
    text: z.string(),
    detail: z.string().exactOptional(),
    diff: z.string().exactOptional(),
    changed: z.array(z.object({ path: z.string(), added: z.int(), removed: z.int() })).exactOptional(),
    seen: z.array(z.object({ path: z.string(), hash: z.string() })).exactOptional(),
    durationMs: z.number().exactOptional(),
  }),
  z.object({
    type: z.literal("verification"),
    erc: checkOutcome.exactOptional(),
    drc: checkOutcome.exactOptional(),
    /** The same for each project; named where there are several. */
    projects: z
      .array(
        z.object({
          ...projectVerification.shape,
          findings: z.string().exactOptional(),
          warnings: z.string().exactOptional(),
        }),
      )
      .exactOptional(),
    newErrors: z.int(),
    /** The new errors with their items and places. */
    findings: z.string().exactOptional(),
    /** The message to the model about the new errors. */
    feedback: z.string().exactOptional(),
    /** What the turn changed electrically, for the model: a sentence each, those about nets apart from the others. */
    electrical: z
      .object({
        nets: z.array(z.string()),
        others: z.array(z.string()),
        /** New warnings about labels, nets and footprints, with their places. */
        warnings: z.string().exactOptional(),
      })
      .exactOptional(),
  }),
  /** Native mode: the files that Cursor's tools left in a turn; `null` where they removed one. */
  z.object({ type: z.literal("seen"), files: seenFiles }),
  /** Files that are not as the model saw them last, as they are now. */
  z.object({ type: z.literal("stale"), files: seenFiles }),
  /** The repository's notes to agents, as the model has them from now on; no files where they were removed. */
  z.object({ type: z.literal("notes"), files: z.array(z.string()), text: z.string() }),
  /** Turns that the user undid or redid, with the files that were moved. */
  z.object({
    type: z.literal("moved"),
    direction: z.enum(["undo", "redo"]),
    turns: z.array(z.int()),
    files: z.array(z.string()),
  }),
  z.object({ type: z.literal("tripwire"), message: z.string() }),
  z.object({ type: z.literal("interrupted"), exitCode }),
  z.object({ type: z.literal("turn-opened") }),
  z.object({ type: z.literal("turn-not-opened"), failure }),
  z.object({
    type: z.literal("step-started"),
    chatId: z.string(),
    model: z.string().optional(),
    apiKeySource: z.string().optional(),
  }),
  /** Native mode: an event of Cursor's own turn. */
  z.object({
    type: z.literal("native-event"),
    event: z.intersection(z.object({ itemId: z.string().exactOptional() }), runtimeEventBody).refine(isWhole),
  }),
  /** Everything of the step's reply has been recorded. */
  z.object({ type: z.literal("step-ended") }),
  z.object({ type: z.literal("step-failed"), failure }),
  /** A change waits for the user's word. */
  z.object({
    type: z.literal("proposed"),
    title: z.string(),
    paths: z.array(z.string()),
    /** What the change means, a sentence each. */
    meaning: z.array(z.string()),
    diff: z.string(),
  }),
  z.object({
    type: z.literal("decision"),
    answer: z.enum(["yes", "no", "always"]),
    reason: z.string().exactOptional(),
  }),
  /** A waiting request goes back to the prompt: the one at `index`, else the newest. */
  z.object({ type: z.literal("take-back"), index: z.int().exactOptional() }),
  z.object({
    type: z.literal("turn-end"),
    turnId: z.string(),
    status: turnStatus,
    exitCode,
    answer: z.string().exactOptional(),
    failure: failure.exactOptional(),
    filesChanged: z.array(z.string()),
    /** Files put back because the turn ended badly, and those that could not be. */
    restored: z.array(z.string()),
    conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
    diff: z.string().exactOptional(),
    /** What is to be known of the changes beside their diff: rules that were muted. */
    notes: z.array(z.string()).exactOptional(),
    /** Where boards do not match their schematics any more since the turn. */
    drift: z.array(z.string()).exactOptional(),
  }),
  z.object({ type: z.literal("model"), model: z.string() }),
  /** The user chose the project that the session works on. */
  z.object({ type: z.literal("project"), project: z.string() }),
  /** Whether changes wait for the user's word from now on. */
  z.object({ type: z.literal("approval"), approval: z.enum(["never", "on-request"]) }),
  /** The user named the session; "" is its first request again. */
  z.object({ type: z.literal("title"), title: z.string() }),
  /** The conversation is again as it was before the request of that turn. */
  z.object({ type: z.literal("rewind"), turn: z.int() }),
  z.object({ type: z.literal("clear") }),
  /** What the tools returned is forgotten; requests and answers stay. */
  z.object({ type: z.literal("compact") }),
  z.object({ type: z.literal("session-end") }),
]);
export type RecordedAction = z.infer<typeof recordedAction>;

/** The names that types of records had in earlier versions. */
const earlierTypes = new Map([["told", "native-event"]]);

/** Reads a record of a transcript; `undefined` where its type or its shape is not known. */
export function readRecord({ type, data }: { type: string; data: object }): RecordedAction | undefined {
  const action = { ...data, type: earlierTypes.get(type) ?? type };
  return recordedAction.safeParse(isOfOneFile(action) ? ofSeveralFiles(action) : action).data;
}

type OfOneFile = { type: string; path?: unknown; changed?: unknown; seen?: unknown };

/** In earlier versions a call changed one file, and saw one. */
function isOfOneFile({ path, changed, seen }: OfOneFile): boolean {
  const isOne = (value: unknown) => value !== undefined && !Array.isArray(value);
  return path !== undefined || isOne(changed) || isOne(seen);
}

function ofSeveralFiles(action: OfOneFile): object {
  const { path, changed, seen } = action;
  const listed = (one: unknown) => (Array.isArray(one) ? one : [one]);
  return {
    ...action,
    ...(path !== undefined && { paths: [path], meaning: [] }),
    ...(changed !== undefined && { changed: listed(changed) }),
    ...(seen !== undefined && { seen: listed(seen) }),
  };
}
