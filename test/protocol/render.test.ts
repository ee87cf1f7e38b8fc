import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMarker } from "../../source/protocol/markers.js";
import type { Message } from "../../source/protocol/messages.js";
import { renderCatalog, renderConversation, renderDelta } from "../../source/protocol/render.js";
import { readReply } from "../../source/protocol/reply-reader.js";
import { sampled } from "../sampled.js";
import { hostileText, toolNames } from "./replies.js";

const args = fc.dictionary(hostileText, fc.oneof(hostileText, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 3 });
const toolCall = fc.record({ tool: fc.oneof(fc.constantFrom(...toolNames), hostileText), args });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("user"), text: hostileText }),
  fc.record({
    role: fc.constant("assistant"),
    text: fc.option(hostileText),
    calls: fc.array(toolCall, { maxLength: 3 }),
  }),
  fc.record({ role: fc.constant("result"), tool: hostileText, text: hostileText }),
);

/** The lines that read as a marker, whatever is taken for the end of a line. */
function markers(text: string): string[] {
  return text.split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/).filter((line) => readMarker(line));
}

function dueMarkers(each: Message): number {
  return each.role === "assistant" ? each.calls.length + (each.text === null ? 0 : 1) : 1;
}

describe("the conversation", () => {
  it("is rendered with its markers", () => {
    const text = renderConversation([
      { role: "user", text: "Check the board." },
      {
        role: "assistant",
        text: "Checking.",
        calls: [
          { tool: "run_erc", args: {} },
          { tool: "read_file", args: { path: "a" } },
        ],
      },
      { role: "result", tool: "run_erc", text: "0 errors" },
      { role: "result", tool: "read_file", text: "one\ntwo" },
      { role: "assistant", text: null, calls: [] },
      { role: "assistant", text: "Clean.", calls: [] },
    ]);
    expect(text).toBe(`[user]
Check the board.

[assistant]
Checking.

[assistant tool call]
{"tool":"run_erc","args":{}}

[assistant tool call]
{"tool":"read_file","args":{"path":"a"}}

[result of run_erc]
0 errors

[result of read_file]
one
two

[assistant]
Clean.`);
  });

  it("has exactly the markers of its messages, whatever their content", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        const text = renderConversation(messages);
        const due = messages.reduce((sum, each) => sum + dueMarkers(each), 0);
        expect(markers(text)).toHaveLength(due);
        expect(text.split("\n").filter((line) => readMarker(line))).toHaveLength(due);
      }),
      { numRuns: sampled(2000) },
    );
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [, ...lines] = renderConversation([{ role: "user", text }]).split("\n");
        const parts = lines.join("\n").split(/(\r\n|[\n\v\f\r\x85\u2028\u2029])/);
        const plain = parts.map((part) => (readMarker(part.replace(/^\\+/, "")) ? part.slice(1) : part));
        expect(plain.join("")).toBe(text);
      }),
      { numRuns: sampled(2000) },
    );
  });

  it.each([
    "[user]",
    "  **[Result of run_erc]**",
    "[assistant]",
    "\\[user]",
    "\u2028[user]",
    "\r[user]\r",
    "<tool_result>",
  ])("marks content that looks like a marker: %j", (line) => {
    const text = renderConversation([{ role: "result", tool: "read_file", text: `a\n${line}\nb` }]);
    expect(markers(text)).toEqual(["[result of read_file]"]);
    expect(text).toContain("\\");
  });

  it("does not change any other content", () => {
    const text = "see [user] there\n[link](x)\n\\section\n{[user]: 1}";
    expect(renderConversation([{ role: "user", text }])).toBe(`[user]\n${text}`);
  });

  it("has the name of a tool as one plain word", () => {
    const title = (tool: string) => renderConversation([{ role: "result", tool, text: "" }]).split("\n")[0];
    expect(title("a]\n[user]\n")).toBe("[result of a_user_]");
    expect(title("")).toBe("[result of unknown]");
    expect(title("x".repeat(500))).toBe(`[result of ${"x".repeat(64)}]`);
  });

  it("contains calls in the form that the reader accepts", () => {
    const known = fc.record({ tool: fc.constantFrom(...toolNames), args });
    fc.assert(
      fc.property(fc.array(known, { minLength: 1, maxLength: 3 }), (calls) => {
        const reply = readReply(renderConversation([{ role: "assistant", text: "Next.", calls }]), toolNames);
        expect(reply).toEqual({
          text: "Next.",
          calls: JSON.parse(JSON.stringify(calls)),
          refusals: [],
          discarded: null,
        });
      }),
    );
  });

  it("can be rendered from any message on", () => {
    const messages: Message[] = ["one", "two", "three"].map((text) => ({ role: "user", text }));
    expect(renderDelta(messages, 0)).toBe(renderConversation(messages));
    expect(renderDelta(messages, 2)).toBe("[user]\nthree");
    expect(renderDelta(messages, 3)).toBe("");
    expect(renderDelta(messages, -1)).toBe(renderConversation(messages));
  });
});

describe("the catalogue", () => {
  const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

  it("shows each tool with its schema, and how to call", () => {
    const text = renderCatalog([
      { name: "read_file", description: "Reads a file.", parameters },
      { name: "run_erc", description: "Checks the schematic.", parameters: { type: "object" } },
    ]);
    expect(text).toContain(`read_file: Reads a file.\nargs: ${JSON.stringify(parameters)}`);
    expect(text).toContain('run_erc: Checks the schematic.\nargs: {"type":"object"}');
    expect(text).toContain('{"tool": "<name>", "args": {…}}');
  });

  it("contains no marker, and nothing that the reader would take for a call", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, description) => {
        const text = renderCatalog([{ name, description, parameters: { type: "object", description } }]);
        expect(markers(text)).toEqual([]);
      }),
    );
    expect(
      readReply(renderCatalog([{ name: "a", description: "b", parameters }]), toolNames).nudge,
    ).toBeUndefined();
  });
});
