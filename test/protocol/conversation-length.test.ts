import fc from "fast-check";
import { expect, it } from "vitest";
import {
  boundConversation,
  compactConversation,
  notesOpening,
} from "../../source/protocol/conversation-length.js";
import type { Message } from "../../source/protocol/messages.js";

const turn = (number: number, size: number): Message[] => [
  { role: "user", text: `request ${number}` },
  { role: "assistant", text: null, calls: [{ tool: "read_file", args: { path: "a" } }] },
  { role: "result", tool: "read_file", text: "x".repeat(size) },
  { role: "assistant", text: `answer ${number}`, calls: [] },
];
const lengthOf = (messages: readonly Message[]) => JSON.stringify(messages).length;

it("leaves a short conversation as it is", () => {
  const messages = [...turn(1, 100), ...turn(2, 100)];
  expect(boundConversation(messages)).toBe(messages);
});

it("shortens old results first", () => {
  const messages = Array.from({ length: 30 }, (_, index) => turn(index, 20_000)).flat();
  const bounded = boundConversation(messages);
  expect(bounded).toHaveLength(messages.length);
  expect(lengthOf(bounded)).toBeLessThan(250_000);
  expect(bounded[2]?.text).toMatch(/^x{500}\n\[19500 more characters are left out/);
  expect(bounded.at(-2)).toBe(messages.at(-2));
});

it("leaves the oldest messages out next, with a word, and never a request that waits for its answer", () => {
  const messages: Message[] = [
    ...Array.from({ length: 3000 }, (_, index) => turn(index, 1000)).flat(),
    { role: "user", text: "y".repeat(500_000) },
  ];
  const bounded = boundConversation(messages);
  expect(bounded[0]?.text).toMatch(/^copperhead: The first \d+ messages of this conversation are left out/);
  expect(bounded[1]?.role).toBe("user");
  expect(bounded.at(-1)).toBe(messages.at(-1));
});

it("keeps the repository's notes when it leaves out the oldest messages", () => {
  const notes: Message = { role: "user", text: `${notesOpening} on how to work here` };
  const messages = [notes, ...Array.from({ length: 3000 }, (_, index) => turn(index, 1000)).flat()];
  expect(boundConversation(messages)[1]).toBe(notes);
});

it("is at most as long as its bound, whatever the conversation", () => {
  const text = fc.string({ maxLength: 60 });
  const message = fc.oneof(
    text.map((value): Message => ({ role: "user", text: value })),
    text.map((value): Message => ({ role: "assistant", text: value, calls: [] })),
    text.map((value): Message => ({ role: "result", tool: "t", text: value })),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      const bounded = boundConversation([...messages, { role: "assistant", text: "", calls: [] }], 300);
      const total = bounded.reduce((sum, { text: value }) => sum + (value?.length ?? 0), 0);
      expect(total).toBeLessThanOrEqual(300 + 200);
    }),
  );
});

it("keeps requests and answers when it is compacted, without calls and results", () => {
  const compact = compactConversation([...turn(1, 1000), ...turn(2, 1000)]);
  expect(compact.map(({ text }) => text)).toEqual([
    "request 1",
    "answer 1",
    "request 2",
    "answer 2",
    expect.stringContaining("copperhead: The user had this conversation shortened"),
  ]);
  expect(compactConversation([])).toEqual([]);
});
