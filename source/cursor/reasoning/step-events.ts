import type { Usage } from "../../base/events.js";
import type { Reply } from "../../protocol/messages.js";
import type { ConnectionChange } from "../stream/interruptions.js";

/** What a reasoning step tells while it runs. */
export type StepEvent =
  | { type: "started"; chatId: string; model?: string; apiKeySource?: string }
  | { type: "thinking"; delta: string }
  | { type: "thinking-completed" }
  /** Only prose that is kept; the deltas join to the reply's prose. */
  | { type: "prose"; delta: string }
  /** One pair an interruption; one that is still open when the step fails has no second part. */
  | ({ type: "connection" } & ConnectionChange)
  /** A planning call, or under the policy `actions` a tool that only reads. */
  | { type: "note"; title: string; detail?: string }
  | { type: "warning"; message: string; code?: string; advice?: string }
  /** A line of stdout as it came, for the native log. */
  | { type: "line"; line: string };

/** A step's reply, read. */
export type StepReply = Reply & {
  chatId: string;
  /** How many messages the chat knows now, the reply itself included; 0 where the chat cannot be gone on with. */
  known: number;
  usage?: Usage;
};
