import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineRedactor } from "../../../source/workspace/secrets/line-redaction.js";
import { Redactor } from "../../../source/workspace/secrets/redaction.js";
import { sampled } from "../../sampled.js";
import { credentials, samples } from "./secret-samples.js";

const environment = { SERVICE_PASSWORD: "open sesame 42" };
const redactor = new Redactor(environment);

function redactLines(lines: string[]): string[] {
  const stream = new LineRedactor(redactor);
  return [...lines.flatMap((line) => stream.push(line)), ...stream.end()];
}

const delta = (text: string) =>
  JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text }] } });
const thought = (text: string) => JSON.stringify({ type: "thinking", subtype: "delta", text });

/** The texts of one type of line, put together. */
function joined(lines: string[], type: string): string {
  return lines
    .map((line) => JSON.parse(line))
    .filter((event) => event.type === type)
    .map((event) => event.text ?? event.message.content[0].text)
    .join("");
}

const secrets = [
  ...samples.map(([, secret]) => secret),
  "open sesame 42",
  "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bJvB2x0bXk5\nabcdEFGH0123456789==\n-----END PRIVATE KEY-----",
  "postgres://ann:pa55word@db.example.com/x",
  "DB_PASSWORD=hunter2hunter2",
  "Authorization: Bearer abcdefgh12345678",
  ...credentials.map(([text]) => text),
];

const words = fc.array(
  fc.constantFrom("see ", "the key: ", "board.kicad_pcb ", "s", "gh", "\n", "now.", "12345678"),
  {
    maxLength: 6,
  },
);
const text = fc
  .array(
    fc.oneof(
      words.map((parts) => parts.join("")),
      fc.constantFrom(...secrets).map((secret) => ` ${secret} `),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(""));
const pieces = fc.tuple(text, fc.array(fc.nat(), { maxLength: 30 })).map(([whole, cuts]) => {
  const at = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((one, other) => one - other);
  return { whole, parts: [0, ...at].map((start, index) => whole.slice(start, at[index] ?? whole.length)) };
});

describe("text that comes in pieces", () => {
  it("is redacted as the whole text would be, wherever it is cut", () => {
    fc.assert(
      fc.property(pieces, ({ whole, parts }) => {
        const lines = redactLines(parts.map(delta));
        expect(lines).toHaveLength(parts.length);
        expect(joined(lines, "assistant")).toBe(redactor.text(whole));
      }),
      { numRuns: sampled(500) },
    );
  });

  it("is so for each kind of line by itself, and other lines between them stay in their place", () => {
    fc.assert(
      fc.property(pieces, pieces, (answer, thinking) => {
        const lines: string[] = [];
        const [left, right] = [[...answer.parts], [...thinking.parts]];
        while (left.length + right.length > 0) {
          const [one, other] = [left.shift(), right.shift()];
          if (one !== undefined) {
            lines.push(delta(one));
          }
          lines.push(
            JSON.stringify({ type: "tool_call", subtype: "started", call_id: `call-${lines.length}` }),
          );
          if (other !== undefined) {
            lines.push(thought(other));
          }
        }
        const redacted = redactLines(lines);
        expect(joined(redacted, "assistant")).toBe(redactor.text(answer.whole));
        expect(joined(redacted, "thinking")).toBe(redactor.text(thinking.whole));
        expect(redacted.map((line) => JSON.parse(line).type)).toEqual(
          lines.map((line) => JSON.parse(line).type),
        );
      }),
    );
  });

  it("is redacted one character a line", () => {
    for (const secret of secrets) {
      const lines = redactLines(Array.from(`x ${secret} y`, delta));
      expect(joined(lines, "assistant")).toBe(redactor.text(`x ${secret} y`));
      expect(joined(lines, "assistant")).not.toContain(secret);
    }
  });
});

describe("waiting", () => {
  it("ends as soon as nothing can become a secret", () => {
    const stream = new LineRedactor(redactor);
    const lines = ["Reading ", "numbers.txt ", "now.", " Done: ", "3 files", "\n"].map(delta);
    for (const line of lines) {
      expect(stream.push(line)).toEqual([line]);
    }
    expect(stream.push(delta(" gh"))).toEqual([]);
    const tool = JSON.stringify({ type: "tool_call" });
    expect(stream.push(tool)).toEqual([]);
    expect(stream.push(delta("ost"))).toEqual([delta(" gh"), tool, delta("ost")]);
  });

  it("does not go on for ever: what may become a secret is then taken for one", () => {
    const stream = new LineRedactor(redactor);
    expect(stream.push(delta("it is sk-abc"))).toEqual([]);
    const huge = JSON.stringify({ type: "tool_call", output: "x ".repeat(5_000_000) });
    expect(stream.push(huge)).toEqual([delta("it is [redacted]"), huge]);
    expect(stream.end()).toEqual([]);
  });
});

describe("other lines", () => {
  it("that are no JSON are texts, which may hold one secret together", () => {
    const key =
      "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bJvB2x0bXk5\nabcd==\n-----END PRIVATE KEY-----";
    const lines = redactLines(["Error: T: [canceled]", "", ...key.split("\n"), "{ torn", "the end"]);
    expect(lines).toEqual(["Error: T: [canceled]", "", "[redacted]", "", "", "", "{ torn", "the end"]);
  });

  it("keep their JSON, whole texts and fields redacted, nesting of any depth survived", () => {
    const [, secret] = samples[0] ?? ["", ""];
    const deep = `${"[".repeat(200_000)}"${secret}"${"]".repeat(200_000)}`;
    const lines = redactLines([
      JSON.stringify({
        type: "assistant",
        message: { content: [{ type: "text", text: `whole ${secret}` }] },
      }),
      JSON.stringify({
        type: "tool_call",
        args: { command: `curl -H "Authorization: Bearer ${secret}"` },
        n: 1.5,
      }),
      JSON.stringify({ type: { toString: 1 }, text: secret }),
      deep,
    ]);
    expect(lines).toHaveLength(4);
    expect(lines.join("\n")).not.toContain(secret);
    expect(JSON.parse(lines[1] ?? "")).toEqual({
      type: "tool_call",
      args: { command: 'curl -H "Authorization: Bearer [redacted]"' },
      n: 1.5,
    });
  });

  it("are all given back, as JSON where they were JSON", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.json(),
            fc.string().map((line) => line.replaceAll("\n", " ")),
          ),
        ),
        (lines) => {
          const redacted = redactLines(lines);
          expect(redacted).toHaveLength(lines.length);
          for (const [index, line] of lines.entries()) {
            let value: unknown;
            try {
              value = JSON.parse(line);
            } catch {
              continue;
            }
            expect(JSON.parse(redacted[index] ?? "")).toEqual(value);
          }
        },
      ),
    );
  });
});
