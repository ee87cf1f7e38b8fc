/** A transcript replayed: its actions are reduced once more, and the events that come of it are what happened. */
import type { RuntimeEvent, RuntimeEventBody } from "../base/events.js";
import { exitCodes, type Failure } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";
import type { Action, ActionOf } from "../loop/actions.js";
import type { Effect } from "../loop/effects.js";
import { type RecordedAction, readRecord } from "../loop/records.js";
import { reduce } from "../loop/reducer/reducer.js";
import { isRunning, type Running } from "../loop/reducer/transitions.js";
import { closeStep, settle } from "../loop/reducer/turn-flow.js";
import { type Answer, initialState, type LoopState, type TurnResult } from "../loop/state.js";
import { ReplyReader } from "../protocol/reply-reader.js";
import { tools } from "../tools/catalog.js";
import type { TranscriptRecord } from "../workspace/sessions/transcript.js";
import type { RecordedEvent } from "./recorded-event.js";

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
 * Reads the records of a transcript one by one, and returns what happened. What streamed by is not recorded: there are
 * no thoughts, notes or retries, and the prose of a step comes in one piece. A session that was resumed is one session.
 * Total: any record, in any order, makes a timeline in which every turn that starts also ends.
 */
export class TranscriptReplay {
  #state: LoopState = initialState({ sessionId: "", model: "cursor", approval: "never", limits });
  /** What a step ended in. Its prose comes before all of it, and is known when all of it is. */
  #step: Timed[] = [];
  /** The files that the turn has changed. */
  readonly #changed = new Set<string>();
  #isStarted = false;
  /** The end of the session, unless it is resumed. */
  #exit: RuntimeEvent[] = [];
  readonly #unknown = new Set<string>();
  #time = new Date(0);

  /** The last turn that ended so far. */
  get lastTurn(): TurnResult | null {
    return this.#state.results.at(-1) ?? null;
  }

