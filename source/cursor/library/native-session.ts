import { setImmediate as nextRound } from "node:timers/promises";
import type { EventIds, RuntimeEvent, RuntimeEventBody } from "../../base/events.js";
import { type ExitCode, toFailure } from "../../base/failure.js";
import { eventsSchemaId } from "../../base/outcomes.js";
import { stampEvent } from "../../base/stamp.js";
import { NativeTurn } from "../native/native-turn.js";
import { endingEvents } from "../native/turn-projection.js";
import type { CliOptions } from "../process/cursor-run.js";
import { invalid, sessionClosed } from "./adapter-errors.js";
import { type ThreadSnapshot, type ThreadTurn, TurnRecord } from "./thread.js";
import type { ThreadLog } from "./thread-log.js";

export type NativeSessionOptions = CliOptions & {
  sessionId: string;
  /** The folder that Cursor's tools act in. */
  cwd: string;
  /** Cursor's chat, which the first turn resumes. */
  chatId: string;
  approval: "never" | "on-request";
  trust: boolean;
  log: ThreadLog | undefined;
  publish(event: RuntimeEvent): void;
};

/** The last event of a turn. */
export type TurnCompleted = Extract<RuntimeEvent, { type: "turn.completed" }>;

/**
 * A turn on its way; `completed` settles with its last event, once the readers of `streamEvents` had the time to read up
 * to it, and never rejects.
 */
export type StartedTurn = { turnId: string; completed: Promise<TurnCompleted> };

export type AdapterSession = {
  /** Stable, whatever becomes of the chat. */
  sessionId: string;
  /** Cursor's chat, as in the events. */
  threadId: string;
  provider: "cursor";
  cwd: string;
  model?: string;
  status: "ready" | "running";
  activeTurnId?: string;
  /** Resumes the session's chat in `startSession`. */
  resumeCursor: { chatId: string };
};

type TurnOptions = { turnId: string; input: string; model: string | undefined };

type Running = StartedTurn & { turn: NativeTurn; record: TurnRecord };

/** One native session: turns of one chat in one folder, one at a time. */
export class NativeSession {
  readonly #options: NativeSessionOptions;
  readonly #finished: ThreadTurn[];
  readonly #unknown = new Map<string, number>();
  #model: string | undefined;
  #chatId: string;
  /** The chat that had its `thread.started`. */
  #announced: string | undefined;
  #running: Running | undefined;
  #closing = false;

  constructor(options: NativeSessionOptions) {
    this.#options = options;
    this.#model = options.model;
    this.#chatId = options.chatId;
    this.#finished = [...(options.log?.turns ?? [])];
  }

  open(): void {
    this.#publish({ type: "session.started", schema: eventsSchemaId });
  }

  /** The chat that the next turn resumes. */
  get chatId(): string {
    return this.#running?.turn.threadId ?? this.#chatId;
  }

  /** The folder that Cursor's tools act in. */
  get cwd(): string {
    return this.#options.cwd;
  }

  /** The turn that runs. */
  get turn(): NativeTurn | undefined {
    return this.#running?.turn;
  }

  describe(): AdapterSession {
    const { sessionId, cwd } = this.#options;
    const turnId = this.#running?.turnId;
    return {
      sessionId,
      threadId: this.chatId,
      provider: "cursor",
      cwd,
      ...(this.#model !== undefined && { model: this.#model }),
      status: turnId === undefined ? "ready" : "running",
      ...(turnId !== undefined && { activeTurnId: turnId }),
      resumeCursor: { chatId: this.chatId },
    };
  }

  /** Begins a turn; throws where one runs, or the session closes. `model` holds for the turns that follow, too. */
  begin({ turnId, input, model }: TurnOptions): StartedTurn {
    const { sessionId } = this.#options;
    if (this.#closing) {
      throw sessionClosed(sessionId);
    }
    if (this.#running) {
      throw invalid(`the session "${sessionId}" is in a turn`);
    }
    this.#model = model ?? this.#model;
    const record = new TurnRecord({ turnId, input, startedAt: new Date().toISOString() });
    const turn = new NativeTurn({
      ...this.#options,
      turnId,
      input,
      model: this.#model,
      announced: this.#announced,
      expected: this.#chatId,
      unknown: this.#unknown,
      onEvent: (body) => record.add(this.#publish(body)),
    });
    // The caller knows the turn's id before the first event.
    const completed = Promise.resolve().then(() => this.#perform(turn, record));
    this.#running = { turnId, turn, record, completed };
    return { turnId, completed };
  }

  snapshot(): ThreadSnapshot {
    const turns = this.#running ? [...this.#finished, this.#running.record.snapshot()] : this.#finished;
    return structuredClone({ sessionId: this.#options.sessionId, threadId: this.chatId, turns });
  }

  /** Interrupts what runs; settles when it is over. */
  async close(exitCode: ExitCode): Promise<void> {
    this.#closing = true;
    this.turn?.interrupt(exitCode);
    await this.#running?.completed;
    await this.#options.log?.close();
  }

  /** Emits the session's last event. */
  exit(): void {
    this.#publish({ type: "session.exited" });
  }

  async #perform(turn: NativeTurn, record: TurnRecord): Promise<TurnCompleted> {
    this.#publish({ type: "turn.started" });
    const outcome = await turn.perform();
    const ending = endingEvents(outcome).map((body) => this.#stamp(body));
    for (const event of ending) {
      record.add(event);
    }
    const finished = { ...record.snapshot(), answer: outcome.answer };
    await this.#keep(finished);
    this.#finished.push(finished);
    this.#chatId = turn.threadId ?? this.#chatId;
    this.#running = undefined;
    for (const event of ending) {
      this.#options.publish(event);
    }
    // Who awaits the turn has read its events by then, unless it reads slowly.
    await nextRound();
    return ending.at(-1) as TurnCompleted;
  }

  /** A log that cannot be written is no reason to lose the turn. */
  async #keep(finished: ThreadTurn): Promise<void> {
    try {
      await this.#options.log?.add(finished);
    } catch (error) {
      const message = `The turn could not be kept in the session's log (${toFailure(error).message}).`;
      this.#publish({ type: "runtime.warning", code: "log-failed", message });
    }
  }

  #publish(body: RuntimeEventBody): RuntimeEvent {
    if (body.type === "thread.started") {
      this.#announced = body.threadId;
    }
    const event = this.#stamp(body);
    this.#options.publish(event);
    return event;
  }

  #stamp(body: RuntimeEventBody): RuntimeEvent {
    const { sessionId } = this.#options;
    const turnId = this.#running?.turnId;
    const ids: EventIds = turnId === undefined ? { sessionId } : { sessionId, threadId: this.chatId, turnId };
    return stampEvent(body, ids);
  }
}
