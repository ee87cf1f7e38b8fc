// Decodes the stream-json on stdin, or of a file: node read-events.js <file>. What is not known is kept, not refused.
import { createReadStream } from "node:fs";
import { readEvents } from "copperhead/cursor";

const [file] = process.argv.slice(2);

for await (const item of readEvents(file === undefined ? process.stdin : createReadStream(file))) {
  switch (item.kind) {
    case "event":
      console.log(item.event.type, "subtype" in item.event ? (item.event.subtype ?? "") : "");
      break;
    case "unknown":
      console.log("unknown:", item.type, item.reason);
      break;
    case "text":
      console.log("no JSON:", item.text);
  }
}
