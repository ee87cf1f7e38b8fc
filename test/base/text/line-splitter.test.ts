import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "../../../source/base/text/line-splitter.js";

const line = fc.string({
  unit: fc.constantFrom("a", "é", "漢", "😀", "\r", " ", "{", "\ufeff"),
  maxLength: 20,
});

/** The lines of a text without a byte order mark, each without its end. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const whole = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  return whole.map((one) => one.replace(/\r$/, ""));
}

function split(bytes: Uint8Array, sizes: readonly number[]): string[] {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  let start = 0;
  for (const size of sizes) {
    lines.push(...splitter.push(bytes.subarray(start, start + size)));
    start += size;
  }
  return [...lines, ...splitter.push(bytes.subarray(start)), ...splitter.end()];
}

test("the lines are the same however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(7)), (lines, sizes) => {
      const text = lines.join("\n");
      expect(split(Buffer.from(text), sizes)).toEqual(linesOf(text));
    }),
  );
});

test("a chunk of any size is read, and characters are not cut within it", () => {
  const text = `${"漢".repeat(50_000)}\n${"😀\n".repeat(50_000)}end`;
  expect(split(Buffer.from(text), [])).toEqual(linesOf(text));
});

test("bytes that are no UTF-8 cost their own line alone", () => {
  const bytes = Buffer.concat([Buffer.from([0xe6, 0xbc]), Buffer.from("\nb\n")]);
  expect(split(bytes, [])).toEqual(["\ufffd", "b"]);
});
