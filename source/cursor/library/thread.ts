/** What became of a session, turn by turn, as its canonical events tell it. */
import * as z from "zod";
import { type RuntimeEvent, toolKind, toolOutcome, turnStatus, usage } from "../../base/events.js";

const item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), itemId: z.string(), text: z.string() }),
  z.object({ type: z.literal("thinking"), itemId: z.string(), text: z.string() }),
  z.object({
    type: z.literal("tool"),
    itemId: z.string(),
    toolKind,
    title: z.string(),
    detail: z.string().exactOptional(),
    /** Absent while the call runs. */
    outcome: toolOutcome.exactOptional(),
    diff: z.string().exactOptional(),
    durationMs: z.number().exactOptional(),
  }),
  z.object({
    type: z.literal("notice"),
    level: z.enum(["warning", "error"]),
    message: z.string(),
    code: z.string().exactOptional(),
    advice: z.string().exactOptional(),
  }),
]);
export type ThreadItem = z.infer<typeof item>;

/** One turn: what was asked, and what came of it in order. */
export const threadTurn = z.object({
  turnId: z.string(),
  input: z.string(),
  status: z.union([turnStatus, z.literal("running")]),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().exactOptional(),
  errorMessage: z.string().exactOptional(),
  /** What was said last, when the turn was over. */
  answer: z.string().exactOptional(),
  usage: usage.exactOptional(),
  items: z.array(item),
});
export type ThreadTurn = z.infer<typeof threadTurn>;

/** `threadId` is Cursor's chat. */
export type ThreadSnapshot = { sessionId: string; threadId: string; turns: ThreadTurn[] };

/** Gathers the events of a turn into its record. */
export class TurnRecord {
  readonly #turn: ThreadTurn;
  /** Texts are joined once, when somebody looks: a long answer comes in thousands of pieces. */
  readonly #pieces = new Map<string, string[]>();

  constructor({ turnId, input, startedAt }: Pick<ThreadTurn, "turnId" | "input" | "startedAt">) {
    this.#turn = { turnId, input, status: "running", startedAt, items: [] };
  }

  add(event: RuntimeEvent): void {
    const turn = this.#turn;
    switch (event.type) {
      case "message.delta":
        this.#say("message", event.itemId ?? "", event.delta);
        break;
      case "thinking.delta":
        this.#say("thinking", event.itemId ?? "", event.delta);
        break;
      case "tool.started":
      case "tool.completed":
        this.#keepTool(event);
        break;
      case "runtime.warning":
      case "runtime.error": {
        const { message, code, advice } = event;
        const level = event.type === "runtime.error" ? "error" : "warning";
        turn.items.push({
          type: "notice",
          level,
          message,
          ...(code !== undefined && { code }),
          ...(advice !== undefined && { advice }),
        });
        break;
      }
      case "usage.updated":
        turn.usage = usage.parse(event);
        break;
      case "turn.completed":
        turn.status = event.status;
        turn.completedAt = event.createdAt;
        if (event.errorMessage !== undefined) {
          turn.errorMessage = event.errorMessage;
        }
        break;
    }
  }

  /** A copy that does not change any more. */
  snapshot(): ThreadTurn {
    const items = this.#turn.items.map((each) => {
      return each.type === "message" || each.type === "thinking"
        ? { ...each, text: (this.#pieces.get(each.itemId) ?? []).join("") }
        : each;
    });
    return structuredClone({ ...this.#turn, items });
  }

  #say(type: "message" | "thinking", itemId: string, delta: string): void {
    const pieces = this.#pieces.get(itemId);
    if (pieces) {
      pieces.push(delta);
      return;
    }
    this.#pieces.set(itemId, [delta]);
    this.#turn.items.push({ type, itemId, text: "" });
  }

  #keepTool(event: Extract<RuntimeEvent, { type: "tool.started" | "tool.completed" }>): void {
    const { items } = this.#turn;
    const itemId = event.itemId ?? "";
    const ending = event.type === "tool.completed" ? event : undefined;
    const { toolKind, title, detail } = event;
    const tool: ThreadItem = {
      type: "tool",
      itemId,
      toolKind,
      title,
      ...(detail !== undefined && { detail }),
      ...(ending && { outcome: ending.outcome }),
      ...(ending?.diff !== undefined && { diff: ending.diff }),
      ...(ending?.durationMs !== undefined && { durationMs: ending.durationMs }),
    };
    const at = items.findIndex((each) => each.type === "tool" && each.itemId === itemId);
    if (at === -1) {
      items.push(tool);
    } else {
      items[at] = tool;
    }
  }
}
