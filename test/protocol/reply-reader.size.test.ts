/** Replies built so that a reader which looks twice for each line, or recurses, would not come to an end here. */
import { describe, expect, it } from "vitest";
import { ReplyReader, readReply } from "../../source/protocol/reply-reader.js";
import { sampled } from "../sampled.js";
import { call, toolNames } from "./replies.js";

const fill = (text: string, size = sampled(200_000)): string => text.repeat(Math.ceil(size / text.length));

const replies: [kind: string, text: string][] = [
  ["prose", fill("The trace is 0.2 mm wide.\n")],
  ["one line", fill("wide ")],
  ["blank lines", fill("\n")],
  ["blanks on one line", `${fill(" ")}x`],
  ["emphasis without words", fill("*")],
  ["brackets", fill("[")],
  ["lines of brackets", fill("[\n")],
  ["lines of arrays of objects", fill("[{\n")],
  ["braces", fill("{")],
  ["lines of braces", fill("{\n")],
  ["lines that nest", fill('{"a":\n')],
  ["lines of calls that nest", fill('{"tool":"finish","args":\n')],
  ["lines of unclosed strings", fill('{"tool":"finish","args":{"a":"\n')],
  ["lines that swap what is a string", fill('{",":":\n')],
  ["lines that open a string behind a quote", fill('"{\n')],
  ["a nest with a long string", `${'{"a":\n'.repeat(30)}"${fill("x\n")}`],
  ["a nest that closes without being JSON", `${fill("{x\n")}${fill("}\n")}`],
  [
    "deeper and deeper indentation",
    Array.from({ length: 800 }, (_, depth) => `${" ".repeat(depth)}{"a":`).join("\n"),
  ],
  ["a long broken call", `{"tool":"finish"\n${fill(" x\n")}`],
  ["a broken call before blanks", `{"tool":"finish\n${fill(" ")}x`],
  ["backslashes in a string", `{"tool":"${fill("\\")}`],
  ["objects on a call's line", `${call("finish")}${fill(' {"a":1} {"a":')}`],
  ["calls on a call's line", fill(call("finish"))],
  ["separators behind a call", `${call("finish")}${fill(" ,;")}x`],
  ["fences", fill("```\n")],
  ["fences that open", fill("```js\n")],
  ["a long fence", fill("`")],
  ["tags before an object", `${fill("<a>")}{`],
  ["unclosed tags before an object", `${fill("<a")}{`],
  ["a marker with a long name", `[result of ${fill("_")} x y]`],
  ["a marker of blanks", `[tool ${fill(" ")}result]`],
  ["markers", fill("[user]\n")],
  ["echoes", fill("[assistant]\n")],
];

describe("a reply of tens of thousands of characters and more", () => {
  it.each(replies)("is read: %s", (_, text) => {
    const reader = new ReplyReader(toolNames);
    for (let at = 0; at < text.length; at += 7) {
      reader.push(text.slice(at, at + 7));
    }
    expect(reader.end()).toEqual(readReply(text, toolNames));
  });

  it("may be one call, character by character, with escaped or with raw line ends", () => {
    const content = fill('(wire (pts "a"))\n[user]\n{ [\n', sampled(2_000_000));
    for (const text of [
      call("write_file", { content }),
      `{"tool":"write_file","args":{"content":"${content.replaceAll('"', '\\"')}"}}`,
    ]) {
      const reader = new ReplyReader(toolNames);
      for (const char of text) {
        reader.push(char);
      }
      expect(reader.end().calls).toEqual([{ tool: "write_file", args: { content } }]);
    }
  });

  it("may nest to any depth", () => {
    const depth = sampled(200_000);
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
      expect(readReply(nested, toolNames)).toMatchObject({ text: nested, calls: [] });
      expect(readReply(`{"tool":"finish","args":${nested}}`, toolNames).nudge).toContain("Nested deeper");
    }
  });
});
