/** What came of a session, turn by turn, made from its canonical events. */
import * as z from "zod";
import type { RuntimeEvent } from "../../base/events.js";
import { toolKind, toolOutcome, turnStatus, usage } from "../../base/outcomes.js";

const tool = z.object({
  type: z.literal("tool"),
  itemId: z.string(),
  toolKind,
  title: z.string(),
  detail: z.string().exactOptional(),
  /** Absent while the call runs. */
  outcome: toolOutcome.exactOptional(),
  diff: z.string().exactOptional(),
  durationMs: z.number().exactOptional(),
});

const notice = z.object({
  type: z.literal("notice"),
  level: z.enum(["warning", "error"]),
  message: z.string(),
  code: z.string().exactOptional(),
  advice: z.string().exactOptional(),
});

const item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), itemId: z.string(), text: z.string() }),
  z.object({ type: z.literal("thinking"), itemId: z.string(), text: z.string() }),
  tool,
  notice,
]);
export type ThreadItem = z.infer<typeof item>;

/** One turn: its request, and what came of it in order. */
export const threadTurn = z.object({
  turnId: z.string(),
  input: z.string(),
  status: z.union([turnStatus, z.literal("running")]),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().exactOptional(),
  errorMessage: z.string().exactOptional(),
  /** The last segment of the answer, when the turn is over. */
  answer: z.string().exactOptional(),
  usage: usage.exactOptional(),
  items: z.array(item),
});
export type ThreadTurn = z.infer<typeof threadTurn>;

/** `threadId` is Cursor's chat. */
export type ThreadSnapshot = { sessionId: string; threadId: string; turns: ThreadTurn[] };

/** Collects the events of a turn into its record. */
export class TurnRecord {
  readonly #turn: ThreadTurn;
  /** Texts are joined only for a snapshot: a long answer comes in thousands of pieces. */
  readonly #pieces = new Map<string, string[]>();

  constructor({ turnId, input, startedAt }: Pick<ThreadTurn, "turnId" | "input" | "startedAt">) {
    this.#turn = { turnId, input, status: "running", startedAt, items: [] };
  }

  add(event: RuntimeEvent): void {
    const turn = this.#turn;
    switch (event.type) {
      case "message.delta":
        this.#grow("message", event.itemId ?? "", event.delta);
        break;
      case "thinking.delta":
        this.#grow("thinking", event.itemId ?? "", event.delta);
        break;
      case "tool.started":
        turn.items.push(tool.parse({ ...event, type: "tool" }));
        break;
      case "tool.completed": {
        const at = turn.items.findIndex((each) => "itemId" in each && each.itemId === event.itemId);
        turn.items[at < 0 ? turn.items.length : at] = tool.parse({ ...event, type: "tool" });
        break;
      }
      case "runtime.warning":
        turn.items.push(notice.parse({ ...event, type: "notice", level: "warning" }));
        break;
      case "runtime.error":
        turn.items.push(notice.parse({ ...event, type: "notice", level: "error" }));
        break;
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

  #grow(type: "message" | "thinking", itemId: string, delta: string): void {
    const pieces = this.#pieces.get(itemId);
    if (pieces) {
      pieces.push(delta);
      return;
    }
    this.#pieces.set(itemId, [delta]);
    this.#turn.items.push({ type, itemId, text: "" });
  }
}
