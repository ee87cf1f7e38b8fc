/** A transcript told again: its actions are reduced once more, and the events that come of it are what happened. */

import type { RuntimeEvent, RuntimeEventBody } from "../base/events.js";
import { exitCodes, type Failure } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";
import { type Action, type ActionOf, type RecordedAction, recordedAction } from "../loop/actions.js";
import { reduce } from "../loop/reducer/reducer.js";
import { closeStep, isRunning, type Running, settle } from "../loop/reducer/turn-flow.js";
import { type Answer, initialState, type LoopState, type TurnResult } from "../loop/state.js";
import { preludeOf } from "../loop/told.js";
import { ReplyReader } from "../protocol/reply.js";
import { tools } from "../tools/catalog.js";
import type { RecordedItem } from "./open-recording.js";

/** One line of a transcript; `ts` is ISO 8601 where nobody has touched it. */
export type TimedRecord = { ts: string; type: string; data: Record<string, unknown> };

type Timed = { action: RecordedAction; at: Date };

/** What ended a turn is in its record: the limits of the session that ran it are not known here, and not needed. */
const limits = {
  maxSteps: Number.POSITIVE_INFINITY,
  maxRepairCycles: Number.POSITIVE_INFINITY,
  requireVerification: false,
};

const brokenOff: Failure = {
  code: "broken-off",
  message: "The transcript ends within this turn: its program was killed, or still runs.",
  exitCode: exitCodes.failed,
};

const toolNames = tools.map(({ name }) => name);

/**
 * Takes the records of a transcript one by one, and gives what happened: canonical events, and the requests, which no
 * event carries. What streamed by is not recorded: there are no thoughts, and the prose of a step comes in one piece.
 * A session that was resumed is one session. Total: any record, in any order, gives a timeline in which every turn that
 * starts also ends.
 */
export class TranscriptReplay {
  #state: LoopState = initialState({ sessionId: "", model: "cursor", approval: "never", limits });
  /** What a step ended in. Its prose comes before all of it, and is known when all of it is. */
  #step: Timed[] = [];
  #touched = new Set<string>();
  #isStarted = false;
  /** The end of the session, unless it is resumed. */
  #exit: RuntimeEvent[] = [];
  readonly #unknown = new Set<string>();
  #time = new Date(0);

  /** The last turn that ended so far. */
  get lastTurn(): TurnResult | null {
    return this.#state.results.at(-1) ?? null;
  }

