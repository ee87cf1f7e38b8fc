import type { Invocation } from "./options.js";
import type { Output } from "./output.js";

/** What every command receives: what argv asks for, and where the command runs. */
export type CommandContext = Invocation & {
  /** Of copperhead itself. */
  version: string;
  env: NodeJS.ProcessEnv;
  output: Output;
};

/** Whether a command shows panes: both ends are a terminal, and no option asks for printed output. */
export function isOnTerminal({ flags }: Pick<CommandContext, "flags">): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !flags.print && flags.outputFormat === undefined;
}
