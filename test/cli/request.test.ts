import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { readRequest } from "../../source/cli/request.js";

function piped(...chunks: (string | Buffer)[]): PassThrough {
  const stdin = new PassThrough();
  for (const chunk of chunks) {
    stdin.write(chunk);
  }
  stdin.end();
  return stdin;
}

const terminal = Object.assign(new PassThrough(), { isTTY: true });
const silent = () => {};

describe("readRequest", () => {
  it("is the arguments, stdin, or both with a blank line between", async () => {
    expect(await readRequest(["move", "R1"], terminal, silent)).toBe("move R1");
    expect(await readRequest([], piped("from stdin\n"), silent)).toBe("from stdin");
    expect(await readRequest(["explain"], piped("a log\nof two lines\n"), silent)).toBe(
      "explain\n\na log\nof two lines",
    );
    expect(await readRequest(["explain"], piped(), silent)).toBe("explain");
  });

  it("keeps a character whole that was cut between two reads", async () => {
    const bytes = Buffer.from("10 kΩ");
    expect(await readRequest([], piped(bytes.subarray(0, 4), bytes.subarray(4)), silent)).toBe("10 kΩ");
  });

  it("refuses where there is neither", async () => {
    await expect(readRequest([], piped("  \n"), silent)).rejects.toThrow(/There is no request/);
    await expect(readRequest([], terminal, silent)).rejects.toThrow(/There is no request/);
  });

  it("leaves out a stdin that stays silent, with a warning", async () => {
    const warnings: string[] = [];
    const stdin = new PassThrough();
    expect(await readRequest(["move R1"], stdin, (warning) => warnings.push(warning), 20)).toBe("move R1");
    expect(warnings).toEqual([expect.stringContaining("Nothing came on stdin")]);
    expect(stdin.destroyed).toBe(true);
  });

  it("waits for a slow stdin once its first byte is there", async () => {
    const stdin = new PassThrough();
    stdin.write("first");
    const request = readRequest(["x"], stdin, silent, 20);
    setTimeout(() => stdin.end(", last"), 100);
    expect(await request).toBe("x\n\nfirst, last");
  });
});
