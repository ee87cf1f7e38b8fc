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
