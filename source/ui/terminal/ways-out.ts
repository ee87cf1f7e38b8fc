/** The ways that lead out of the program without a key: signals, and a terminal that goes away. */
import { exitCodes } from "../../base/failure.js";
import type { Terminal } from "./terminal.js";

export type WayOut = "SIGINT" | "SIGTERM" | "SIGHUP" | "hang-up";

/** What the program ends with by each of them. */
export const exitCodeOf = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hangup,
  "hang-up": exitCodes.hangup,
} as const satisfies Record<WayOut, number>;

/** Calls `leave` for each of them until the returned function is called. */
export function watchWaysOut({ input, output }: Terminal, leave: (way: WayOut) => void): () => void {
  const signals = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map(
    (signal) => [signal, () => leave(signal)] as const,
  );
  const hangUp = () => leave("hang-up");
  for (const [signal, listener] of signals) {
    process.on(signal, listener);
  }
  input.on("end", hangUp).on("error", hangUp);
  // Stays on: what is still written to a terminal that is gone must not end in a crash.
  output.on("error", hangUp);
  return () => {
    for (const [signal, listener] of signals) {
      process.off(signal, listener);
    }
    input.off("end", hangUp).off("error", hangUp);
  };
}
