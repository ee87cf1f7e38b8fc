/** The lines of a client: messages pass, all else is answered. */
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkedLines } from "../../source/mcp/checked-lines.js";

/** Writes the bytes in pieces; returns what passed, and the codes of what was refused. */
async function pass(bytes: Buffer, sizes: readonly number[] = []) {
  const refused: number[] = [];
  const lines = checkedLines((line) => refused.push(JSON.parse(line).error.code));
  const passed = text(lines);
  let from = 0;
  for (const size of sizes) {
    lines.write(bytes.subarray(from, from + size));
    from += size;
  }
  lines.end(bytes.subarray(from));
  return { passed: await passed, refused };
}

const request = { jsonrpc: "2.0", id: 1, method: "ping" };

it("passes requests, notifications and answers", async () => {
  const messages = [
    request,
    { ...request, id: "a", params: { x: 1 } },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 7, result: {} },
    { jsonrpc: "2.0", id: 7, error: { code: 1, message: "no" } },
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  expect(await pass(Buffer.from(input))).toEqual({ passed: input, refused: [] });
});

it("answers each line that is none, and no empty one", async () => {
  const wrong = [
    null,
    7,
    [],
    [request],
    {},
    { jsonrpc: "2.0" },
    { ...request, jsonrpc: "1.0" },
    { ...request, id: {} },
    { ...request, id: 1.5 },
    { ...request, method: 7 },
  ];
  for (const value of wrong) {
    const line = JSON.stringify(value);
    expect(await pass(Buffer.from(`${line}\n`)), line).toEqual({ passed: "", refused: [-32600] });
  }
  expect(await pass(Buffer.from("{not json\n\n \r\n\ufffd\n"))).toEqual({
    passed: "",
    refused: [-32700, -32700],
  });
});

it("reads the same lines however they are cut", async () => {
  const input = Buffer.from(`${JSON.stringify({ ...request, params: { text: "µΩ→" } })}\n{bad\n`.repeat(5));
  const whole = await pass(input);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 60 })), async (sizes) => {
      expect(await pass(input, sizes)).toEqual(whole);
    }),
  );
});

it("reads no line of more than 8 MB", async () => {
  const refused: string[] = [];
  const lines = checkedLines((line) => refused.push(line));
  const failed = text(lines);
  lines.write(Buffer.alloc(8 * 1024 * 1024, "x"));
  expect(refused).toEqual([]);
  lines.write("x");
  await expect(failed).rejects.toMatchObject({ failure: { code: "line-too-long" } });
  expect(JSON.parse(refused[0] ?? "")).toMatchObject({
    id: null,
    error: { code: -32600, message: "A line is longer than 8 MB." },
  });
});
