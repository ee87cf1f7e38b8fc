/** The lines of a client that are messages; what is none is answered, not passed over in silence. */
import { Transform } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { CopperheadError } from "../base/failure.js";
import { LineSplitter } from "../base/text/line-splitter.js";

/** The longest line that is read, in characters. */
const longestLine = 8 * 1024 * 1024;

/**
 * Passes on each line that is a JSON-RPC message; `refuse` is given the answer to any other, a line of JSON. Fails with
 * `line-too-long` where a line is longer than it reads.
 */
export function checkedLines(refuse: (line: string) => void): Transform {
  const lines = new LineSplitter();
  let waiting = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const end = bytes.lastIndexOf("\n");
      waiting = end < 0 ? waiting + bytes.length : bytes.length - end - 1;
      if (waiting > longestLine) {
        const message = `A line is longer than ${longestLine / 1024 / 1024} MB.`;
        refuse(refusal(-32600, message));
        done(new CopperheadError({ code: "line-too-long", message }));
        return;
      }
      for (const line of lines.push(bytes).filter((one) => one.trim() !== "")) {
        const wrong = faultOf(line);
        if (wrong !== undefined) {
          refuse(wrong);
        } else {
          this.push(`${line}\n`);
        }
      }
      done();
    },
  });
}

function faultOf(line: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refusal(-32700, "Parse error: the line is not JSON.");
  }
  try {
    parseJSONRPCMessage(value);
    return undefined;
  } catch {
    return refusal(-32600, "Invalid request: a JSON-RPC 2.0 message is needed.");
  }
}

function refusal(code: number, text: string): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: text } })}\n`;
}
