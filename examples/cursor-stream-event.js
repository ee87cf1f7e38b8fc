// Judges one line of the Cursor CLI's stream-json strictly: a type that is not known is refused by name.
import { cursorStreamEvent } from "copperhead/cursor";

const lines = [
  '{"type":"thinking","subtype":"delta","text":"Opening the board.","session_id":"chat-1","timestamp_ms":1}',
  '{"type":"telepathy","session_id":"chat-1"}',
];

for (const line of lines) {
  const parsed = cursorStreamEvent.safeParse(JSON.parse(line));
  console.log(parsed.success ? `known: ${parsed.data.type}` : `refused: ${parsed.error.issues[0]?.message}`);
}
