/** The terminal that copperhead runs on: both of its sides, and what the environment says of it. */
import type { ReadStream, WriteStream } from "node:tty";

export type Terminal = {
  input: ReadStream;
  output: WriteStream & { fd: number };
  env: NodeJS.ProcessEnv;
};

/** The process's own terminal. */
export const processTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stdout,
  env: process.env,
});
