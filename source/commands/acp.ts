/** `copperhead acp`: an agent for editors, on stdin and stdout. */
import { Readable } from "node:stream";
import { serve } from "../acp/serve.js";
import { type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { onEndingSignal } from "../cli/signals.js";
import { acpHost } from "../compose/protocols/acp-host.js";

/** Ends when the editor closes stdin or goes away, or by a signal, after all that was started is ended. */
export async function acp(context: CommandContext): Promise<ExitCode> {
  const served = serve(acpHost(context), {
    input: Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    output: protocolOutput(),
  });
  const signalled = new Promise<ExitCode>((resolve) => {
    onEndingSignal((exitCode) => {
      served.interrupt();
      resolve(exitCode);
    });
  });
  try {
    return await Promise.race([signalled, served.closed.then(() => exitCodes.done)]);
  } finally {
    await served.close();
  }
}

/** Writes to stdout as fast as its reader reads. */
function protocolOutput(): WritableStream<Uint8Array> {
  return new WritableStream({
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
  });
}
