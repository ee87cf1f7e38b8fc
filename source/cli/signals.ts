/** The signals that end a run, after its turn is cleaned up. */
import { type ExitCode, exitCodes } from "../base/failure.js";

const endingSignals = {
  SIGHUP: exitCodes.hangup,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

/** Calls `onSignal` with the exit code of every ending signal, repeated ones included. Returns the remover. */
export function onEndingSignal(onSignal: (exitCode: ExitCode) => void): () => void {
  const listeners = Object.entries(endingSignals).map(
    ([signal, exitCode]) => [signal, () => onSignal(exitCode)] as const,
  );
  for (const [signal, listener] of listeners) {
    process.on(signal, listener);
  }
  return () => {
    for (const [signal, listener] of listeners) {
      process.off(signal, listener);
    }
  };
}

/**
 * Runs `work` with a signal that an ending signal of the process aborts. Returns its exit code, or that of the ending
 * signal where `work` throws after it; throws what `work` throws otherwise.
 */
export async function endedBySignal(work: (signal: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> {
  const controller = new AbortController();
  let stopped: ExitCode | undefined;
  onEndingSignal((exitCode) => {
    stopped ??= exitCode;
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (stopped !== undefined) {
      return stopped;
    }
    throw error;
  }
}
