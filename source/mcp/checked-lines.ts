/** The lines of a client that are messages; what is none is answered, not passed over in silence. */
import { Transform } from "node:stream";
import * as z from "zod";
import { LineSplitter } from "../base/text/line-splitter.js";

/** The longest line that is read, in characters. */
const longestLine = 8 * 1024 * 1024;

const message = z.looseObject({ jsonrpc: z.literal("2.0") });

/** Passes on each line that is a JSON-RPC object; `refuse` is given the answer to any other, a line of JSON. */
export function checkedLines(refuse: (line: string) => void): Transform {
  const lines = new LineSplitter();
  let waiting = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const end = bytes.lastIndexOf("\n");
      waiting = end < 0 ? waiting + bytes.length : bytes.length - end - 1;
      if (waiting > longestLine) {
        refuse(refusal(-32600, `A line is longer than ${longestLine / 1024 / 1024} MB.`));
        this.push(null);
        return;
      }
      for (const line of lines.push(bytes)) {
        const wrong = line.trim() === "" ? undefined : faultOf(line);
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
  try {
    return message.safeParse(JSON.parse(line)).success
      ? undefined
      : refusal(-32600, "Invalid request: a JSON-RPC 2.0 object is needed.");
  } catch {
    return refusal(-32700, "Parse error: the line is not JSON.");
  }
}

function refusal(code: number, text: string): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: text } })}\n`;
}
