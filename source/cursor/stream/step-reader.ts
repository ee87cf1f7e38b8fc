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

type Emit = (event: StepEvent) => void;

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

  /** Reads the next item, and emits what it means: an array for each of hundreds of thousands would cost more. */
  push(item: StreamItem, emit: Emit): void {
    if (item.kind === "text") {
      this.#warn(this.#lines.add(item.text), emit);
      return;
    }
    this.#warn(this.#lines.release(), emit);
    if (item.kind === "unknown") {
      this.#countUnknown(item, emit);
      return;
    }
    if (item.event.type === "result") {
      this.#countLines(emit);
    }
    this.#read(item.event, emit);
  }

  /** The plain lines that were held, as warnings, and how many more there were: the step has succeeded. */
  releaseLines(emit: Emit): void {
    this.#warn(this.#lines.release(), emit);
    this.#countLines(emit);
  }

  #warn(lines: readonly string[], emit: Emit): void {
    for (const line of lines) {
      this.#warned += 1;
      if (this.#warned <= maxLineWarnings) {
        emit(lineWarning(oneLine(line)));
      }
    }
  }

  #countLines(emit: Emit): void {
    const more = this.#warned - maxLineWarnings;
    this.#warned = Math.min(this.#warned, maxLineWarnings);
    if (more > 0) {
      emit(lineWarning(`Cursor printed ${more} more such lines, which are no events.`));
    }
  }

  #read(event: CursorStreamEvent, emit: Emit): void {
    this.#followChat(event, emit);
    const change = this.#interruptions.push(event);
    const delta = this.text.push(event);
    if (change || delta !== "" || event.type === "tool_call" || event.type === "result") {
      this.#endThought(emit);
    }
    if (change) {
      emit({ type: "connection", ...change });
    }
    if (delta !== "") {
      emit({ type: "text", delta });
    }
    if (event.type === "thinking") {
      this.#think(event, emit);
    }
  }

  #followChat(event: CursorStreamEvent, emit: Emit): void {
    const init = event.type === "system" && event.subtype === "init" ? event : undefined;
    this.#hasBegun ||= init !== undefined;
    const chatId = init?.session_id || this.#chatId || event.session_id;
    if (!chatId || chatId === this.#chatId) {
      return;
    }
    this.#chatId = chatId;
    const { model, apiKeySource } = init ?? {};
    emit({
      type: "step-started",
      chatId,
      ...(model !== undefined && { model }),
      ...(apiKeySource !== undefined && { apiKeySource }),
    });
  }

  #think(event: Extract<CursorStreamEvent, { type: "thinking" }>, emit: Emit): void {
    if (event.subtype === "completed") {
      this.#endThought(emit);
    } else if (event.text !== "") {
      this.#isThinking = true;
      emit({ type: "thinking", delta: event.text });
    }
  }

  /** Whatever else happens ends a thought that was not ended. */
  #endThought(emit: Emit): void {
    if (this.#isThinking) {
      this.#isThinking = false;
      emit({ type: "thinking-completed" });
    }
  }

  #countUnknown({ type, subtype }: Extract<StreamItem, { kind: "unknown" }>, emit: Emit): void {
    const kind = oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80);
    const count = (this.#unknown.get(kind) ?? 0) + 1;
    this.#unknown.set(kind, count);
    if (count === 1) {
      const message = `Cursor sent an event of a kind that copperhead does not know: ${kind}.`;
      emit({ type: "warning", code: "unknown-event", message });
    }
  }
}

function lineWarning(message: string): StepEvent {
  return { type: "warning", code: "cursor-output", message };
}
