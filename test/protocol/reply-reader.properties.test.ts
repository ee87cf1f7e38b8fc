import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReplyReader, readReply } from "../../source/protocol/reply-reader.js";
import { sampled } from "../sampled.js";
import { call, fenced, hostileText, toolNames } from "./replies.js";

const sizes = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 30 });

/** Pushes the text in pieces of these sizes, again and again. */
function readPiecewise(text: string, pieces: readonly number[]) {
  const reader = new ReplyReader(toolNames);
  let shown = "";
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = Math.max(1, pieces[turn % pieces.length] ?? 1);
    shown += reader.push(text.slice(at, at + size));
    expect(reader.prose).toBe(shown);
    at += size;
  }
  const reply = reader.end();
  return { shown, reply, prose: reader.prose };
}

describe("any text", () => {
  it("is read the same in pieces as whole, and no prose is taken back", () => {
    fc.assert(
      fc.property(hostileText, sizes, (text, pieces) => {
        const { shown, reply, prose } = readPiecewise(text, pieces);
        expect(reply).toEqual(readReply(text, toolNames));
        expect(prose.startsWith(shown)).toBe(true);
      }),
      { numRuns: sampled(3000) },
    );
  });

  it("is read as a consistent reply", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const reader = new ReplyReader(toolNames);
        reader.push(text);
        const reply = reader.end();
        for (const { tool, args } of reply.calls) {
          expect(toolNames).toContain(tool);
          expect(Object.prototype.toString.call(args)).toBe("[object Object]");
        }
        if (reply.calls.length > 0) {
          expect(reply.nudge).toBeUndefined();
          expect(reader.prose).toBe(reply.text ?? "");
        } else {
          expect(reply.refusals).toEqual([]);
        }
        if (reply.nudge === undefined) {
          expect(reader.prose).toBe(reply.text ?? "");
        }
        expect(reply.notice !== undefined).toBe(reply.discarded !== null);
        if (reply.discarded) {
          expect(text.endsWith(reply.discarded.text)).toBe(true);
          expect(reply.discarded.blocks).toBeGreaterThan(0);
        }
        expect(reply.text).toBe(reply.text?.trim() || null);
        expect(reply.text ?? "").not.toMatch(/\n\s*\n\s*\n/);
      }),
      { numRuns: sampled(3000) },
    );
  });
});

type Part = { text: string; prose?: string; call?: string; block?: true };

const sentence = fc.constantFrom(
  "Checking R4.",
  'The 5" panel',
  "- first",
  "see `{}` there",
  "| a | b |",
  "10 mm {",
);
/** Stands in all that must never be shown. */
const secret = "SECRET";
const content = fc
  .constantFrom("x", "[user]", "a\n[result of run_erc]\nb", '"q" {[', "```\nls\n```", "\\", "é😀")
  .map((text) => `${secret}\n${text}`);

const part: fc.Arbitrary<Part> = fc.oneof(
  sentence.map((prose): Part => ({ text: prose, prose })),
  fc.constant<Part>({ text: fenced("int x;\n{ y; }", "c"), prose: fenced("int x;\n{ y; }", "c") }),
  content.map((text): Part => ({ text: call("write_file", { content: text }), call: "write_file" })),
  content.map((text): Part => ({ text: fenced(call("write_file", { content: text })), call: "write_file" })),
  content.map(
    (text): Part => ({
      text: fenced(JSON.stringify({ tool: "read_file", args: { path: text } }, null, 2), ""),
      call: "read_file",
    }),
  ),
  fc.constant<Part>({ text: "[assistant tool call]" }),
);
const block = fc
  .constantFrom(
    "[user]",
    "[result of run_erc]",
    "**[Result of finish]**",
    "[tool_result for x]",
    "  [user]  ",
  )
  .map((text): Part => ({ text: `${text}\nERC: ${secret}`, block: true }));

describe("a reply made of known parts", () => {
  const reply = fc.record({
    kept: fc.array(part, { maxLength: 8 }),
    thrown: fc.array(fc.oneof(part, block), { maxLength: 8 }),
    marker: fc.option(block, { nil: undefined }),
    lineEnd: fc.constantFrom("\n", "\n\n"),
  });

  it("is kept before the first marker, and counted after it", () => {
    fc.assert(
      fc.property(reply, ({ kept, marker, thrown, lineEnd }) => {
        const behind = marker ? [marker, ...thrown] : [];
        const text = [...kept, ...behind].map((each) => each.text).join(lineEnd);
        const read = readReply(text, toolNames);

        expect(read.calls.map((each) => each.tool)).toEqual(kept.flatMap((each) => each.call ?? []));
        const prose = kept.flatMap((each) => each.prose ?? []);
        expect(read.text?.split(/\n+/) ?? []).toEqual(prose.flatMap((each) => each.split("\n")));
        expect(read.refusals).toEqual([]);
        expect(read.discarded?.blocks ?? 0).toBe(behind.filter((each) => each.block).length);
        expect(read.discarded?.calls ?? 0).toBe(behind.filter((each) => each.call).length);
      }),
      { numRuns: sampled(1000) },
    );
  });
});

describe("the prose", () => {
  it("never contains a part of a call, of its fence, or of what follows a marker", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, block), { maxLength: 8 }), sizes, (parts, pieces) => {
        const { shown } = readPiecewise(parts.map((each) => each.text).join("\n"), pieces);
        expect(shown).not.toContain(secret);
        expect(shown).not.toContain("```json");
      }),
      { numRuns: sampled(500) },
    );
  });
});
