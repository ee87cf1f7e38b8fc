import type { Environment } from "../../base/environment.js";
import type { RuntimeEventBody } from "../../base/events.js";
import { type ExitCode, exitCodes, toFailure } from "../../base/failure.js";
import { CursorRun, type RunEnd } from "../process/cursor-run.js";
import { cursorEnvironment } from "../process/environment.js";
import { nativeArguments } from "../process/invocation.js";
import { classifyExit, cursorNotStarted, silent } from "../stream/failures.js";
import { type TurnEnding, TurnProjection, type TurnStart } from "./turn-projection.js";

export type NativeTurnOptions = TurnStart & {
  /** Path of the Cursor CLI. */
  binary: string;
  /** The folder that Cursor's tools act in. */
  cwd: string;
  input: string;
  model: string | undefined;
  approval: "never" | "on-request";
  trust: boolean;
  /** Path of the lock that serialises starts. */
  startLock: string;
  /** Milliseconds. */
  idleTimeoutMs: number;
  /** The user's environment, of which the CLI gets what is on the allow-list. */
  env: Environment;
  onEvents(events: RuntimeEventBody[]): void;
  /** Each line of stdout, as it came. */
  onLine(line: string): void;
  /** Told the child's process group before the child gets its input. */
  onStarted(group: number): Promise<void>;
};

/** One native turn: a process of the CLI, from its start until nothing of it is left. */
export class NativeTurn {
  readonly #options: NativeTurnOptions;
  #projection: TurnProjection;
  #run: CursorRun | undefined;
  #begun = false;
  #interruptedWith: ExitCode | undefined;

  constructor(options: NativeTurnOptions) {
    this.#options = options;
    this.#projection = new TurnProjection(options);
  }

  /** The chat that answers. */
  get threadId(): string | undefined {
    return this.#projection.threadId;
  }

  /** The last thing that was said, without what was said between the calls. */
  get answer(): string {
    return this.#projection.answer;
  }

  /** The group of the process that runs or lingers. */
  get processGroup(): number | undefined {
    return this.#run?.processGroup;
  }

  /**
   * Gives the events that end the turn, once its process is gone: nothing in the folder changes after it. Never
   * rejects.
   */
  async perform(): Promise<RuntimeEventBody[]> {
    const { onEvents, expected } = this.#options;
    onEvents(this.#projection.start());
    let end = await this.#try(expected);
    const again = this.#secondTry(end);
    if (again) {
      // What the failed try printed says nothing about this one.
      this.#projection = new TurnProjection(this.#options);
      end = await this.#try(again.resume);
    }
    return this.#projection.end(this.#endingOf(end));
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

  async #try(resume: string | undefined): Promise<RunEnd | Error> {
    const { binary, cwd, model, approval, trust, input, env, startLock, idleTimeoutMs, onStarted } =
      this.#options;
    const run = new CursorRun({
      file: binary,
      args: nativeArguments({ workspace: cwd, approval, trust, model, resume }),
      cwd,
      env: cursorEnvironment(env),
      input,
      onStarted,
      startLock,
      idleTimeoutMs,
      onItem: (item) => {
        if (item.kind === "event" && item.event.type === "system" && item.event.subtype === "init") {
          this.#begun = true;
        }
        this.#options.onLine(item.line);
        this.#options.onEvents(this.#projection.push(item));
      },
    });
    this.#run = run;
    if (this.#interruptedWith !== undefined) {
      run.interrupt();
    }
    const end = await run.ended.catch((error: Error) => error);
    await run.closed;
    return end;
  }

  #endingOf(end: RunEnd | Error): TurnEnding {
    if (this.#interruptedWith !== undefined) {
      return { how: "interrupted", exitCode: this.#interruptedWith };
    }
    if (end instanceof Error) {
      return { how: "failed", failure: toFailure(end) };
    }
    const { binary, idleTimeoutMs } = this.#options;
    if (end.how === "silent") {
      return { how: "failed", failure: silent(idleTimeoutMs).failure };
    }
    // A result has said itself how the turn ended; without one, only what was interrupted never started.
    if (end.how !== "exit") {
      return { how: "interrupted", exitCode: exitCodes.interrupted };
    }
    const { startError } = end.exit;
    if (startError !== undefined) {
      return { how: "failed", failure: cursorNotStarted(binary, startError).failure };
    }
    return { ...end.exit, how: "exit" };
  }

  /** How to try again, where that can help: nothing has acted before the CLI has begun. */
  #secondTry(end: RunEnd | Error): { resume: string | undefined } | undefined {
    const stopped = this.#begun || this.#interruptedWith !== undefined;
    if (stopped || end instanceof Error || end.how !== "exit") {
      return undefined;
    }
    const { expected } = this.#options;
    const { code } = classifyExit({ ...end.exit, lines: this.#projection.lines });
    if (code === "config-race") {
      return { resume: expected };
    }
    return code === "chat-gone" && expected !== undefined ? { resume: undefined } : undefined;
  }
}