  push(record: TranscriptRecord): RecordedEvent[] {
    const at = this.#timeOf(record.ts);
    const action = readRecord(record);
    if (!action) {
      return this.#warnOfUnknown(record.type);
    }
    if (action.type === "step" || (this.#step.length > 0 && isOfStep(action))) {
      this.#step.push({ action, at });
      return action.type === "step-ended" ? this.#endStep() : [];
    }
    return [...this.#endStep(), ...this.#replay({ action, at })];
  }

  /** A line that is no record. */
  pushDamaged(): RecordedEvent[] {
    return this.#warnOfUnknown("damaged");
  }

  end(): RecordedEvent[] {
    return [...this.#endStep(), ...this.#breakOff(this.#time), ...this.#exit.splice(0)];
  }

  #endStep(): RecordedEvent[] {
    const step = this.#step.splice(0);
    const first = step[0];
    if (!first) {
      return [];
    }
    const delta = this.#state.mode === "native" ? "" : proseOf(step.map(({ action }) => action));
    const prose = delta === "" ? [] : this.#reduce({ type: "prose", delta }, first.at);
    return [...prose, ...step.flatMap((timed) => this.#replay(timed))];
  }

  #replay({ action, at }: Timed): RecordedEvent[] {
    switch (action.type) {
      case "session-start":
        return [...this.#breakOff(at), ...this.#startSession(action, at)];
      case "tool":
        return this.#reduce(action, at, beganAt(at, action.durationMs));
      case "native-event": {
        const { event } = action;
        const began = event.type === "tool.completed" ? beganAt(at, event.durationMs) : at;
        const beginning = beginningOf(event).map((each) => ({ type: "native-event", event: each }) as const);
        return [...beginning.flatMap((each) => this.#reduce(each, began)), ...this.#reduce(action, at)];
      }
      case "turn-end":
        this.#changed.clear();
        return [...this.#settle(action, at), ...this.#reduce(action, at)];
      default:
        return this.#reduce(action, at);
    }
  }

  /** The chat goes on where the session does: it has no second `thread.started`. */
  #startSession(action: ActionOf<"session-start">, at: Date): RecordedEvent[] {
    this.#exit = [];
    const { announcedChat } = this.#state;
    const events = this.#reduce(action, at);
    this.#state = { ...this.#state, announcedChat };
    return events;
  }

  /** Under its own limits, or by rules of another version, the turn may have ended where this reducer would go on. */
  #settle(action: ActionOf<"turn-end">, at: Date): RecordedEvent[] {
    const { status, exitCode, turnId } = action;
    const state = this.#state;
    if (!isRunning(state) || state.turn.id !== turnId || state.turn.phase.name === "settling") {
      return [];
    }
    const answer = answerOf(state, action);
    const closed = closeStep(state);
    const settled = settle(closed.state, { status, exitCode, ...(answer && { answer }) });
    this.#state = settled.state;
    return this.#emit([...closed.effects, ...settled.effects], at);
  }

  #breakOff(at: Date): RecordedEvent[] {
    if (!isRunning(this.#state)) {
      return [];
    }
    const turnId = this.#state.turn.id;
    this.#state = { ...this.#state, queued: [] };
    return this.#replay({
      at,
      action: {
        type: "turn-end",
        turnId,
        status: "failed",
        exitCode: exitCodes.failed,
        failure: brokenOff,
        filesChanged: [...this.#changed],
        restored: [],
        conflicts: [],
      },
    });
  }

  /** `began` is when a call that `action` ends began. */
  #reduce(action: Action, at: Date, began = at): RecordedEvent[] {
    const waiting = action.type === "user" ? [...this.#state.queued, action] : this.#state.queued;
    const { state, effects } = reduce(this.#state, action);
    this.#state = state;
    const events = this.#emit(effects, at, began);
    const requests = isForgetful(action) ? [] : this.#requests(waiting, at);
    const turn = events.findIndex(({ type }) => type === "turn.started");
    return events.toSpliced(turn < 0 ? events.length : turn, 0, ...requests);
  }

  /** What waited and does so no more has gone to the model. */
  #requests(waiting: readonly { text: string }[], at: Date): RecordedEvent[] {
    return waiting
      .slice(0, Math.max(0, waiting.length - this.#state.queued.length))
      .map(({ text }) => ({ type: "request", text, createdAt: at.toISOString() }));
  }

  #emit(effects: readonly Effect[], at: Date, began = at): RecordedEvent[] {
    return effects.flatMap((effect) => {
      if (effect.type !== "emit" || (effect.event.type === "session.started" && this.#isStarted)) {
        return [];
      }
      const event = stampEvent(effect.event, effect.ids, effect.event.type === "tool.started" ? began : at);
      switch (event.type) {
        case "session.started":
          this.#isStarted = true;
          break;
        case "file.changed":
          this.#changed.add(event.path);
          break;
        case "session.exited":
          this.#exit = [event];
          return [];
      }
      return [event];
    });
  }

  #warnOfUnknown(type: string): RecordedEvent[] {
    if (this.#unknown.has(type)) {
      return [];
    }
    this.#unknown.add(type);
    const message = `The transcript holds a record that this version of copperhead does not know: ${type.slice(0, 80)}.`;
    return this.#reduce({ type: "warning", code: "unknown-record", message }, this.#time);
  }

  #timeOf(ts: string): Date {
    const time = new Date(ts);
    if (Number.isFinite(time.getTime())) {
      this.#time = time;
    }
    return this.#time;
  }
}

/** No call lasts longer than a day. */
const longestCallMs = 86_400_000;

/** A call is recorded when it has ended. */
function beganAt(at: Date, durationMs = 0): Date {
  return new Date(at.getTime() - Math.min(Math.max(durationMs, 0), longestCallMs));
}

/** What streamed by before such an event: a call began before it ended, and a message came in deltas. */
function beginningOf(event: RuntimeEventBody): RuntimeEventBody[] {
  const item = event.itemId === undefined ? {} : { itemId: event.itemId };
  switch (event.type) {
    case "message.completed":
      return event.text === "" ? [] : [{ type: "message.delta", ...item, delta: event.text }];
    case "tool.completed": {
      const { toolKind, title, origin, tool, locations } = event;
      return [
        {
          type: "tool.started",
          ...item,
          toolKind,
          title,
          origin,
          ...(tool !== undefined && { tool }),
          ...(locations && { locations }),
        },
      ];
    }
    default:
      return [];
  }
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
