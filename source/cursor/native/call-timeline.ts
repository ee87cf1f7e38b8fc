import type { RuntimeEventBody, ToolOutcome } from "../../base/events.js";
import {
  type CallSummary,
  type OutcomeSummary,
  summarizeCall,
  summarizeOutcome,
} from "../stream/call-summary.js";
import type { CursorStreamEvent, ToolCallEvent } from "../stream/events.js";
import { type ConnectionChange, Interruptions } from "../stream/interruptions.js";
import { nativeToolOf } from "../stream/native-tool.js";
import type { ItemIds } from "./item-ids.js";

/** An event of a turn, before the turn puts its own ids on it. */
export type TurnEvent<Body = RuntimeEventBody> = Body extends unknown
  ? Omit<Body, "threadId" | "turnId">
  : never;

type Pair = {
  itemId: string;
  summary: CallSummary;
  /** Milliseconds since the epoch, by the CLI's clock. */
  startedAt: number | undefined;
  outcome: ToolOutcome | undefined;
};

type OpenCall = Pair & { modelCall: string | undefined };

const retry: CallSummary = { toolKind: "other", title: "Connection retry" };

function started({ itemId, summary }: Pair): TurnEvent {
  return { type: "tool.started", itemId, ...summary, origin: "cursor" };
}

/** Ends the pair; `endedAt` in milliseconds since the epoch. */
function completed(pair: Pair, ending: OutcomeSummary, endedAt?: number): TurnEvent {
  pair.outcome = ending.outcome;
  const { itemId, summary, startedAt } = pair;
  const durationMs = startedAt === undefined || endedAt === undefined ? -1 : endedAt - startedAt;
  return {
    type: "tool.completed",
    itemId,
    ...summary,
    origin: "cursor",
    ...ending,
    ...(durationMs >= 0 && { durationMs }),
  };
}

/**
 * Pairs what the stream tells of native calls and of the connection: each started once and completed once, whatever
 * is missing, repeated or out of order.
 */
export class CallTimeline {
  readonly #ids: ItemIds;
  /** By the CLI's `call_id`, the latest use of each; all of them in order of their start. */
  readonly #latest = new Map<string, OpenCall>();
  readonly #calls: OpenCall[] = [];
  readonly #interruptions = new Interruptions();
  #interruption: Pair | undefined;

  constructor(ids: ItemIds) {
    this.#ids = ids;
  }

  /** `workspace` is the folder that the CLI works in, where it is known. */
  push(event: CursorStreamEvent, workspace: string | undefined): TurnEvent[] {
    const change = this.#interruptions.push(event);
    const connection = change ? this.#connection(change, event.timestamp_ms) : [];
    if (event.type !== "tool_call") {
      return connection;
    }
    const call =
      event.subtype === "started" ? this.#start(event, workspace) : this.#complete(event, workspace);
    return [...connection, ...call];
  }

  /** Completes what is still open as interrupted. */
  end(): TurnEvent[] {
    const open: Pair[] = this.#calls.filter((call) => call.outcome === undefined);
    if (this.#interruption) {
      open.push(this.#interruption);
    }
    this.#interruption = undefined;
    return open.map((pair) => completed(pair, { outcome: "interrupted", ...detailOf(pair) }));
  }

  /** Whether there were calls and Cursor ran none of them. */
  get allRejected(): boolean {
    return this.#calls.length > 0 && this.#calls.every((call) => call.outcome === "rejected");
  }

  #start(event: ToolCallEvent, workspace: string | undefined): TurnEvent[] {
    const known = this.#latest.get(event.call_id);
    // An id that comes again with another call of the model is another use; anything else is told twice.
    if (known && (known.outcome === undefined || known.modelCall === event.model_call_id)) {
      return [];
    }
    return [started(this.#open(event, workspace))];
  }

  #complete(event: ToolCallEvent, workspace: string | undefined): TurnEvent[] {
    const known = this.#latest.get(event.call_id);
    if (known?.outcome !== undefined) {
      return [];
    }
    const call = known ?? this.#open(event, workspace);
    const tool = nativeToolOf(event);
    const ending = summarizeOutcome(tool, call.summary.detail ?? summarizeCall(tool, workspace).detail);
    const endedAt = event.tool_call.completedAtMs ?? event.timestamp_ms;
    return [...(known ? [] : [started(call)]), completed(call, ending, endedAt)];
  }

  #open(event: ToolCallEvent, workspace: string | undefined): OpenCall {
    const call: OpenCall = {
      itemId: this.#ids.call(event.call_id),
      summary: summarizeCall(nativeToolOf(event), workspace),
      startedAt: event.tool_call.startedAtMs ?? event.timestamp_ms,
      outcome: undefined,
      modelCall: event.model_call_id,
    };
    this.#latest.set(event.call_id, call);
    this.#calls.push(call);
    return call;
  }

  #connection(change: ConnectionChange, at: number | undefined): TurnEvent[] {
    const pair = this.#interruption;
    if (change.state === "restored") {
      this.#interruption = undefined;
      return pair ? [completed(pair, { outcome: "success", ...detailOf(pair) }, at)] : [];
    }
    const { attempt } = change;
    const summary = { ...retry, ...(attempt !== undefined && { detail: `attempt ${attempt}` }) };
    this.#interruption = { itemId: this.#ids.interruption(), summary, startedAt: at, outcome: undefined };
    return [started(this.#interruption)];
  }
}

function detailOf({ summary: { detail } }: Pair) {
  return detail === undefined ? {} : { detail };
}
