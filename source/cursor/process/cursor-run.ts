import { CopperheadError } from "../../base/failure.js";
import type { Environment } from "../../base/processes/environment.js";
import { LineSplitter } from "../../base/text/line-splitter.js";
import { classifyExit } from "../stream/classify-failure.js";
import type { ResultEvent } from "../stream/events.js";
import { cursorNotStarted, interrupted, silent } from "../stream/failures.js";
import { type StreamItem, StreamReader } from "../stream/stream-reader.js";
import { type Child, type ChildExit, startChild } from "./child.js";
import { cursorEnvironment } from "./environment.js";
import { acquireStart } from "./start-lock.js";

/** How long a process may still print and file its chat after its result, in milliseconds; then it is ended. */
const graceMs = 500;

/** How much plain text of a run is passed on, in bytes on stderr and in UTF-16 units on stdout. */
const maxPlainText = 64 * 1024;

/** How the CLI is run, the same for each run. */
export type CliOptions = {
  /** Path of the Cursor CLI. */
  binary: string;
  /** An exact model id, only where the user named one. */
  model?: string | undefined;
  /** Path of the lock that serialises starts across processes. */
  startLock: string;
  /** Silence after which the CLI is given up, in milliseconds; not counted while one of its own tools runs. */
  idleTimeoutMs: number;
  /** The user's environment, of which the CLI gets what is on the allow-list; `process.env` by default. */
  env?: Environment;
  /** Receives the process group of each child before the child gets its prompt. */
  onStarted?(group: number): Promise<void>;
  /** Receives each event's line as it came, and the first 64 kB of what is plain text on either stream. */
  onLine?(line: string): void;
};

export type RunOptions = CliOptions & {
  args: readonly string[];
  cwd: string;
  prompt: string;
  /**
   * Called with each item in order, those within the grace after the result included. What it throws ends the process
   * group at once.
   */
  onItem(item: StreamItem): void;
  /** The lines so far that were no JSON: they may explain a failure. */
  lines(): readonly string[];
};

/** One run of the CLI with stream-json output, from its place in the queue of starts to its result or exit. */
export class CursorRun {
  /**
   * Settles when the process has ended with a result, at the latest 500 ms after the result. Rejects with what `onItem`
   * threw, or a CopperheadError: `interrupted`, or why there is no result.
   */
  readonly result: Promise<ResultEvent>;
  /** Settles when nothing of the process is left. */
  readonly closed: Promise<void>;

  readonly #options: RunOptions;
  readonly #stop = new AbortController();
  readonly #reader = new StreamReader();
  readonly #stderr = new LineSplitter();
  #plainText = 0;
  readonly #openCalls = new Set<string>();
  #child: Child | undefined;
  #grace: NodeJS.Timeout | undefined;
  #found: ResultEvent | undefined;
  #finished = false;
  #resolve: (result: ResultEvent) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #release: () => void = () => {};

  constructor(options: RunOptions) {
    this.#options = options;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Who only waits until it is closed has seen the failure, too.
    this.result.catch(() => {});
    this.closed = this.#run().catch((error: unknown) => this.#fail(error));
  }

  /** The process group that is running or lingering. */
  get processGroup(): number | undefined {
    return this.#child?.pid;
  }

  /** Whether the result has settled; the process may linger. */
  get finished(): boolean {
    return this.#finished;
  }

  /** SIGINT, SIGTERM after 2 s, SIGKILL after 2 more. */
  interrupt(): void {
    this.#stop.abort(interrupted());
    this.#child?.interrupt();
  }

  /**
   * As `interrupt`, and the result fails at once: what the process still prints until it is gone is dropped. One that
   * has printed its result is waited for.
   */
  abandon(): void {
    this.interrupt();
    if (!this.#found) {
      // Its place in the queue of starts is its own until it is gone.
      this.#finished = true;
      this.#reject(interrupted());
    }
  }

  /** Ends the process group at once. */
  kill(): void {
    this.#stop.abort(interrupted());
    this.#child?.kill();
  }

  async #run(): Promise<void> {
    const {
      binary,
      args,
      cwd,
      env = process.env,
      prompt,
      startLock,
      idleTimeoutMs,
      onStarted,
    } = this.#options;
    const { signal } = this.#stop;
    this.#release = await acquireStart(startLock, signal);
    signal.throwIfAborted();
    let isSilent = false;
    const watchdog = setTimeout(() => {
      if (this.#openCalls.size > 0) {
        watchdog.refresh();
        return;
      }
      isSilent = true;
      this.#child?.interrupt();
    }, idleTimeoutMs);
    this.#child = startChild({
      file: binary,
      args,
      cwd,
      env: cursorEnvironment(env),
      input: prompt,
      onStarted,
      onStdout: (chunk) => {
        watchdog.refresh();
        this.#take(() => this.#reader.push(chunk));
      },
      onStderr: (chunk) => {
        watchdog.refresh();
        this.#logErrors(() => this.#stderr.push(this.#withinBound(chunk)));
      },
    });
    const exit = await this.#child.exited;
    this.#child = undefined;
    clearTimeout(watchdog);
    clearTimeout(this.#grace);
    this.#take(() => this.#reader.end());
    this.#logErrors(() => this.#stderr.end());
    if (this.#found) {
      this.#succeed(this.#found);
    } else {
      this.#fail(isSilent ? silent(idleTimeoutMs) : this.#failureOf(exit));
    }
  }

  #failureOf(exit: ChildExit): unknown {
    const { binary, lines } = this.#options;
    if (this.#stop.signal.aborted) {
      return this.#stop.signal.reason;
    }
    return exit.startError === undefined
      ? new CopperheadError(classifyExit({ ...exit, lines: lines() }))
      : cursorNotStarted(binary, exit.startError);
  }

  #take(read: () => StreamItem[]): void {
    if (this.#finished) {
      return;
    }
    try {
      for (const item of read()) {
        this.#log(item);
        this.#options.onItem(item);
        this.#follow(item);
      }
    } catch (error) {
      this.#child?.kill();
      this.#fail(error);
    }
  }

  #log({ kind, line }: StreamItem): void {
    this.#logLines([kind === "text" ? this.#withinBound(line) : line]);
  }

  #logErrors(read: () => string[]): void {
    if (!this.#finished) {
      this.#logLines(read());
    }
  }

  #logLines(lines: readonly string[]): void {
    for (const line of lines.filter((each) => each !== "")) {
      this.#options.onLine?.(line);
    }
  }

  /** What of a plain text is still to be passed on. */
  #withinBound<Text extends string | Uint8Array>(text: Text): Text {
    const kept = text.slice(0, maxPlainText - this.#plainText) as Text;
    this.#plainText += kept.length;
    return kept;
  }

  #follow(item: StreamItem): void {
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
    if (event.type === "result" && !this.#found) {
      this.#found = event;
      this.#grace = setTimeout(() => {
        this.#child?.end();
        this.#succeed(event);
      }, graceMs);
    }
  }

  #succeed(result: ResultEvent): void {
    this.#finish();
    this.#resolve(result);
  }

  #fail(error: unknown): void {
    this.#finish();
    this.#reject(error);
  }

  #finish(): void {
    this.#finished = true;
    this.#release();
  }
}
