/** Whether a command shows panes or prints. */
import type { CommandContext } from "./context.js";

/** Panes need a terminal on both sides, and nobody who asked for something to be printed. */
export function isOnTerminal({ flags }: Pick<CommandContext, "flags">): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !flags.print && flags.outputFormat === undefined;
}
