/** Serves one client on stdin and stdout, until it leaves. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { checkedLines } from "./checked-lines.js";
import type { Host } from "./host.js";
import { makeServer } from "./server.js";

/** Resolves when the client has left; rejects with `line-too-long` where what it sent is read no further. */
export function serve(host: Host, input: Readable, output: Writable): Promise<void> {
  const lines = input.pipe(checkedLines((answer) => output.write(answer)));
  return new Promise((resolve, reject) => {
    lines.on("error", reject);
    const transport = new (class extends StdioServerTransport {
      override async close(): Promise<void> {
        await super.close();
        resolve();
      }
    })(lines, output);
    serveStdio(() => makeServer(host), { transport });
  });
}
