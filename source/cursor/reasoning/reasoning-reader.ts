import { CopperheadError } from "../../base/failure.js";
import type { Usage } from "../../base/outcomes.js";
import type { Reply } from "../../protocol/messages.js";
import { ReplyReader } from "../../protocol/reply-reader.js";
import { classifyResult } from "../stream/classify-failure.js";
import { type CursorStreamEvent, isSuccess, type ResultEvent, usageOf } from "../stream/events.js";
import { otherChat, tripped } from "../stream/failures.js";
import { type StepEvent, StepReader } from "../stream/step-reader.js";
import type { StreamItem } from "../stream/stream-reader.js";
import { ReplyText } from "./reply-text.js";
import { judge, type Note, type TripwirePolicy } from "./tripwire.js";

/** What happens in a reasoning step while it runs. */
export type ReasoningEvent =
  | Exclude<StepEvent, { type: "text" }>
  /** Only prose that is kept; the deltas join to the reply's prose. */
  | { type: "prose"; delta: string }
  /** A planning call, or under the policy `actions` a tool that only reads. */
  | ({ type: "note" } & Note);

/** A reply, and whether the chat that it came from can go on: the one chat of the whole step. */
export type ChatReply = Reply & { chatId: string; sameChat: boolean; usage?: Usage };

export type ReasoningReaderOptions = {
  toolNames: readonly string[];
  tripwire: TripwirePolicy;
  /** The chat that must answer; any where none is resumed. */
  resume: string | undefined;
  /** How often each unknown kind of event came before, over the provider's life; counted on. */
  unknown: Map<string, number>;
  emit(event: ReasoningEvent): void;
};

/** Reads the items of one reasoning step: emits what happens, watches the tripwire, makes the reply. */
export class ReasoningReader {
  readonly #options: ReasoningReaderOptions;
  readonly #step: StepReader;
  readonly #text = new ReplyText();
  readonly #noted = new Set<string>();
  #reader: ReplyReader;
  /** The whole reply, calls included. */
  #reply = "";
  #otherChat = false;
  #hasResult = false;

  constructor(options: ReasoningReaderOptions) {
    this.#options = options;
    this.#step = new StepReader(options.unknown);
    this.#reader = new ReplyReader(options.toolNames);
  }

  get hasBegun(): boolean {
    return this.#step.hasBegun;
  }

  get lines(): readonly string[] {
    return this.#step.lines;
  }

  /**
   * Reads the next item; what follows the result is only watched by the tripwire. Throws `tripwire`, and `chat-other`
   * when another chat than the resumed one answers.
   */
  push(item: StreamItem): void {
    const { emit, tripwire } = this.#options;
    const verdict = judge(item, tripwire);
    if (verdict.verdict === "trip") {
      throw tripped(verdict.tool, tripwire);
    }
    if (this.#hasResult) {
      return;
    }
    const event = item.kind === "event" ? item.event : undefined;
    this.#hasResult = event?.type === "result";
    if (event) {
      this.#checkChat(event);
    }
    const { ended } = this.#step.text;
    const happened: StepEvent[] = [];
    this.#step.push(item, (each) => happened.push(each));
    // An event that ends a segment has no text of that segment.
    if (this.#step.text.ended > ended) {
      this.#grow(this.#text.endSegment());
    }
    for (const each of happened) {
      if (each.type === "text") {
        this.#grow(this.#text.addText(each.delta));
      } else {
        emit(each);
      }
    }
    if (event && verdict.verdict === "note") {
      this.#note(event, verdict);
    }
    if (event?.type === "tool_call") {
      this.#grow(this.#text.addPlan(event));
    }
  }

  /** Makes the reply once the step has its result. Throws a CopperheadError where the result is a failure. */
  end(result: ResultEvent): ChatReply {
    const { emit, toolNames } = this.#options;
    const settled = this.#step.text.settle(isSuccess(result) ? result.result : undefined);
    const shown = this.#reader.prose;
    const { text, replaced } = this.#text.settle(settled);
    if (replaced) {
      this.#reader = new ReplyReader(toolNames);
      this.#reply = "";
    }
    this.#reader.push(text);
    this.#reply += text;
    const failure = classifyResult(result, this.#reply, this.lines);
    if (failure) {
      throw new CopperheadError(failure);
    }
    if (settled.warning !== undefined) {
      emit({ type: "warning", code: "answer-repeated-differently", message: settled.warning });
    }
    const read = this.#reader.end();
    const { prose } = this.#reader;
    // Prose that was emitted cannot be taken back where the whole reply turned out otherwise.
    if (prose.startsWith(shown) && prose !== shown) {
      emit({ type: "prose", delta: prose.slice(shown.length) });
    }
    const usage = usageOf(result);
    const { chatId = "" } = this.#step;
    return { ...read, chatId, sameChat: !this.#otherChat, ...(usage && { usage }) };
  }

  #grow(text: string): void {
    this.#reply += text;
    const delta = this.#reader.push(text);
    if (delta !== "") {
      this.#options.emit({ type: "prose", delta });
    }
  }

  /** One note a call, however many events it has. */
  #note(event: CursorStreamEvent, { title, detail }: Note): void {
    if (event.type === "interaction_query" && event.subtype === "response") {
      return;
    }
    if (event.type === "tool_call") {
      if (this.#noted.has(event.call_id)) {
        return;
      }
      this.#noted.add(event.call_id);
    }
    this.#options.emit({ type: "note", title, ...(detail === undefined ? {} : { detail }) });
  }

  #checkChat({ session_id: chatId }: CursorStreamEvent): void {
    if (!chatId) {
      return;
    }
    const { resume } = this.#options;
    if (resume !== undefined && chatId !== resume) {
      throw otherChat();
    }
    this.#otherChat ||= this.#step.chatId !== undefined && chatId !== this.#step.chatId;
  }
}
