/** Serves one editor on a pair of byte streams, until it leaves. */
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { Agent } from "./agent.js";
import type { Host } from "./host.js";

export type Served = {
  /** Resolves when the editor has left; rejects where what it sent cannot be read any further. */
  closed: Promise<void>;
  /** Stops what runs; called again, at once. */
  interrupt(): void;
  /** Ends all sessions, their turns and their processes. */
  close(): Promise<void>;
};

export type Streams = { input: ReadableStream<Uint8Array>; output: WritableStream<Uint8Array> };

/** The longest line that is read, in bytes. */
const longestLine = 32 * 1024 * 1024;

/** Answers requests from `input` on `output`, a JSON object a line. */
export function serve(host: Host, { input, output }: Streams): Served {
  const agent = new Agent(host);
  const stream = ndJsonStream(output, input, { maxMessageBytes: longestLine });
  const connection = agent.app().connect(stream);
  return {
    closed: connection.closed,
    interrupt: () => agent.interrupt(),
    close: () => agent.close(),
  };
}
