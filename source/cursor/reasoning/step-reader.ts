import type { Usage } from "../../base/events.js";
import { CopperheadError } from "../../base/failure.js";
import { oneLine } from "../../base/safe-text.js";
import type { Reply } from "../../protocol/messages.js";
import { ReplyReader } from "../../protocol/reply.js";
import { type CursorStreamEvent, type ResultEvent, usageOf } from "../stream/events.js";
import { classifyAnswer, classifyErrorResult, tripped } from "../stream/failures.js";
import { Interruptions } from "../stream/interruptions.js";
import type { StreamItem } from "../stream/ndjson.js";
import { ReplyText } from "./reply-text.js";
import type { StepEvent } from "./step-events.js";
import { judge, type Note, type TripwirePolicy } from "./tripwire.js";

/** Lines kept to explain a failure: how many, and how much of each. */
const keptLines = 200;
const keptLineLength = 64 * 1024;

/** The chat that was to be resumed is not the one that answers. */
export class OtherChatError extends Error {
  override name = "OtherChatError";
}

export type StepReaderOptions = {
  toolNames: readonly string[];
  tripwire: TripwirePolicy;
  /** The chat that must answer; any where none is resumed. */
  resume: string | undefined;
  /** How often each unknown kind of event was met, over the provider's life. */
  unknown: Map<string, number>;
  emit(event: StepEvent): void;
};

/** Reads the items of one reasoning step: tells what is worth telling, watches the tripwire, makes the reply. */
export class StepReader {
  /** Whether the CLI got as far as `system/init`. */
  started = false;
  /** Lines that were no JSON, the newest ones. */
  readonly lines: string[] = [];

  readonly #options: StepReaderOptions;
  readonly #text = new ReplyText();
  readonly #interruptions = new Interruptions();
  readonly #noted = new Set<unknown>();
  readonly #chatIds = new Set<string>();
  /** Lines that are a warning if the step goes on, and the failure if it does not. */
  #untold: string[] = [];
  #reader: ReplyReader;
  #said = "";

  constructor(options: StepReaderOptions) {
    this.#options = options;
    this.#reader = new ReplyReader(options.toolNames);
  }

  /**
   * Takes the next item. Throws a CopperheadError when the wire is tripped, and an OtherChatError when another chat
   * than the resumed one answers.
   */
  take(item: StreamItem): void {
    const { emit, tripwire } = this.#options;
    emit({ type: "line", line: item.line });
    const verdict = judge(item, tripwire);
    if (verdict.verdict === "trip") {
      throw tripped(verdict.tool, tripwire);
    }
    if (item.kind === "text") {
      this.#keepLine(item.text);
    } else if (item.kind === "unknown") {
      this.#count(item.type, item.subtype);
    } else {
      this.#checkChat(item.event);
      this.#tellLines();
      if (verdict.verdict === "note") {
        this.#note(item.event, verdict);
      }
      this.#tell(item.event);
    }
  }

  /** Makes the reply once the step has its result. Throws a CopperheadError where the result is a failure. */
  reply(result: ResultEvent): Reply & { chatId: string; sameChat: boolean; usage?: Usage } {
    if (result.is_error) {
      throw new CopperheadError(classifyErrorResult(result.result ?? ""));
    }
    const { emit, toolNames } = this.#options;
    const settled = this.#text.settle(result);
    if (settled.warning !== undefined) {
      emit({ type: "warning", code: "answer-repeated-differently", message: settled.warning });
    }
    const told = this.#reader.prose;
    if ("whole" in settled) {
      this.#reader = new ReplyReader(toolNames);
      this.#said = "";
    }
    const rest = "whole" in settled ? settled.whole : settled.rest;
    this.#reader.push(rest);
    this.#said += rest;
    const failure = classifyAnswer(this.#said, this.lines);
    if (failure) {
      throw new CopperheadError(failure);
    }
    const reply = this.#reader.end();
    const { prose } = this.#reader;
    // Prose that was told cannot be taken back where the whole reply turned out otherwise.
    if (prose.startsWith(told) && prose !== told) {
      emit({ type: "prose", delta: prose.slice(told.length) });
    }
    const usage = usageOf(result);
    const [chatId = ""] = this.#chatIds;
    return { ...reply, chatId, sameChat: this.#chatIds.size === 1, ...(usage ? { usage } : {}) };
  }

  #tell(event: CursorStreamEvent): void {
    const { emit } = this.#options;
    const change = this.#interruptions.push(event);
    if (change) {
      emit({ type: "connection", ...change });
    }
    if (event.type === "system" && event.subtype === "init") {
      this.started = true;
      const { session_id: chatId, model, apiKeySource } = event;
      emit({
        type: "started",
        chatId,
        ...(model ? { model } : {}),
        ...(apiKeySource ? { apiKeySource } : {}),
      });
    }
    if (event.type === "thinking") {
      if (event.subtype === "completed") {
        emit({ type: "thinking-completed" });
      } else if (event.text !== "") {
        emit({ type: "thinking", delta: event.text });
      }
    }
    const text = this.#text.push(event);
    if (text === "") {
      return;
    }
    this.#said += text;
    const delta = this.#reader.push(text);
    if (delta !== "") {
      emit({ type: "prose", delta });
    }
  }

  /** One note a call, however many events tell of it. */
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
    if (chatId === undefined || chatId === "") {
      return;
    }
    const { resume } = this.#options;
    if (resume !== undefined && chatId !== resume) {
      throw new OtherChatError(chatId);
    }
    this.#chatIds.add(chatId);
  }

  #keepLine(text: string): void {
    this.lines.push(text.slice(0, keptLineLength));
    if (this.lines.length > keptLines) {
      this.lines.shift();
    }
    this.#untold.push(oneLine(text));
  }

  #tellLines(): void {
    for (const message of this.#untold) {
      this.#options.emit({ type: "warning", code: "cursor-output", message });
    }
    this.#untold = [];
  }

  #count(type: string, subtype: string | undefined): void {
    const kind = oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80);
    const met = this.#options.unknown.get(kind) ?? 0;
    this.#options.unknown.set(kind, met + 1);
    if (met > 0) {
      return;
    }
    const message = `Cursor sent an event of a kind that copperhead does not know: ${kind}.`;
    this.#options.emit({ type: "warning", code: "unknown-event", message });
  }
}
