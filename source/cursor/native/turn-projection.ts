import type { RuntimeEventBody } from "../../base/events.js";
import { type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import type { TurnStatus, Usage } from "../../base/outcomes.js";
import { errorEvent } from "../../base/stamp.js";
import { oneLine } from "../../base/text/safe-text.js";
import { summarizeCall } from "../stream/call-summary.js";
import { classifyResult } from "../stream/classify-failure.js";
import { type ConnectionRetry, retryCompleted, retryStarted } from "../stream/connection.js";
import { isSuccess, type ResultEvent, usageOf } from "../stream/events.js";
import { nativeToolOf } from "../stream/native-tool.js";
import { type StepEvent, StepReader } from "../stream/step-reader.js";
import type { StreamItem } from "../stream/stream-reader.js";
import { CallTracker, durationOf } from "./call-tracker.js";
import { ItemIds } from "./item-ids.js";

type Emit = (event: RuntimeEventBody) => void;

export type ProjectedTurn = {
  turnId: string;
  /** The chat that had its `thread.started`. */
  announced?: string | undefined;
  /** The chat that is resumed; that another one answers is worth a warning. */
  expected?: string | undefined;
  /** How often each unknown kind of event came before; counted on. */
  unknown?: Map<string, number>;
};

/** How a turn ended. */
export type TurnEnding = { status: TurnStatus; exitCode: ExitCode; failure?: Failure };

/** How a turn ended, and what came of it. */
export type TurnOutcome = TurnEnding & {
  usage?: Usage;
  /** The last segment of the answer, without the text between calls. */
  answer: string;
};

const allRejected: RuntimeEventBody = {
  type: "runtime.warning",
  code: "all-rejected",
  message: "Every tool call of this turn was rejected: nothing was done, and the answer may be invented.",
  advice: "--approval never lets Cursor run its tools without asking.",
};

const chatReplaced: RuntimeEventBody = {
  type: "runtime.warning",
  code: "chat-replaced",
  message: "Cursor answers in a new chat: it does not remember the earlier turns.",
};

/**
 * Projects the items of one native turn on canonical events. Total: whatever comes, in whatever order, makes a timeline
 * in which all that starts also ends. Pure but for its own state: no clock, no randomness.
 */
export class TurnProjection {
  readonly #announced: string | undefined;
  readonly #expected: string | undefined;
  readonly #ids: ItemIds;
  readonly #calls: CallTracker;
  readonly #step: StepReader;
  #answering: string | undefined;
  /** Items that have started and not ended. */
  #thought: string | undefined;
  #answer: string | undefined;
  #retry: (ConnectionRetry & { at: number | undefined }) | undefined;
  #result: TurnOutcome | undefined;
  #isOver = false;

  constructor({ turnId, announced, expected, unknown = new Map() }: ProjectedTurn) {
    this.#announced = announced;
    this.#expected = expected;
    this.#ids = new ItemIds(turnId);
    this.#calls = new CallTracker(this.#ids);
    this.#step = new StepReader(unknown);
  }

  /** The chat that answers; until it does, the one that is expected to. */
  get threadId(): string | undefined {
    return this.#answering ?? this.#expected ?? this.#announced;
  }

  /** Whether the result has come: nothing that follows belongs to this turn. */
  get hasResult(): boolean {
    return this.#result !== undefined;
  }

  get hasBegun(): boolean {
    return this.#step.hasBegun;
  }

  get lines(): readonly string[] {
    return this.#step.lines;
  }

  /** Reads the next item, and emits what it means. What comes after the result is dropped. */
  push(item: StreamItem, emit: Emit): void {
    if (this.#result) {
      if (!this.#isOver) {
        lateCall(item).forEach(emit);
      }
      return;
    }
    const event = item.kind === "event" ? item.event : undefined;
    this.#step.push(item, (happened) => this.#project(happened, emit, event?.timestamp_ms));
    if (event) {
      this.#calls.push(event).forEach(emit);
    }
    if (event?.type === "result") {
      this.#settle(event).forEach(emit);
    }
  }

  /** Ends what is open. The result has the last word on how the turn ended; without one, it is `ending`. */
  end(ending: TurnEnding): { events: RuntimeEventBody[]; outcome: TurnOutcome } {
    this.#isOver = true;
    const outcome = this.#result ?? { ...ending, answer: this.#step.text.segments.at(-1) ?? "" };
    const warnings: RuntimeEventBody[] = [];
    if (!outcome.failure) {
      this.#step.releaseLines((line) => this.#project(line, (warning) => warnings.push(warning)));
    }
    const events = [
      ...this.#endThought(),
      ...this.#endAnswer(this.#step.text.text),
      ...this.#calls.end(),
      ...this.#endRetry("interrupted"),
      ...warnings,
      ...(outcome.status === "completed" && this.#calls.allRejected ? [allRejected] : []),
    ];
    return { events, outcome };
  }

  #project(event: StepEvent, emit: Emit, at?: number): void {
    switch (event.type) {
      case "step-started":
        this.#startThread(event).forEach(emit);
        return;
      case "thinking":
        this.#thought ??= this.#ids.thought();
        emit({ type: "thinking.delta", itemId: this.#thought, delta: event.delta });
        return;
      case "thinking-completed":
        this.#endThought().forEach(emit);
        return;
      case "text":
        this.#answer ??= this.#ids.answer();
        emit({ type: "message.delta", itemId: this.#answer, delta: event.delta });
        return;
      case "connection":
        if (event.state === "restored") {
          this.#endRetry("success", at).forEach(emit);
          return;
        }
        this.#retry = { itemId: this.#ids.interruption(), attempt: event.attempt, at };
        emit(retryStarted(this.#retry));
        return;
      case "warning": {
        const { type: _, ...notice } = event;
        emit({ type: "runtime.warning", ...notice });
      }
    }
  }

  #startThread({ chatId, ...event }: Extract<StepEvent, { type: "step-started" }>): RuntimeEventBody[] {
    const isNew = chatId !== (this.#answering ?? this.#announced);
    const replaces = chatId !== (this.#answering ?? this.#expected ?? chatId);
    this.#answering = chatId;
    return [
      ...(isNew ? [{ ...event, type: "thread.started" as const, threadId: chatId }] : []),
      ...(isNew && replaces ? [chatReplaced] : []),
    ];
  }

  #endThought(): RuntimeEventBody[] {
    const itemId = this.#thought;
    this.#thought = undefined;
    return itemId === undefined ? [] : [{ type: "thinking.completed", itemId }];
  }

  #growAnswer(delta: string): RuntimeEventBody[] {
    if (delta === "") {
      return [];
    }
    this.#answer ??= this.#ids.answer();
    return [{ type: "message.delta", itemId: this.#answer, delta }];
  }

  #endAnswer(text: string): RuntimeEventBody[] {
    const itemId = this.#answer;
    this.#answer = undefined;
    return itemId === undefined ? [] : [{ type: "message.completed", itemId, text }];
  }

  #endRetry(outcome: "success" | "interrupted", at?: number): RuntimeEventBody[] {
    const retry = this.#retry;
    this.#retry = undefined;
    return retry ? [retryCompleted(retry, outcome, durationOf(retry.at, at))] : [];
  }

  /** The result has the last word: where its text differs from the stream, it is an answer of its own. */
  #settle(event: ResultEvent): RuntimeEventBody[] {
    const succeeded = isSuccess(event);
    const streamed = this.#step.text.text;
    const settled = this.#step.text.settle(succeeded ? event.result : undefined);
    const { warning: message, replaced, text, rest } = settled;
    const usage = usageOf(event);
    const failure = classifyResult(event, settled.segments.at(-1) ?? "", this.lines);
    const ending = failure
      ? failedEnding(failure)
      : ({ status: "completed", exitCode: exitCodes.done } as const);
    this.#result = { ...ending, answer: settled.segments.at(-1) ?? "", ...(usage && { usage }) };
    return [
      ...(message === undefined || !succeeded
        ? []
        : [{ type: "runtime.warning" as const, code: "answer-repeated-differently", message }]),
      ...(replaced ? this.#endAnswer(streamed) : []),
      ...this.#growAnswer(replaced ? text : rest),
      ...this.#endAnswer(text),
      ...(usage ? [{ type: "usage.updated" as const, ...usage }] : []),
    ];
  }
}

export function failedEnding(failure: Failure): TurnEnding {
  return { status: "failed", exitCode: failure.exitCode, failure };
}

/** The last events of a turn. */
export function endingEvents({ status, exitCode, failure }: TurnEnding): RuntimeEventBody[] {
  return [
    ...(failure ? [errorEvent(failure)] : []),
    { type: "turn.completed", status, exitCode, ...(failure && { errorMessage: failure.message }) },
  ];
}

/** A call that Cursor began although its turn had its result: it acts, and nobody waits for it. */
function lateCall(item: StreamItem): RuntimeEventBody[] {
  if (item.kind !== "event" || item.event.type !== "tool_call" || item.event.subtype !== "started") {
    return [];
  }
  const { title, detail = "" } = summarizeCall(nativeToolOf(item.event), undefined);
  const message = `Cursor began a call after its result: ${oneLine(`${title} ${detail}`)}`;
  return [{ type: "runtime.warning", code: "after-result", message }];
}
