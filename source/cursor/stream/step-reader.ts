/** What the lines of one step mean, whichever way Cursor is driven. */
import { oneLine } from "../../base/text/safe-text.js";
import { AssistantText } from "./assistant-text.js";
import { type ConnectionChange, Interruptions } from "./connection.js";
import type { CursorStreamEvent } from "./events.js";
import { PlainLines } from "./plain-lines.js";
import type { StreamItem } from "./stream-reader.js";

/** What happens in a step while it runs. */
export type StepEvent =
  /** The chat that answers is known, or is another one from now on. */
  | { type: "step-started"; chatId: string; model?: string; apiKeySource?: string }
  | { type: "thinking"; delta: string }
  | { type: "thinking-completed" }
  /** Text of the answer that is new. */
  | { type: "text"; delta: string }
  /** One pair an interruption; one that is still open when the step ends has no second part. */
  | ({ type: "connection" } & ConnectionChange)
  | { type: "warning"; message: string; code?: string; advice?: string };

/** How many plain lines a step warns of; one more warning counts the rest. */
const maxLineWarnings = 20;

export class StepReader {
  /** The answer so far. */
  readonly text = new AssistantText();
  readonly #lines = new PlainLines();
  readonly #interruptions = new Interruptions();
  readonly #unknown: Map<string, number>;
  #chatId: string | undefined;
  #hasBegun = false;
  #isThinking = false;
  /** Plain lines that were warned of, or were too many for that. */
  #warned = 0;

  /** `unknown`: how often each unknown kind of event came before, by `type` or `type/subtype`; counted on. */
  constructor(unknown: Map<string, number>) {
    this.#unknown = unknown;
  }

  /** Whether the CLI got as far as `system/init`. Nothing has acted before it. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The chat that answers, once it is known. */
  get chatId(): string | undefined {
    return this.#chatId;
  }

  /** The newest lines that were no JSON. */
  get lines(): readonly string[] {
    return this.#lines.all;
  }

  /** Reads the next item. */
  push(item: StreamItem): StepEvent[] {
    if (item.kind === "text") {
      return this.#lines.add(item.text).flatMap((line) => this.#warn(line));
    }
    const events = this.#releaseLines();
    if (item.kind === "unknown") {
      events.push(...this.#countUnknown(item));
      return events;
    }
    if (item.event.type === "result") {
      events.push(...this.#countLines());
    }
    this.#read(item.event, events);
    return events;
  }

  /** The plain lines that were held, as warnings, and how many more there were: the step has succeeded. */
  releaseLines(): StepEvent[] {
    return [...this.#releaseLines(), ...this.#countLines()];
  }

  #releaseLines(): StepEvent[] {
    return this.#lines.release().flatMap((line) => this.#warn(line));
  }

  #warn(line: string): StepEvent[] {
    this.#warned += 1;
    return this.#warned > maxLineWarnings ? [] : [lineWarning(oneLine(line))];
  }

  #countLines(): StepEvent[] {
    const more = this.#warned - maxLineWarnings;
    this.#warned = Math.min(this.#warned, maxLineWarnings);
    return more > 0 ? [lineWarning(`Cursor printed ${more} more such lines, which are no events.`)] : [];
  }

  /** Adds to `events`, in which most of the hundred thousands that come leave one. */
  #read(event: CursorStreamEvent, events: StepEvent[]): void {
    this.#followChat(event, events);
    const change = this.#interruptions.push(event);
    const delta = this.text.push(event);
    if (change || delta !== "" || event.type === "tool_call" || event.type === "result") {
      this.#endThought(events);
    }
    if (change) {
      events.push({ type: "connection", ...change });
    }
    if (delta !== "") {
      events.push({ type: "text", delta });
    }
    if (event.type === "thinking") {
      this.#think(event, events);
    }
  }

  #followChat(event: CursorStreamEvent, events: StepEvent[]): void {
    const init = event.type === "system" && event.subtype === "init" ? event : undefined;
    this.#hasBegun ||= init !== undefined;
    const chatId = init?.session_id || this.#chatId || event.session_id;
    if (!chatId || chatId === this.#chatId) {
      return;
    }
    this.#chatId = chatId;
    const { model, apiKeySource } = init ?? {};
    events.push({
      type: "step-started",
      chatId,
      ...(model !== undefined && { model }),
      ...(apiKeySource !== undefined && { apiKeySource }),
    });
  }

  #think(event: Extract<CursorStreamEvent, { type: "thinking" }>, events: StepEvent[]): void {
    if (event.subtype === "completed") {
      this.#endThought(events);
    } else if (event.text !== "") {
      this.#isThinking = true;
      events.push({ type: "thinking", delta: event.text });
    }
  }

  /** Whatever else happens ends a thought that was not ended. */
  #endThought(events: StepEvent[]): void {
    if (this.#isThinking) {
      this.#isThinking = false;
      events.push({ type: "thinking-completed" });
    }
  }

  #countUnknown({ type, subtype }: Extract<StreamItem, { kind: "unknown" }>): StepEvent[] {
    const kind = oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80);
    const count = (this.#unknown.get(kind) ?? 0) + 1;
    this.#unknown.set(kind, count);
    if (count > 1) {
      return [];
    }
    const message = `Cursor sent an event of a kind that copperhead does not know: ${kind}.`;
    return [{ type: "warning", code: "unknown-event", message }];
  }
}

function lineWarning(message: string): StepEvent {
  return { type: "warning", code: "cursor-output", message };
}
