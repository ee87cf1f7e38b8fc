import type { RuntimeEventBody } from "../../base/events.js";
import { type ExitCode, exitCodes, type Failure, toFailure } from "../../base/failure.js";
import { type CliOptions, CursorRun } from "../process/cursor-run.js";
import { nativeArguments } from "../process/invocation.js";
import { type Attempt, nextAttempt } from "../stream/recoveries.js";
import {
  failedEnding,
  type ProjectedTurn,
  type TurnEnding,
  type TurnOutcome,
  TurnProjection,
} from "./turn-projection.js";

export type NativeTurnOptions = CliOptions &
  ProjectedTurn & {
    /** The folder that Cursor's tools act in. */
    cwd: string;
    input: string;
    approval: "never" | "on-request";
    trust: boolean;
    onEvent(event: RuntimeEventBody): void;
  };

/** One native turn: a process of the CLI, from its start until nothing of it is left. */
export class NativeTurn {
  readonly #options: NativeTurnOptions;
  #projection: TurnProjection;
  #run: CursorRun | undefined;
  #interruptedWith: ExitCode | undefined;

  constructor(options: NativeTurnOptions) {
    this.#options = options;
    this.#projection = new TurnProjection(options);
  }

  /** The chat that answers. */
  get threadId(): string | undefined {
    return this.#projection.threadId;
  }

  /** The group of the process that runs or lingers. */
  get processGroup(): number | undefined {
    return this.#run?.processGroup;
  }

  /**
   * Performs the turn. Its events are all but those that every turn begins and ends with. Settles once the process is
   * gone: nothing in the folder changes after it. Never rejects.
   */
  async perform(): Promise<TurnOutcome> {
    let attempt: Attempt = { resume: this.#options.expected, deniesTools: false, raced: false };
    for (;;) {
      const ending = await this.#try(attempt);
      const { hasBegun } = this.#projection;
      const code = ending.failure?.code ?? "";
      const next = nextAttempt({ ...attempt, mode: "native", code, hasBegun });
      if (!next) {
        const { events, outcome } = this.#projection.end(ending);
        events.forEach(this.#options.onEvent);
        return outcome;
      }
      attempt = next;
      // What the failed attempt printed is not about this one.
      this.#projection = new TurnProjection(this.#options);
    }
  }

  /** Ends the turn gracefully; before the process is up, too. A second call changes nothing. */
  interrupt(exitCode: ExitCode): void {
    this.#interruptedWith ??= exitCode;
    this.#run?.interrupt();
  }

  /** Ends the process group at once. */
  kill(exitCode: ExitCode): void {
    this.#interruptedWith ??= exitCode;
    this.#run?.kill();
  }

  async #try({ resume }: Attempt): Promise<TurnEnding> {
    const { cwd, model, approval, trust, input, onEvent } = this.#options;
    const run = new CursorRun({
      ...this.#options,
      args: nativeArguments({ workspace: cwd, approval, trust, model, resume }),
      prompt: input,
      onItem: (item) => this.#projection.push(item, onEvent),
      lines: () => this.#projection.lines,
    });
    this.#run = run;
    if (this.#interruptedWith !== undefined) {
      run.interrupt();
    }
    const ending = await run.result.then(
      (): TurnEnding => ({ status: "completed", exitCode: exitCodes.done }),
      (error: unknown) => this.#endingOf(toFailure(error)),
    );
    await run.closed;
    return ending;
  }

  #endingOf(failure: Failure): TurnEnding {
    return failure.code === "interrupted"
      ? { status: "interrupted", exitCode: this.#interruptedWith ?? exitCodes.interrupted }
      : failedEnding(failure);
  }
}
