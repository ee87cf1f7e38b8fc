// Reads a reply while it arrives: prose comes out as soon as it is certain, calls never show up in it.
import { ReplyReader } from "copperhead/protocol";

const reader = new ReplyReader(["run_erc"]);
for (const delta of ["Let me check", " the schematic.\n\n{", '"tool": "run_erc",', ' "args": {}}\n']) {
  process.stdout.write(reader.push(delta));
}
const { calls } = reader.end();
console.log("\ncalls:", JSON.stringify(calls));
