// Lets Cursor's own tools act in a folder, and follows what they do: node cursor-adapter.js <folder> <request>
// Needs the Cursor CLI and its login (agent login). Without --force, Cursor rejects what it would have asked for.
import { CursorAdapter } from "copperhead/cursor";

const [cwd = process.cwd(), input = "Which files are here?"] = process.argv.slice(2);
const adapter = new CursorAdapter();
const events = adapter.streamEvents();

const { sessionId, resumeCursor } = await adapter.startSession({ cwd, approvalPolicy: "on-request" });
console.log(`To go on later: resumeCursor ${JSON.stringify(resumeCursor)}`);
const turn = await adapter.sendTurn({ sessionId, input });

for await (const event of events) {
  if (event.type === "message.delta") {
    process.stdout.write(event.delta);
  }
  if (event.type === "tool.completed") {
    console.log(`\n[${event.title}: ${event.outcome}]`);
  }
  if (event.type === "turn.completed") {
    break;
  }
}
console.log(`\n${(await turn.completed).status}`);
await adapter.stopAll();
