/**
 * The canonical runtime events: what a session does, in the same form whether copperhead's tools act, Cursor's
 * own tools act, or a recording is replayed. Every front end, `--output-format stream-json` included, reads these.
 */
import * as z from "zod";
import { comparedDesign } from "./design-difference.js";
import { checkOutcome, eventsSchemaId, toolKind, toolOutcome, turnStatus, usage } from "./outcomes.js";

const stamp = {
  eventId: z.string(),
  provider: z.literal("cursor"),
  /** copperhead's own session id, stable over resumes. */
  sessionId: z.string(),
  /** Cursor's chat id, once one is known. */
  threadId: z.string().optional(),
  turnId: z.string().optional(),
  /** Groups the events of one answer, thought or call. */
  itemId: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
};

/** A place in a file: a repository-relative path (outside of the repository an absolute one), and a line from 1. */
export const location = z.object({ path: z.string(), line: z.int().positive().optional() });
export type Location = z.infer<typeof location>;

const tool = {
  toolKind,
  title: z.string(),
  detail: z.string().optional(),
  /** Whose tool acted: one of copperhead's, or one built into Cursor. */
  origin: z.enum(["copperhead", "cursor"]),
  /** The tool's own name, as the model uses it. */
  tool: z.string().optional(),
  /** The files that it works on. */
  locations: z.array(location).optional(),
};

/** What a turn did to one KiCad project so far. */
export const projectVerification = z.object({
  /** Its name; there where the repository has several. */
  project: z.string().exactOptional(),
  erc: checkOutcome.exactOptional(),
  drc: checkOutcome.exactOptional(),
  /** What changed, as in `copperhead.diff/1`: of the schematic and of the board where they changed. */
  ...comparedDesign.shape,
  /** Why something could not be compared. */
  notCompared: z.string().exactOptional(),
});
export type ProjectVerification = z.infer<typeof projectVerification>;

/** Text for people: a sentence, a stable code, and what to do. */
const notice = { message: z.string(), code: z.string().optional(), advice: z.string().optional() };

const payloads = [
  z.object({
    type: z.literal("session.started"),
    schema: z.literal(eventsSchemaId),
    message: z.string().optional(),
  }),
  z.object({ type: z.literal("session.exited"), message: z.string().optional() }),
  z.object({
    type: z.literal("thread.started"),
    threadId: z.string(),
    model: z.string().optional(),
    apiKeySource: z.string().optional(),
  }),
  z.object({ type: z.literal("turn.started") }),
  z.object({ type: z.literal("thinking.delta"), delta: z.string() }),
  z.object({ type: z.literal("thinking.completed") }),
  z.object({ type: z.literal("message.delta"), delta: z.string() }),
  z.object({ type: z.literal("message.completed"), text: z.string() }),
  z.object({ type: z.literal("tool.started"), ...tool }),
  z.object({
    type: z.literal("tool.completed"),
    ...tool,
    outcome: toolOutcome,
    diff: z.string().optional(),
    durationMs: z.number().nonnegative().optional(),
  }),
  z.object({
    type: z.literal("reply.discarded"),
    blocks: z.int().nonnegative(),
    calls: z.int().nonnegative(),
    notice: z.string(),
  }),
  /** One event a project. */
  z.object({
    type: z.literal("verification.completed"),
    /** The new errors with their items and places. */
    findings: z.string().optional(),
    /** The new warnings with their items and places. */
    warnings: z.string().optional(),
    ...projectVerification.shape,
  }),
  z.object({
    type: z.literal("file.changed"),
    path: z.string(),
    added: z.int().nonnegative(),
    removed: z.int().nonnegative(),
  }),
  z.object({ type: z.literal("runtime.warning"), ...notice }),
  z.object({ type: z.literal("runtime.error"), ...notice }),
  z.object({ type: z.literal("usage.updated"), ...usage.shape }),
  z.object({
    type: z.literal("turn.completed"),
    status: turnStatus,
    exitCode: z.int(),
    errorMessage: z.string().optional(),
  }),
] as const;

/** What happened, before it is stamped with ids and a time: what pure code makes. */
export const runtimeEventBody = z.discriminatedUnion("type", payloads);
export type RuntimeEventBody = z.infer<typeof runtimeEventBody> & { itemId?: string };

/** Where an event belongs. */
export type EventIds = { sessionId: string; threadId?: string; turnId?: string };

/** One canonical event, as it is printed and streamed. */
export const runtimeEvent = z.intersection(z.object(stamp), runtimeEventBody);
export type RuntimeEvent = { eventId: string; provider: "cursor"; createdAt: string } & EventIds &
  RuntimeEventBody;
