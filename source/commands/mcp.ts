/** `copperhead mcp`: the tools for another agent, on stdin and stdout. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { onEndingSignal } from "../cli/signals.js";
import { mcpHost } from "../compose/protocols/mcp-host.js";
import { serve } from "../mcp/serve.js";

/** Ends when the client closes stdin or goes away, or by a signal, after what runs is stopped. */
export async function mcp(context: CommandContext): Promise<ExitCode> {
  const host = mcpHost(context);
  const signalled = new Promise<ExitCode>((resolve) => {
    onEndingSignal((exitCode) => {
      host.interrupt();
      resolve(exitCode);
    });
  });
  const left = serve(host, process.stdin, process.stdout).then(() => exitCodes.done);
  try {
    return await Promise.race([signalled, left]);
  } finally {
    await host.close();
  }
}
