/** The signals that end a run, while a turn is cleaned up behind them. */
import { type ExitCode, exitCodes } from "../base/failure.js";

const endings = {
  SIGHUP: exitCodes.hangup,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

/** Calls `onSignal` with the exit code of each ending signal, the repeated ones included. Returns the remover. */
export function onEndingSignal(onSignal: (exitCode: ExitCode) => void): () => void {
  const listeners = Object.entries(endings).map(([signal, exitCode]) => {
    const listener = () => onSignal(exitCode);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const remove of listeners) {
      remove();
    }
  };
}
