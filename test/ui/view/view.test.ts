import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benchText } from "../../../bench/text.js";
import type { RuntimeEvent, RuntimeEventBody } from "../../../source/base/events.js";
import { renderMarkdown } from "../../../source/ui/rows/render-markdown.js";
import { splitBlocks, tailOfBlock } from "../../../source/ui/view/blocks.js";
import { commitBlocks, reduceEvents, reduceView } from "../../../source/ui/view/reduce-view.js";
import { emptyView, type Item, type View } from "../../../source/ui/view/view.js";

/** Events that come a second apart. */
function eventsOf(bodies: readonly RuntimeEventBody[]): RuntimeEvent[] {
  return bodies.map(
    (body, index) =>
      ({
        eventId: String(index),
        provider: "cursor",
        sessionId: "s",
        createdAt: new Date(index * 1000).toISOString(),
        ...body,
      }) as RuntimeEvent,
  );
}

/** Reduces events that come a second apart. */
function view(...bodies: RuntimeEventBody[]): View {
  return eventsOf(bodies).reduce<View>(reduceView, emptyView);
}

const kinds = ({ history }: View) => history.map(({ kind }) => kind);
const prose = ({ history }: View) =>
  history.flatMap((item: Item) => (item.kind === "prose" ? [item.text] : [])).join("");

const delta = (text: string, itemId = "t:assistant"): RuntimeEventBody => ({
  type: "message.delta",
  delta: text,
  itemId,
});
const whole = (text: string, itemId = "t:assistant"): RuntimeEventBody => ({
  type: "message.completed",
  text,
  itemId,
});
const started: RuntimeEventBody = {
  type: "tool.started",
  itemId: "t:1",
  toolKind: "other",
  title: "read_file a",
  origin: "copperhead",
};
const completed: RuntimeEventBody = { ...started, type: "tool.completed", outcome: "success" };

