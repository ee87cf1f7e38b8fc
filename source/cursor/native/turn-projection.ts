import type { RuntimeEventBody, TurnStatus, Usage } from "../../base/events.js";
import { type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import { oneLine } from "../../base/safe-text.js";
import { type CursorStreamEvent, type ResultEvent, usageOf } from "../stream/events.js";
import { classifyAnswer, classifyErrorResult, classifyExit } from "../stream/failures.js";
import type { StreamItem } from "../stream/ndjson.js";
import { Segments, type SettledAnswer } from "../stream/segments.js";
import { CallTimeline, type TurnEvent } from "./call-timeline.js";
import { ItemIds } from "./item-ids.js";
import { allRejected, chatReplaced, cutShort, errorOf, warningOf } from "./turn-notices.js";

/** How a turn ended, where its result does not tell. */
export type TurnEnding =
  | { how: "exit"; code: number | null; signal: string | null; stderr: string }
  /** All that was recorded has been read. */
  | { how: "end-of-recording" }
  | { how: "interrupted"; exitCode: ExitCode }
  | { how: "failed"; failure: Failure };

export type TurnStart = {
  turnId: string;
  /** The chat whose `thread.started` has been told already. */
  announced?: string | undefined;
  /** The chat that is resumed; that another one answers is worth a warning. */
  expected?: string | undefined;
  /** How often each unknown kind of event was met before, by `type` or `type/subtype`; counted on. */
  unknown?: Map<string, number>;
};

type TurnOutcome = { status: TurnStatus; exitCode: ExitCode; failure?: Failure };

/** Enough lines that are no JSON to tell why a run failed. */
const keptLines = 50;
const keptLineLength = 64 * 1024;

/**
 * Tells one native turn as canonical events, from the items of the CLI's stream. Total: whatever comes, in whatever
 * order, gives a timeline in which all that starts also ends. Pure but for its own state: no clock, no randomness.
 */
export class TurnProjection {
  readonly #turnId: string;
  readonly #announced: string | undefined;
  readonly #expected: string | undefined;
  #answering: string | undefined;
  #workspace: string | undefined;
  readonly #ids: ItemIds;
  readonly #calls: CallTimeline;
  readonly #segments = new Segments();
  #answerItem: string | undefined;
  #thought: string | undefined;
  readonly #lines: string[] = [];
  /** Lines that are no JSON, until the stream shows that the turn goes on. */
  #heldLines: string[] = [];
  readonly #unknown: Map<string, number>;
  #usage: Usage | undefined;
  #settled: SettledAnswer | undefined;
  #verdict: TurnOutcome | undefined;
  #ended = false;

  constructor({ turnId, announced, expected, unknown = new Map() }: TurnStart) {
    this.#turnId = turnId;
    this.#announced = announced;
    this.#expected = expected;
    this.#unknown = unknown;
    this.#ids = new ItemIds(turnId);
    this.#calls = new CallTimeline(this.#ids);
  }

  /** The chat that answers; until it does, the one that is expected to. */
  get threadId(): string | undefined {
    return this.#answering ?? this.#expected ?? this.#announced;
  }

  /** The text of the last segment: what the turn comes to, without what was said between its calls. */
  get answer(): string {
    return (this.#settled?.segments ?? this.#segments.all).at(-1) ?? "";
  }

  /** Whether the result has come: nothing that follows belongs to this turn. */
  get settled(): boolean {
    return this.#verdict !== undefined;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** The newest lines that were no JSON. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  start(): RuntimeEventBody[] {
    return this.#stamp([{ type: "turn.started" }]);
  }

  /** Takes the next item. What comes after the result is dropped. */
  push(item: StreamItem): RuntimeEventBody[] {
    if (this.#verdict || this.#ended) {
      return [];
    }
    if (item.kind === "text") {
      return this.#stamp(this.#keepLine(item.text.slice(0, keptLineLength)));
    }
    const before = this.#stamp(this.#releaseLines());
    const events = item.kind === "unknown" ? this.#meetUnknown(item) : this.#take(item.event);
    return [...before, ...this.#stamp(events)];
  }

  /** Ends the turn, once: with its result's verdict where there was a result, else with `ending`'s. */
  end(ending: TurnEnding): RuntimeEventBody[] {
    if (this.#ended) {
      return [];
    }
    this.#ended = true;
    const { status, exitCode, failure } = this.#verdict ?? this.#judge(ending);
    return this.#stamp([
      ...this.#closeThought(),
      ...this.#closeAnswer(this.#segments.text),
      ...this.#calls.end(),
      ...(failure ? [errorOf(failure)] : this.#releaseLines()),
      ...(status === "completed" && this.#calls.allRejected ? [allRejected] : []),
      { type: "turn.completed", status, exitCode, ...(failure && { errorMessage: failure.message }) },
    ]);
  }

  #take(event: CursorStreamEvent): TurnEvent[] {
    const thread = this.#meetThread(event);
    const called = this.#calls.push(event, this.#workspace);
    const said = this.#say(this.#segments.push(event));
    const settled = event.type === "result" ? this.#settle(event) : [];
    const happened = [...called, ...said, ...settled];
    // Whatever else happens ends a thought that was not ended.
    const thought = happened.length > 0 ? this.#closeThought() : [];
    return [...thread, ...thought, ...happened, ...this.#think(event)];
  }

  #meetThread(event: CursorStreamEvent): TurnEvent[] {
    const init = event.type === "system" && event.subtype === "init" ? event : undefined;
    this.#workspace ??= init?.cwd;
    const chat = init?.session_id ?? this.#answering ?? event.session_id;
    if (chat === undefined || chat === this.#answering) {
      return [];
    }
    const known = this.#answering ?? this.#announced;
    const replaced = (this.#answering ?? this.#expected ?? chat) !== chat;
    this.#answering = chat;
    if (chat === known) {
      return [];
    }
    const started: TurnEvent = {
      type: "thread.started",
      ...(init?.model !== undefined && { model: init.model }),
      ...(init?.apiKeySource !== undefined && { apiKeySource: init.apiKeySource }),
    };
    return replaced ? [started, chatReplaced] : [started];
  }

  #think(event: CursorStreamEvent): TurnEvent[] {
    if (event.type !== "thinking") {
      return [];
    }
    if (event.subtype === "completed") {
      return this.#closeThought();
    }
    if (event.text === "") {
      return [];
    }
    this.#thought ??= this.#ids.thought();
    return [{ type: "thinking.delta", itemId: this.#thought, delta: event.text }];
  }

  #closeThought(): TurnEvent[] {
    const itemId = this.#thought;
    this.#thought = undefined;
    return itemId === undefined ? [] : [{ type: "thinking.completed", itemId }];
  }

  #say(delta: string): TurnEvent[] {
    if (delta === "") {
      return [];
    }
    this.#answerItem ??= this.#ids.answer();
    return [{ type: "message.delta", itemId: this.#answerItem, delta }];
  }

  #closeAnswer(text: string): TurnEvent[] {
    const itemId = this.#answerItem;
    this.#answerItem = undefined;
    return itemId === undefined ? [] : [{ type: "message.completed", itemId, text }];
  }

  #settle(event: ResultEvent): TurnEvent[] {
    const usage = usageOf(event);
    this.#usage = usage;
    const answer = event.is_error ? this.#closeAnswer(this.#segments.text) : this.#settleAnswer(event);
    const failure = event.is_error
      ? classifyErrorResult(event.result ?? "")
      : classifyAnswer(this.#settled?.text ?? "", this.#lines);
    this.#verdict = failure
      ? { status: "failed", exitCode: failure.exitCode, failure }
      : { status: "completed", exitCode: exitCodes.done };
    return [...answer, ...(usage ? [{ type: "usage.updated" as const, ...usage }] : [])];
  }

  /** The result has the last word: what it says otherwise than the stream is an answer of its own. */
  #settleAnswer(event: ResultEvent): TurnEvent[] {
    const streamed = this.#segments.text;
    const settled = this.#segments.settle(event.result);
    this.#settled = settled;
    return [
      ...(settled.warning === undefined ? [] : [warningOf("answer-repeated-differently", settled.warning)]),
      ...(settled.replaced ? this.#closeAnswer(streamed) : []),
      ...this.#say(settled.replaced ? settled.text : settled.rest),
      ...this.#closeAnswer(settled.text),
    ];
  }

  #meetUnknown({ type, subtype }: Extract<StreamItem, { kind: "unknown" }>): TurnEvent[] {
    const name = oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80);
    const count = (this.#unknown.get(name) ?? 0) + 1;
    this.#unknown.set(name, count);
    if (count > 1) {
      return [];
    }
    return [
      warningOf("unknown-event", `Cursor sent an event of a kind that copperhead does not know: ${name}.`),
    ];
  }

  #keepLine(line: string): TurnEvent[] {
    const full = this.#heldLines.length === keptLines ? this.#releaseLines() : [];
    this.#heldLines.push(line);
    this.#lines.push(line);
    if (this.#lines.length > keptLines) {
      this.#lines.shift();
    }
    return full;
  }

  #releaseLines(): TurnEvent[] {
    const lines = this.#heldLines.map((line) => warningOf("cursor-output", oneLine(line)));
    this.#heldLines = [];
    return lines;
  }

  #judge(ending: TurnEnding): TurnOutcome {
    if (ending.how === "interrupted") {
      return { status: "interrupted", exitCode: ending.exitCode };
    }
    const failure = this.#failureOf(ending);
    return { status: "failed", exitCode: failure.exitCode, failure };
  }

  #failureOf(ending: Exclude<TurnEnding, { how: "interrupted" }>): Failure {
    switch (ending.how) {
      case "failed":
        return ending.failure;
      case "exit":
        return classifyExit({ ...ending, lines: this.#lines });
      case "end-of-recording":
        // A run that could not go on said so in its last line, and ended with 1.
        return this.#lines.length === 0
          ? cutShort
          : classifyExit({ stderr: "", lines: this.#lines, code: 1, signal: null });
    }
  }

  #stamp(events: readonly TurnEvent[]): RuntimeEventBody[] {
    const { threadId } = this;
    const ids = { turnId: this.#turnId, ...(threadId !== undefined && { threadId }) };
    return events.map((event) => ({ ...event, ...ids }));
  }
}
