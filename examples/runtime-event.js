// Checks what `copperhead --print --output-format stream-json` wrote, line by line:
//   copperhead -p "Is ERC clean?" --output-format stream-json | node runtime-event.js
import { createInterface } from "node:readline";
import { runtimeEvent } from "copperhead/cursor";

for await (const line of createInterface({ input: process.stdin })) {
  const event = runtimeEvent.parse(JSON.parse(line));
  if (event.type === "usage.updated") {
    console.log("tokens written:", event.outputTokens);
  }
  if (event.type === "turn.completed") {
    console.log("ended:", event.status);
  }
}
