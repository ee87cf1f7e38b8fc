// Asks Cursor for its reasoning alone, with a tool of your own: Cursor proposes the call, this program answers it.
// Needs the Cursor CLI and its login (agent login).
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CursorProvider, findCursor, findPrivateWorkspace } from "copperhead/cursor";
import { z } from "zod";

const tools = [
  {
    name: "list_pins",
    description: "Lists the pins of a net.",
    parameters: z.toJSONSchema(z.object({ net: z.string() })),
  },
];

const provider = new CursorProvider({
  binary: (await findCursor()).path,
  workspace: await findPrivateWorkspace(`example-${process.pid}`, process.env),
  startLock: join(tmpdir(), `copperhead-example-${process.pid}.lock`),
  tripwire: "strict",
  idleTimeoutMs: 120_000,
  preamble: "You know circuits. Use list_pins before you answer.",
});

/** @type {import("copperhead/protocol").Message[]} */
const messages = [{ role: "user", text: "What is on net GND?" }];
try {
  for (let step = 1; step <= 5; step++) {
    const { text, calls } = await provider.chat(messages, tools, {
      signal: AbortSignal.timeout(300_000),
      onEvent: (event) => {
        if (event.type === "prose") {
          process.stdout.write(event.delta);
        }
      },
    });
    messages.push({ role: "assistant", text, calls });
    if (calls.length === 0) {
      break;
    }
    for (const { tool } of calls) {
      messages.push({ role: "result", tool, text: "C1.2\nD1.1" });
    }
  }
} finally {
  await provider.dispose();
}
console.log();
