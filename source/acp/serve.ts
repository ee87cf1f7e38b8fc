/** Serves one editor on a pair of byte streams, until it leaves. */
import { MessageTooLargeError, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";
import { CopperheadError } from "../base/failure.js";
import { Agent } from "./agent.js";
import type { Host } from "./host.js";

export type Served = {
  /** Resolves when the editor has left; rejects with `line-too-long` where what it sent is read no further. */
  closed: Promise<void>;
  /** Stops what runs; called again, at once. */
  interrupt(): void;
  /** Ends all sessions, their turns and their processes. */
  close(): Promise<void>;
};

export type Streams = { input: ReadableStream<Uint8Array>; output: WritableStream<Uint8Array> };

/** The longest line that is read, in MB. */
const longestLine = 32;

/** Answers requests from `input` on `output`, a JSON object a line. */
export function serve(host: Host, { input, output }: Streams): Served {
  const agent = new Agent(host);
  const stream = ndJsonStream(output, input, { maxMessageBytes: longestLine * 1024 * 1024 });
  const connection = agent.app().connect(stream);
  return {
    closed: connection.closed.then(async () => {
      if (connection.signal.reason instanceof MessageTooLargeError) {
        const message = `A line is longer than ${longestLine} MB.`;
        await refuseLine(output, message);
        throw new CopperheadError({ code: "line-too-long", message });
      }
    }),
    interrupt: () => agent.interrupt(),
    close: () => agent.close(),
  };
}

/** The answer to a request whose id was not read. */
async function refuseLine(output: WritableStream<Uint8Array>, reason: string): Promise<void> {
  const error = RequestError.invalidRequest(undefined, reason).toErrorResponse();
  const writer = output.getWriter();
  await writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`));
}
