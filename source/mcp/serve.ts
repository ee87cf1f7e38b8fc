/** Serves one client on stdin and stdout, until it leaves. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "./host.js";
import { makeServer } from "./server.js";

/** The longest message that is read, in bytes. */
const longestMessage = 32 * 1024 * 1024;

/** Resolves when the client has left. */
export function serve(host: Host, input: Readable, output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const transport = new (class extends StdioServerTransport {
      override async close(): Promise<void> {
        await super.close();
        resolve();
      }
    })(input, output, { maxBufferSize: longestMessage });
    serveStdio(() => makeServer(host), { transport });
  });
}