  push({ ts, type, data }: TimedRecord): RecordedItem[] {
    const at = this.#timeOf(ts);
    const parsed = recordedAction.safeParse({ ...data, type });
    if (!parsed.success) {
      return this.#meetUnknown(type, at);
    }
    const action = parsed.data;
    if (action.type === "step" || (this.#step.length > 0 && isOfStep(action))) {
      this.#step.push({ action, at });
      return action.type === "step-ended" ? this.#endStep() : [];
    }
    return [...this.#endStep(), ...this.#take({ action, at })];
  }

  /** A line that is no record. */
  pushDamaged(): RecordedItem[] {
    return this.#meetUnknown("damaged", this.#time);
  }

  end(): RecordedItem[] {
    return [...this.#endStep(), ...this.#breakOff(this.#time), ...this.#exit.splice(0)];
  }

  #endStep(): RecordedItem[] {
    const step = this.#step.splice(0);
    const first = step[0];
    if (!first) {
      return [];
    }
    const prose = this.#state.mode === "native" ? "" : proseOf(step.map(({ action }) => action));
    const said = prose === "" ? [] : this.#reduce({ type: "prose", delta: prose }, first.at);
    return [...said, ...step.flatMap((timed) => this.#take(timed))];
  }

  #take({ action, at }: Timed): RecordedItem[] {
    switch (action.type) {
      case "session-start":
        return [...this.#breakOff(at), ...this.#resume(action, at)];
      case "tool":
        if (action.changed) {
          this.#touched.add(action.changed.path);
        }
        return this.#reduce(action, at);
      case "told":
        return this.#retell(action, at);
      case "turn-end":
        this.#touched.clear();
        return [...this.#settle(action, at), ...this.#reduce(action, at)];
      default:
        return this.#reduce(action, at);
    }
  }

  #retell(action: ActionOf<"told">, at: Date): RecordedItem[] {
    const { event } = action;
    if (event.type === "file.changed") {
      this.#touched.add(event.path);
    }
    const began = event.type === "tool.completed" ? beganAt(at, event.durationMs) : at;
    return [
      ...preludeOf(event).flatMap((each) => this.#reduce({ type: "streamed", event: each }, began)),
      ...this.#reduce(action, at),
    ];
  }

  /** The chat goes on where the session does: it is not told of again. */
  #resume(action: ActionOf<"session-start">, at: Date): RecordedItem[] {
    this.#exit = [];
    const { announcedChat } = this.#state;
    const items = this.#reduce(action, at);
    this.#state = { ...this.#state, announcedChat };
    return items;
  }

  /** Under its own limits, or by rules of another version, the turn may have ended where this reducer would go on. */
  #settle(action: ActionOf<"turn-end">, at: Date): RecordedItem[] {
    const { status, exitCode, turnId } = action;
    if (!isRunning(this.#state) || this.#state.turn.id !== turnId) {
      return [];
    }
    if (this.#state.turn.phase.name === "settling") {
      return [];
    }
    const answer = answerOf(this.#state, action);
    const closed = closeStep(this.#state);
    const settled = settle(closed.state, { status, exitCode, ...(answer && { answer }) });
    this.#state = settled.state;
    return this.#tell([...closed.effects, ...settled.effects], at);
  }

  #breakOff(at: Date): RecordedItem[] {
    if (!isRunning(this.#state)) {
      return [];
    }
    this.#state = { ...this.#state, queued: [] };
    return this.#take({
      at,
      action: {
        type: "turn-end",
        turnId: this.#state.turn?.id ?? "",
        status: "failed",
        exitCode: exitCodes.failed,
        failure: brokenOff,
        filesChanged: [...this.#touched],
        restored: [],
        conflicts: [],
      },
    });
  }

  #reduce(action: Action, at: Date): RecordedItem[] {
    const waiting = action.type === "user" ? [...this.#state.queued, action] : this.#state.queued;
    const { state, effects } = reduce(this.#state, action);
    this.#state = state;
    const began = action.type === "tool" ? beganAt(at, action.durationMs) : at;
    const told = this.#tell(effects, at, began);
    const requests = isForgetful(action) ? [] : this.#requests(waiting, at);
    const turn = told.findIndex(({ type }) => type === "turn.started");
    return told.toSpliced(turn < 0 ? told.length : turn, 0, ...requests);
  }

  /** What waited and does so no more has gone to the model. */
  #requests(waiting: readonly { text: string }[], at: Date): RecordedItem[] {
    return waiting
      .slice(0, Math.max(0, waiting.length - this.#state.queued.length))
      .map(({ text }) => ({ type: "request", text, createdAt: at.toISOString() }));
  }

  #tell(effects: ReturnType<typeof reduce>["effects"], at: Date, began = at): RecordedItem[] {
    return effects.flatMap((command) => {
      if (command.type !== "emit") {
        return [];
      }
      return this.#stamp(command.event, command.event.type === "tool.started" ? began : at);
    });
  }

  #stamp(body: RuntimeEventBody, at: Date): RuntimeEvent[] {
    if (body.type === "session.started" && this.#isStarted) {
      return [];
    }
    this.#isStarted ||= body.type === "session.started";
    const event = stampEvent(body, this.#state.sessionId, at);
    if (body.type !== "session.exited") {
      return [event];
    }
    this.#exit = [event];
    return [];
  }

  #meetUnknown(type: string, at: Date): RecordedItem[] {
    if (this.#unknown.has(type)) {
      return [];
    }
    this.#unknown.add(type);
    const message = `The transcript holds a record that this version of copperhead does not know: ${type.slice(0, 80)}.`;
    return this.#stamp({ type: "runtime.warning", code: "unknown-record", message }, at);
  }

  #timeOf(ts: string): Date {
    const time = new Date(ts);
    if (Number.isFinite(time.getTime())) {
      this.#time = time;
    }
    return this.#time;
  }
}

/** No call takes longer than a day. */
const longestCallMs = 86_400_000;

/** A call is recorded when it has ended. */
function beganAt(at: Date, durationMs = 0): Date {
  return new Date(at.getTime() - Math.min(Math.max(durationMs, 0), longestCallMs));
}

function isOfStep({ type }: RecordedAction): boolean {
  return type === "fabricated-results" || type === "assistant" || type === "nudge" || type === "step-ended";
}

/** By these, messages that wait are gone without having been sent. */
function isForgetful({ type }: Action): boolean {
  return type === "take-back" || type === "session-start";
}

/** What of a step's reply was shown. Where nothing in it could run, the reply is stored whole. */
function proseOf(step: readonly RecordedAction[]): string {
  const text = step.find((action) => action.type === "assistant")?.text ?? "";
  if (!step.some(({ type }) => type === "nudge")) {
    return text;
  }
  const reader = new ReplyReader(toolNames);
  reader.push(text);
  reader.end();
  return reader.prose;
}

/** The answer; as the summary of `finish` it is a message of its own. */
function answerOf({ messages }: Running, { answer }: ActionOf<"turn-end">): Answer | undefined {
  if (answer === undefined) {
    return undefined;
  }
  const last = messages.findLast((message) => message.role === "assistant");
  const isSummary = last?.calls.some(({ tool, args }) => tool === "finish" && args.summary === answer);
  return { text: answer, from: isSummary ? "finish" : "prose" };
}
