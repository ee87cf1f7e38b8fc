// Reads a whole reply of a model: its prose, the calls to run, and the results that it made up.
import { readReply } from "copperhead/protocol";

const reply = readReply(
  [
    "I'll look at the board first.",
    "",
    '{"tool": "read_file", "args": {"path": "board.kicad_pcb"}}',
    "",
    "[result of read_file]",
    "This line was invented, and so is what follows it.",
    '{"tool": "delete_file", "args": {"path": "board.kicad_pcb"}}',
  ].join("\n"),
  ["read_file", "delete_file"],
);

console.log("prose:    ", reply.text);
console.log("to run:   ", JSON.stringify(reply.calls));
console.log("discarded:", reply.discarded?.blocks, "block,", reply.discarded?.calls, "call");
console.log("the model is told:", reply.notice);
