import type { RuntimeEventBody } from "../../base/events.js";
import type { ToolOutcome } from "../../base/outcomes.js";
import {
  type CallSummary,
  type OutcomeSummary,
  summarizeCall,
  summarizeOutcome,
} from "../stream/call-summary.js";
import type { CursorStreamEvent, ToolCallEvent } from "../stream/events.js";
import { nativeToolOf } from "../stream/native-tool.js";
import type { ItemIds } from "./item-ids.js";

type Call = {
  itemId: string;
  summary: CallSummary;
  /** Milliseconds since the epoch, by the CLI's clock. */
  startedAt: number | undefined;
  modelCall: string | undefined;
  outcome: ToolOutcome | undefined;
};

/**
 * Pairs the events of native calls: each call started once and completed once, whatever is missing, repeated or out of
 * order.
 */
export class CallTracker {
  readonly #ids: ItemIds;
  /** By the CLI's `call_id`, the latest use of each; all of them in order of their start. */
  readonly #latest = new Map<string, Call>();
  readonly #calls: Call[] = [];
  /** The folder that the CLI works in. */
  #workspace: string | undefined;

  constructor(ids: ItemIds) {
    this.#ids = ids;
  }

  push(event: CursorStreamEvent): RuntimeEventBody[] {
    if (event.type === "system" && event.subtype === "init") {
      this.#workspace ??= event.cwd;
    }
    if (event.type !== "tool_call") {
      return [];
    }
    return event.subtype === "started" ? this.#start(event) : this.#complete(event);
  }

  /** Completes what is still open as interrupted. */
  end(): RuntimeEventBody[] {
    const open = this.#calls.filter((call) => call.outcome === undefined);
    return open.map((call) => completed(call, { outcome: "interrupted" }));
  }

  /** Whether there were calls and Cursor ran none of them. */
  get allRejected(): boolean {
    return this.#calls.length > 0 && this.#calls.every((call) => call.outcome === "rejected");
  }

  #start(event: ToolCallEvent): RuntimeEventBody[] {
    const known = this.#latest.get(event.call_id);
    // An id that comes again with another call of the model is another use; anything else is a repetition.
    if (known && (known.outcome === undefined || known.modelCall === event.model_call_id)) {
      return [];
    }
    return [started(this.#open(event))];
  }

  #complete(event: ToolCallEvent): RuntimeEventBody[] {
    const known = this.#latest.get(event.call_id);
    if (known?.outcome !== undefined) {
      return [];
    }
    const call = known ?? this.#open(event);
    const tool = nativeToolOf(event);
    const ending = summarizeOutcome(tool, call.summary.detail ?? summarizeCall(tool, this.#workspace).detail);
    const endedAt = event.tool_call.completedAtMs ?? event.timestamp_ms;
    return [...(known ? [] : [started(call)]), completed(call, ending, endedAt)];
  }

  #open(event: ToolCallEvent): Call {
    const call: Call = {
      itemId: this.#ids.call(event.call_id),
      summary: summarizeCall(nativeToolOf(event), this.#workspace),
      startedAt: event.tool_call.startedAtMs ?? event.timestamp_ms,
      outcome: undefined,
      modelCall: event.model_call_id,
    };
    this.#latest.set(event.call_id, call);
    this.#calls.push(call);
    return call;
  }
}

function started({ itemId, summary }: Call): RuntimeEventBody {
  return { type: "tool.started", itemId, ...summary, origin: "cursor" };
}

/** Ends the call; `endedAt` in milliseconds since the epoch. */
function completed(call: Call, ending: OutcomeSummary, endedAt?: number): RuntimeEventBody {
  call.outcome = ending.outcome;
  const { itemId, summary, startedAt } = call;
  const durationMs = durationOf(startedAt, endedAt);
  return {
    type: "tool.completed",
    itemId,
    ...summary,
    origin: "cursor",
    ...ending,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** Milliseconds between two times, where both are known. */
export function durationOf(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}
