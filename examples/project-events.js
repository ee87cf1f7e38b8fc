// Tells the stream-json on stdin, or of a file, as copperhead's canonical events: node project-events.js <file>
import { createReadStream } from "node:fs";
import { projectEvents, readEvents } from "copperhead/cursor";

const [file] = process.argv.slice(2);
const bytes = file === undefined ? process.stdin : createReadStream(file);

for await (const event of projectEvents(readEvents(bytes))) {
  if (event.type === "message.delta") {
    process.stdout.write(event.delta);
  }
  if (event.type === "tool.completed") {
    console.log(`\n[${event.title}: ${event.outcome}] ${event.detail ?? ""}`);
  }
  if (event.type === "turn.completed") {
    console.log(`\n${event.status}, exit code ${event.exitCode}`);
  }
}
