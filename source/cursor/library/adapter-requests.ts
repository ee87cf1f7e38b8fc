/** What the adapter accepts. */
import * as z from "zod";
import { modelId } from "../../base/model-name.js";
import { isChatId } from "../process/invocation.js";
import { invalid } from "./adapter-errors.js";

const sessionId = z.string().min(1).max(200);
const model = z.string().regex(modelId, "not a model id");
const chatId = z.string().refine(isChatId, "not a chat id");

export type SessionRequest = {
  /** There is one provider. */
  provider?: "cursor" | undefined;
  /** A session of this id is ended first; a new id where there is none. */
  sessionId?: string | undefined;
  /** The folder that Cursor's tools act in. */
  cwd: string;
  /** An exact model id. Naming one also makes it the Cursor CLI's default everywhere. */
  model?: string | undefined;
  /** The Cursor CLI, a name or a path; found as by `findCursor` where there is none. */
  binaryPath?: string | undefined;
  /** Whether Cursor is to trust the folder, in which it refuses to work otherwise; true by default. */
  trust?: boolean | undefined;
  /**
   * `never`: Cursor runs its tools without asking. `on-request`, the default: it rejects what it would have asked for.
   */
  approvalPolicy?: "never" | "on-request" | undefined;
  /**
   * The chat to go on with; a new one is made where there is none. Cursor remembers its turns, `readThread` does not:
   * it has the earlier ones only where `log` names the file in which they were kept.
   */
  resumeCursor?: { chatId: string } | undefined;
  /** Path of a file that keeps the session's finished turns, and from which they are restored. */
  log?: string | undefined;
};

export const sessionRequest = z.strictObject({
  provider: z.literal("cursor").optional(),
  sessionId: sessionId.optional(),
  cwd: z.string().min(1),
  model: model.optional(),
  binaryPath: z.string().min(1).optional(),
  trust: z.boolean().default(true),
  approvalPolicy: z.enum(["never", "on-request"]).default("on-request"),
  resumeCursor: z.strictObject({ chatId }).optional(),
  log: z.string().min(1).optional(),
}) satisfies z.ZodType<unknown, SessionRequest>;

export type TurnRequest = {
  sessionId: string;
  /** The caller's own name for the turn; a new id where there is none. */
  turnId?: string | undefined;
  /** What Cursor is asked; not blank. */
  input: string;
  /** For this turn and those that follow. Naming one also makes it the Cursor CLI's default everywhere. */
  model?: string | undefined;
};

export const turnRequest = z.strictObject({
  sessionId,
  turnId: z.string().min(1).max(200).optional(),
  input: z.string().refine((text) => text.trim() !== "", "empty"),
  model: model.optional(),
}) satisfies z.ZodType<unknown, TurnRequest>;

/** Throws a validation error that names what is wrong. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: z.input<Schema>,
): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw invalid(place ? `${place}: ${issue?.message}` : (issue?.message ?? "not a request"));
}
