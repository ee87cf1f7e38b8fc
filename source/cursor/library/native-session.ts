import { eventsSchemaId, type RuntimeEvent, type RuntimeEventBody } from "../../base/events.js";
import { type ExitCode, toFailure } from "../../base/failure.js";
import { stampEvent } from "../../base/stamp.js";
import { NativeTurn, type NativeTurnOptions } from "../native/native-turn.js";
import { type ThreadSnapshot, type ThreadTurn, TurnRecord } from "./thread.js";
import type { ThreadLog } from "./thread-log.js";

export type NativeSessionOptions = Pick<
  NativeTurnOptions,
  | "binary"
  | "cwd"
  | "model"
  | "approval"
  | "trust"
  | "startLock"
  | "idleTimeoutMs"
  | "env"
  | "onLine"
  | "onStarted"
> & {
  sessionId: string;
  /** Cursor's chat, which the first turn resumes. */
  chatId: string;
  log: ThreadLog | undefined;
  publish(event: RuntimeEvent): void;
};

/** The last event of a turn. */
export type TurnCompleted = Extract<RuntimeEvent, { type: "turn.completed" }>;

type TurnOptions = { turnId: string; input: string; model: string | undefined };

type Running = { turnId: string; turn: NativeTurn; record: TurnRecord; completed: Promise<TurnCompleted> };

/** One native session: turns of one chat in one folder, one at a time. */
export class NativeSession {
  readonly #options: NativeSessionOptions;
  readonly #finished: ThreadTurn[];
  readonly #unknown = new Map<string, number>();
  #model: string | undefined;
  #chatId: string;
  /** The chat whose start was told. */
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
    this.#tell([{ type: "session.started", schema: eventsSchemaId }]);
  }

  get cwd(): string {
    return this.#options.cwd;
  }

  get model(): string | undefined {
    return this.#model;
  }

  /** The chat that the next turn resumes. */
  get chatId(): string {
    return this.#running?.turn.threadId ?? this.#chatId;
  }

  get activeTurnId(): string | undefined {
    return this.#running?.turnId;
  }

  /** Settles with the running turn's last event. */
  get completed(): Promise<TurnCompleted> | undefined {
    return this.#running?.completed;
  }

  /** The group of the process that runs or lingers. */
  get processGroup(): number | undefined {
    return this.#running?.turn.processGroup;
  }

  /** Begins a turn, while none runs. `model` holds for the turns that follow, too. */
  begin({ turnId, input, model }: TurnOptions): { turnId: string; completed: Promise<TurnCompleted> } {
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
      onEvents: (bodies) => {
        for (const event of this.#tell(bodies)) {
          record.add(event);
        }
      },
    });
    // Nothing is told before the caller knows the turn's id.
    const completed = Promise.resolve().then(() => this.#perform(turn, record));
    this.#running = { turnId, turn, record, completed };
    return { turnId, completed };
  }

  /** No error where no turn runs; a second call changes nothing. */
  interrupt(exitCode: ExitCode): void {
    this.#running?.turn.interrupt(exitCode);
  }

  /** Ends the running turn's process group at once. */
  kill(exitCode: ExitCode): void {
    this.#running?.turn.kill(exitCode);
  }

  snapshot(): ThreadSnapshot {
    const turns = this.#running ? [...this.#finished, this.#running.record.snapshot()] : this.#finished;
    return structuredClone({ sessionId: this.#options.sessionId, threadId: this.chatId, turns });
  }

  /** Whether the session takes no more turns. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Interrupts what runs; settles when it is over. */
  async close(exitCode: ExitCode): Promise<void> {
    this.#closing = true;
    this.interrupt(exitCode);
    await this.#running?.completed;
    await this.#options.log?.close();
  }

  /** Tells that the session has ended; it tells nothing more. */
  exit(): void {
    this.#tell([{ type: "session.exited" }]);
  }

  async #perform(turn: NativeTurn, record: TurnRecord): Promise<TurnCompleted> {
    const ending = (await turn.perform()).map((body) => this.#stamp(body));
    const completed = ending.find((event) => event.type === "turn.completed");
    if (!completed) {
      throw new TypeError("a turn has ended without its last event");
    }
    for (const event of ending) {
      record.add(event);
    }
    const finished = { ...record.snapshot(), answer: turn.answer };
    await this.#keep(finished);
    this.#finished.push(finished);
    this.#chatId = turn.threadId ?? this.#chatId;
    this.#running = undefined;
    for (const event of ending) {
      this.#options.publish(event);
    }
    return completed;
  }

  /** A log that cannot be written is no reason to lose the turn. */
  async #keep(finished: ThreadTurn): Promise<void> {
    try {
      await this.#options.log?.add(finished);
    } catch (error) {
      const message = `The turn could not be kept in the session's log (${toFailure(error).message}).`;
      this.#tell([{ type: "runtime.warning", code: "log-failed", message, turnId: finished.turnId }]);
    }
  }

  #tell(bodies: readonly RuntimeEventBody[]): RuntimeEvent[] {
    const events = bodies.map((body) => this.#stamp(body));
    for (const event of events) {
      if (event.type === "thread.started") {
        this.#announced = event.threadId;
      }
      this.#options.publish(event);
    }
    return events;
  }

  #stamp(body: RuntimeEventBody): RuntimeEvent {
    return stampEvent(body, this.#options.sessionId);
  }
}
