/** The terminal that copperhead runs on: both of its sides, and its environment. */
import type { ReadStream, WriteStream } from "node:tty";

export type Terminal = {
  input: ReadStream;
  /** `_refreshSize` is what Node itself calls on SIGWINCH: asks the terminal, and emits `resize` on a change. */
  output: WriteStream & { fd: number; _refreshSize?: () => void };
  env: NodeJS.ProcessEnv;
};

/** In cells. */
export type Size = { columns: number; rows: number };

/** The process's own terminal. */
export const processTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stdout,
  env: process.env,
});
