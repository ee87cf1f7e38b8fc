/** A session in the panes: `copperhead`, `copperhead do` and `copperhead demo` on a terminal. */
import type { ExitCode } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { runApp } from "../ui/start.js";

export type PanesOptions = {
  /** Sent at once; "" where there is none. */
  request: string;
  /** Whether the panes close when the turn ends. */
  oneTurn: boolean;
  context: () => Promise<CommandContext>;
};

/** The panes are shown before their session is loaded and opened. */
export async function runPanes({ request, oneTurn, context }: PanesOptions): Promise<ExitCode> {
  const exitCode = await runApp({
    open: async (show) => {
      const { openPanes } = await import("./open-panes.js");
      return openPanes(await context(), oneTurn, show);
    },
    exitAfterTurn: oneTurn,
    ...(request !== "" && { initialRequest: request }),
  });
  return exitCode as ExitCode;
}
