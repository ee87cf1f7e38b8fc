/** What the adapter accepts. */
import * as z from "zod";
import { modelId } from "../../base/model-name.js";
import { isChatId } from "../process/invocation.js";
import { invalid } from "./adapter-errors.js";

const sessionId = z.string().min(1).max(200);
const model = z.string().regex(modelId, "not a model id");
const chatId = z.string().refine(isChatId, "not a chat id");

export const sessionRequest = z.strictObject({
  /** There is one provider. */
  provider: z.literal("cursor").optional(),
  /** A session of this id is ended first; a new id where there is none. */
  sessionId: sessionId.optional(),
  /** The folder that Cursor's tools act in. */
  cwd: z.string().min(1),
  /** An exact model id. Naming one also makes it the Cursor CLI's default everywhere. */
  model: model.optional(),
  /** The Cursor CLI; found on PATH where there is none. */
  binaryPath: z.string().min(1).optional(),
  /** Whether Cursor is to trust the folder; it refuses to work in one it does not trust. */
  trust: z.boolean().default(true),
  /** `never`: Cursor runs its tools without asking. `on-request`: it rejects what it would have asked for. */
  approvalPolicy: z.enum(["never", "on-request"]).default("on-request"),
  /** The chat to go on with; a new one is made where there is none. */
  resumeCursor: z.strictObject({ chatId }).optional(),
  /** Path of a file that keeps the session's finished turns, and from which they are restored. */
  log: z.string().min(1).optional(),
});
export type SessionRequest = z.input<typeof sessionRequest>;

export const turnRequest = z.strictObject({
  sessionId,
  /** The caller's own name for the turn; a new id where there is none. */
  turnId: z.string().min(1).max(200).optional(),
  input: z.string().refine((text) => text.trim() !== "", "empty"),
  /** For this turn and those that follow. */
  model: model.optional(),
});
export type TurnRequest = z.input<typeof turnRequest>;

/** Throws a validation error that names what is wrong. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw invalid(place ? `${place}: ${issue?.message}` : (issue?.message ?? "not a request"));
}
