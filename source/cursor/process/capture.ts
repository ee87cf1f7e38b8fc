import type { Environment } from "../../base/processes/environment.js";
import { cursorNotStarted, interrupted } from "../stream/failures.js";
import { type ChildExit, startChild } from "./child.js";
import { cursorEnvironment } from "./environment.js";

export type CaptureOptions = {
  /** The user's environment; the child gets what of it is on the allow-list. */
  env: Environment;
  /** Milliseconds after which the command is ended. */
  timeoutMs: number;
  cwd?: string;
  signal?: AbortSignal | undefined;
};

/** `isTimedOut`: it was ended because its time was over. */
export type Captured = { stdout: string; exit: ChildExit; isTimedOut: boolean };

/** No command that is captured prints more; what comes after is not kept. */
const maxBytes = 4 * 1024 * 1024;

/** Runs one short command of a CLI and returns what it printed. Throws where it is interrupted or cannot be started. */
export async function capture(
  file: string,
  args: readonly string[],
  { env, timeoutMs, cwd = process.cwd(), signal }: CaptureOptions,
): Promise<Captured> {
  if (signal?.aborted) {
    throw interrupted();
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const child = startChild({
    file,
    args,
    cwd,
    env: cursorEnvironment(env),
    input: "",
    onStdout: (chunk) => {
      if (bytes < maxBytes) {
        chunks.push(chunk);
      }
      bytes += chunk.length;
    },
  });
  let isTimedOut = false;
  const timeout = setTimeout(() => {
    isTimedOut = true;
    child.kill();
  }, timeoutMs);
  signal?.addEventListener("abort", child.interrupt);
  const exit = await child.exited;
  clearTimeout(timeout);
  signal?.removeEventListener("abort", child.interrupt);
  if (signal?.aborted) {
    throw interrupted();
  }
  if (exit.startError !== undefined) {
    throw cursorNotStarted(file, exit.startError);
  }
  return { stdout: Buffer.concat(chunks).toString("utf8"), exit, isTimedOut };
}
