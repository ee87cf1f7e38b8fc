import type { Failure } from "../../base/failure.js";
import type { ResultEvent } from "../stream/events.js";
import { classifyExit, cursorNotStarted, interrupted, silent } from "../stream/failures.js";
import { type StreamItem, StreamReader } from "../stream/ndjson.js";
import { type Child, type ChildExit, type ChildOptions, startChild } from "./child.js";
import { acquireStart } from "./start-lock.js";

/** How long a process may linger after its result before it is ended; it may still be filing its chat. */
const lingerMs = 1000;

export type RunOptions = Omit<ChildOptions, "onStdout" | "onStderr"> & {
  /** Path of the lock that serialises starts. */
  startLock: string;
  /** Silence after which the CLI is given up, in milliseconds; not counted while one of its own tools runs. */
  idleTimeoutMs: number;
  /** Called with each item up to the result, in order. What it throws ends the process group at once. */
  onItem(item: StreamItem): void;
};

export type RunEnd =
  | { how: "result"; result: ResultEvent }
  | { how: "exit" | "silent"; exit: ChildExit }
  /** Interrupted before anything was started. */
  | { how: "not-started" };

/** One run of the CLI with stream-json output, from its place in the queue of starts to its result or exit. */
export class CursorRun {
  /** Settles at the result, without waiting for the process, or when it is gone. Rejects with what `onItem` threw. */
  readonly ended: Promise<RunEnd>;
  /** Settles when nothing of the process is left. */
  readonly closed: Promise<void>;

  readonly #options: RunOptions;
  readonly #waiting = new AbortController();
  readonly #reader = new StreamReader();
  readonly #openCalls = new Set<string>();
  #child: Child | undefined;
  #over = false;
  #settle: (end: RunEnd) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #release: () => void = () => {};

  constructor(options: RunOptions) {
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    this.closed = this.#run().catch((error: unknown) => {
      this.#over = true;
      this.#fail(error);
    });
  }

  /** Why it came to no result; `lines` are what it printed on stdout and is no JSON. */
  failureOf(end: Exclude<RunEnd, { how: "result" }>, lines: readonly string[]): Failure {
    const { file, idleTimeoutMs } = this.#options;
    switch (end.how) {
      case "not-started":
        return interrupted().failure;
      case "silent":
        return silent(idleTimeoutMs).failure;
      case "exit":
        return end.exit.startError === undefined
          ? classifyExit({ ...end.exit, lines })
          : cursorNotStarted(file, end.exit.startError).failure;
    }
  }

  /** The process group that is running or lingering. */
  get processGroup(): number | undefined {
    return this.#child?.pid;
  }

  /** Whether the step has ended; the process may linger. */
  get finished(): boolean {
    return this.#over;
  }

  /** SIGINT, SIGTERM after 2 s, SIGKILL after 2 more. */
  interrupt(): void {
    this.#waiting.abort();
    this.#child?.interrupt();
  }

  /** Ends the process group at once. */
  kill(): void {
    this.#waiting.abort();
    this.#child?.kill();
  }

  async #run(): Promise<void> {
    const { startLock, idleTimeoutMs, onItem: _, ...options } = this.#options;
    const { signal } = this.#waiting;
    this.#release = await acquireStart(startLock, signal).catch((error: unknown) => {
      if (signal.aborted) {
        return () => {};
      }
      throw error;
    });
    if (signal.aborted) {
      return this.#end({ how: "not-started" });
    }
    let silent = false;
    const watchdog = setTimeout(() => {
      if (this.#openCalls.size > 0) {
        return void watchdog.refresh();
      }
      silent = true;
      this.interrupt();
    }, idleTimeoutMs);
    const child = startChild({
      ...options,
      onStdout: (chunk) => {
        watchdog.refresh();
        this.#take(() => this.#reader.push(chunk));
      },
      onStderr: () => void watchdog.refresh(),
    });
    this.#child = child;
    const lingering = this.ended.then(
      () => setTimeout(() => child.end(), lingerMs),
      () => undefined,
    );
    const exit = await child.exited;
    clearTimeout(watchdog);
    this.#child = undefined;
    this.#take(() => this.#reader.end());
    this.#end({ how: silent ? "silent" : "exit", exit });
    clearTimeout(await lingering);
  }

  #take(read: () => StreamItem[]): void {
    if (this.#over) {
      return;
    }
    try {
      for (const item of read()) {
        this.#options.onItem(item);
        this.#note(item);
        if (this.#over) {
          return;
        }
      }
    } catch (error) {
      this.#over = true;
      this.#child?.kill();
      this.#release();
      this.#fail(error);
    }
  }

  #note(item: StreamItem): void {
    if (item.kind !== "event") {
      return;
    }
    const { event } = item;
    if (event.type === "system" && event.subtype === "init") {
      this.#release();
    }
    if (event.type === "tool_call") {
      if (event.subtype === "started") {
        this.#openCalls.add(event.call_id);
      } else {
        this.#openCalls.delete(event.call_id);
      }
    }
    if (event.type === "result") {
      this.#end({ how: "result", result: event });
    }
  }

  #end(end: RunEnd): void {
    this.#over = true;
    this.#release();
    this.#settle(end);
  }
}
