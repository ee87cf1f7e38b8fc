/** Writes to stdout and stderr, without control characters from outside; their reader may leave or be slow. */
import { exitCodes, type Failure } from "../base/failure.js";
import { safeJson, visible } from "../base/text/safe-text.js";

/** JSON on one line, with every character escaped that is not safe on a terminal. */
export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`;
}

/** Text for people, its control characters made visible, ending in a newline. */
export function textLine(text: string): string {
  return text === "" || text.endsWith("\n") ? visible(text) : `${visible(text)}\n`;
}

export type Output = {
  out(text: string): void;
  err(text: string): void;
  /**
   * Calls `listener` once when stdout cannot be written any more; what is written to it after that is dropped. Without
   * a `failure` its reader has left (EPIPE), which is no error.
   */
  onClosed(listener: (failure: Failure | undefined) => void): void;
  /** Resolves when both streams have passed on all that was written, or their reader has left. */
  flush(): Promise<void>;
};

/** An output on a terminal. */
export type StatusOutput = Output & {
  /** Shows a line on stderr until the next write, or undefined; control characters are made visible. */
  status(text: string | undefined): void;
};

/** So many UTF-16 units are held back at the most. */
const mostGathered = 64 * 1024;

/** The process's own streams. A stderr without a reader is ignored. */
export function processOutput(): StatusOutput {
  let hasStatus = false;
  const eraseStatus = () => {
    if (hasStatus) {
      hasStatus = false;
      process.stderr.write("\r\u001b[K");
    }
  };
  let closed: { failure: Failure | undefined } | undefined;
  // What is written in one go of the program leaves it in one: two hundred thousand events are no more system calls
  // than the pieces in which they came. Each stream waits for the other, so that their lines are seen in their order.
  let stream: "stdout" | "stderr" = "stdout";
  let gathered: string[] = [];
  let length = 0;
  const release = () => {
    const text = gathered.join("");
    gathered = [];
    length = 0;
    if (text !== "" && !(closed && stream === "stdout")) {
      process[stream].write(text);
    }
  };
  const gather = (to: typeof stream, text: string) => {
    if (to !== stream) {
      release();
    }
    eraseStatus();
    stream = to;
    if (gathered.length === 0) {
      setImmediate(release);
    }
    gathered.push(text);
    length += text.length;
    if (length >= mostGathered) {
      release();
    }
  };
  process.on("exit", release);
  let listener = (_failure: Failure | undefined) => {};
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!closed) {
      closed = { failure: error.code === "EPIPE" ? undefined : unwritable(error) };
      listener(closed.failure);
    }
  });
  process.stderr.on("error", () => {});
  return {
    out: (text) => {
      if (!closed) {
        gather("stdout", text);
      }
    },
    err: (text) => gather("stderr", text),
    status: (text) => {
      release();
      eraseStatus();
      if (text !== undefined) {
        hasStatus = true;
        process.stderr.write(visible(text));
      }
    },
    onClosed: (onClosed) => {
      listener = onClosed;
      if (closed) {
        onClosed(closed.failure);
      }
    },
    flush: async () => {
      release();
      eraseStatus();
      await Promise.all([process.stdout, process.stderr].map(drained));
    },
  };
}

function unwritable({ code, message }: NodeJS.ErrnoException): Failure {
  return {
    code: "output-failed",
    message: `The output cannot be written (${code ?? message}).`,
    advice: "See where stdout leads, and whether there is room.",
    exitCode: exitCodes.failed,
  };
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.errored || stream.writableLength === 0) {
      resolve();
      return;
    }
    stream.once("error", () => resolve());
    stream.once("close", () => resolve());
    stream.write("", () => resolve());
  });
}
