import type { Invocation } from "./options.js";
import type { Output } from "./output.js";

/** What every command gets: what was asked, by whom, and where its output goes. */
export type CommandContext = Invocation & {
  /** Of copperhead itself. */
  version: string;
  env: NodeJS.ProcessEnv;
  output: Output;
};