test("several events at once come to what they come to one after the other", () => {
  const bodies = [
    started,
    completed,
    delta("a\n\n"),
    delta("b"),
    whole("a\n\nb"),
    { type: "runtime.warning" as const, message: "m" },
    { type: "turn.started" as const },
  ];
  const list = fc.array(fc.tuple(fc.constantFrom(...bodies), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(list, (made) => {
      const events = eventsOf(made.map(([body]) => body));
      const ends = made.flatMap(([, isEnd], index) => (isEnd ? [index + 1] : []));
      const pieces = [0, ...ends].map((from, index) => events.slice(from, ends[index]));
      expect(pieces.reduce(reduceEvents, emptyView)).toEqual(events.reduce(reduceView, emptyView));
    }),
  );
});

describe("what goes to the history, and in which order", () => {
  test("that the user stopped the turn is shown once", () => {
    const interrupted = "The turn was interrupted.";
    const { history } = view(
      { type: "turn.started" },
      { type: "runtime.error", code: "interrupted", message: interrupted },
      { type: "turn.completed", status: "interrupted", exitCode: 130, errorMessage: interrupted },
    );
    expect(history).toEqual([
      { kind: "turn", status: "interrupted", exitCode: 130, durationMs: 2000, files: [] },
    ]);
  });

  test("a file that several calls change is counted once, with all of its lines", () => {
    const { history } = view(
      { type: "turn.started" },
      { type: "file.changed", path: "a", added: 1, removed: 0 },
      { type: "file.changed", path: "b", added: 1, removed: 1 },
      { type: "file.changed", path: "a", added: 2, removed: 1 },
      { type: "turn.completed", status: "completed", exitCode: 0 },
    );
    expect(history.at(-1)).toMatchObject({
      files: [
        { path: "a", added: 3, removed: 1 },
        { path: "b", added: 1, removed: 1 },
      ],
    });
  });

  test("files that were put back did not change", () => {
    const { history } = view(
      { type: "turn.started" },
      { type: "file.changed", path: "a", added: 1, removed: 0 },
      { type: "runtime.warning", code: "restored", message: "Put back as before the turn: a" },
      { type: "turn.completed", status: "failed", exitCode: 6 },
    );
    expect(history.at(-1)).toMatchObject({ kind: "turn", files: [] });
  });

  test("a thought when it is completed, or when something follows it", () => {
    const thought = view(
      { type: "turn.started" },
      { type: "thinking.delta", delta: "hm" },
      { type: "thinking.completed" },
    );
    expect(thought.history).toEqual([{ kind: "thought", text: "hm", durationMs: 1000 }]);
    expect(kinds(view({ type: "thinking.delta", delta: "hm" }, started))).toEqual(["thought"]);
    expect(kinds(view({ type: "thinking.delta", delta: "hm" }, delta("x")))).toEqual(["thought"]);
  });

  test("prose before the call that follows it, a call when it is over", () => {
    const after = view(
      { type: "turn.started" },
      delta("I look."),
      started,
      completed,
      delta("It is there."),
      whole("It is there."),
    );
    expect(kinds(after)).toEqual(["prose", "call", "prose"]);
    expect(after.turn?.done).toEqual({ succeeded: 1, failed: 0 });
    expect(after.calls).toEqual([]);
  });

  test("a call completed without a start is shown all the same", () => {
    const [item] = view({ type: "turn.started" }, { ...completed, outcome: "rejected" }).history;
    expect(item).toMatchObject({
      kind: "call",
      call: { title: "read_file a", outcome: "rejected", durationMs: 0 },
    });
  });

  test("an answer that came whole is shown once, as is one that came in deltas", () => {
    expect(prose(view(whole("the answer", "t:answer")))).toBe("the answer");
    expect(prose(view(delta("the "), delta("answer"), whole("the answer")))).toBe("the answer");
    expect(prose(view(delta("a"), whole("a"), whole("b", "t:answer")))).toBe("ab");
  });

  test("the end of a turn does not repeat its error", () => {
    const ended = view(
      { type: "turn.started" },
      { type: "runtime.error", message: "No network." },
      { type: "turn.completed", status: "failed", exitCode: 1, errorMessage: "No network." },
    );
    expect(kinds(ended)).toEqual(["notice", "turn"]);
    expect(ended.history[1]).not.toHaveProperty("errorMessage");
    expect(ended.history[1]).toMatchObject({ exitCode: 1 });
    expect(ended.calls).toEqual([]);
    expect(ended.turn).toBeUndefined();
  });

  test("discarded parts are shown and counted over the turn", () => {
    const event: RuntimeEventBody = { type: "reply.discarded", blocks: 1, calls: 2, notice: "n" };
    expect(view({ type: "turn.started" }, event, event).turn?.discarded).toEqual({
      replies: 2,
      blocks: 2,
      calls: 4,
    });
  });
});

describe("blocks of a growing answer", () => {
  test.each<[string, string, string]>([
    ["One.\n\nTwo", "", "One.\n\nTwo"],
    ["One.\n\nTwo.\n", "One.\n\n", "Two.\n"],
    ["```ts\na\n\nb\n", "", "```ts\na\n\nb\n"],
    ["```ts\na\n```\n\nAfter\n", "```ts\na\n```\n\n", "After\n"],
    ["## One\n\nTwo", "## One\n\n", "Two"],
    ["## One", "", "## One"],
    ["1. a\n\n2", "", "1. a\n\n2"],
    ["1. a\n\n2. b\n", "", "1. a\n\n2. b\n"],
  ])("%j", (text, finished, rest) => {
    expect(splitBlocks(text)).toEqual({ finished, rest });
  });

  test("however the deltas are cut, the history shows the same as the whole", () => {
    const source = benchText().slice(0, 4000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 5, maxLength: 40 }), (sizes) => {
        let state: View = emptyView;
        let at = 0;
        for (let index = 0; at < source.length; index++) {
          const piece = source.slice(at, at + (sizes[index % sizes.length] ?? 1));
          at += piece.length;
          state = commitBlocks(
            reduceView(state, { ...delta(piece), createdAt: "2026-01-01T00:00:00Z" } as RuntimeEvent),
          );
        }
        const blocks = [
          ...state.history.map((item) => (item.kind === "prose" ? item.text : "")),
          state.answer?.text ?? "",
        ];
        expect(blocks.join("")).toBe(source);
        const rows = blocks.map((block) => renderMarkdown(block, 80).join("\n")).join("\n\n");
        expect(rows).toBe(renderMarkdown(source, 80).join("\n"));
      }),
      { numRuns: 30 },
    );
  });

  test("of a long fence only the end is parsed, as a fence", () => {
    const tail = tailOfBlock(`\`\`\`python\n${"x = 1\n".repeat(5000)}`);
    expect(tail.length).toBeLessThan(7000);
    expect(tail.startsWith("```python\nx = 1\n")).toBe(true);
  });
});
