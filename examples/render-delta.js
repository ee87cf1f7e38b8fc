// Writes only what a chat does not know yet.
import { renderDelta } from "copperhead/protocol";

/** @type {import("copperhead/protocol").Message[]} */
const messages = [
  { role: "user", text: "What is on net GND?" },
  { role: "assistant", text: null, calls: [{ tool: "list_pins", args: { net: "GND" } }] },
  { role: "result", tool: "list_pins", text: "C1.2\nD1.1" },
];

// The chat has the request, and wrote the call itself.
console.log(renderDelta(messages, 2));
