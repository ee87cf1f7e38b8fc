import { describe, expect, it } from "vitest";
import { ReplyText } from "../../../source/cursor/reasoning/reply-text.js";
import { AssistantText } from "../../../source/cursor/stream/assistant-text.js";
import { cursorStreamEvent } from "../../../source/cursor/stream/events.js";
import { completed, delta, lastRecap, recap, started } from "../stream.js";

function read(events: object[], final: string) {
  const reply = new ReplyText();
  const text = new AssistantText();
  const parts = events.map((each) => {
    const event = cursorStreamEvent.parse(each);
    const { ended } = text;
    const part = reply.addText(text.push(event)) + (text.ended > ended ? reply.endSegment() : "");
    return event.type === "tool_call" ? part + reply.addPlan(event) : part;
  });
  const settled = reply.settle(text.settle(final));
  return settled.replaced ? settled : { text: parts.join("") + settled.text, parts };
}

const todos = (id: string) => [started(id, "updateTodos"), completed(id, "updateTodos", {}, { success: {} })];
const plan = (id: string, text: string) => [
  started(id, "createPlan", { plan: text }),
  completed(id, "createPlan", { plan: text }, { success: {} }),
];

describe("ReplyText", () => {
  it("joins segments with a blank line", () => {
    const events = [
      delta("a"),
      recap("a"),
      ...todos("1"),
      ...todos("2"),
      delta("b"),
      delta("c"),
      lastRecap("bc"),
    ];
    expect(read(events, "abc")).toMatchObject({ text: "a\n\nbc" });
  });

  it("reads a plan as reply text, once however often it is repeated", () => {
    const events = [delta("a"), ...plan("1", "# Plan\ndo it"), ...plan("2", "# Plan\ndo it"), delta("b")];
    expect(read(events, "ab")).toMatchObject({ text: "a\n\n# Plan\ndo it\n\nb" });
    expect(read(plan("1", "only"), "")).toMatchObject({ text: "only" });
    expect(read([...plan("1", "one"), ...plan("2", "two")], "")).toMatchObject({ text: "one\n\ntwo" });
  });

  it("adds what a completed plan has beyond its start", () => {
    const events = [
      started("1", "createPlan", { plan: "# Pl" }),
      completed("1", "createPlan", { plan: "# Plan" }, { success: {} }),
    ];
    expect(read(events, "")).toMatchObject({ text: "# Plan" });
  });

  it("drops a segment that only repeats the plan, and nothing else", () => {
    const again = [...plan("1", "do it"), delta("\ndo"), delta(" it"), delta("\n")];
    expect(read(again, "\ndo it\n")).toMatchObject({ text: "do it" });
    const longer = [...plan("1", "do it"), delta("do it"), delta(" now")];
    expect(read(longer, "do it now")).toMatchObject({
      text: "do it\n\ndo it now",
      parts: ["do it", "", "", "\n\ndo it now"],
    });
    const shorter = [...plan("1", "do it"), delta("do")];
    expect(read(shorter, "do")).toMatchObject({ text: "do it\n\ndo" });
    const split = [...plan("1", "do it"), delta("do"), ...todos("2"), delta("x")];
    expect(read(split, "dox")).toMatchObject({ text: "do it\n\ndo\n\nx" });
  });

  it("puts the result in the place of what was streamed where they differ, plans kept", () => {
    const events = [delta("wrong"), ...plan("1", "do it")];
    expect(read(events, "right")).toEqual({ text: "right\n\ndo it", replaced: true });
  });
});
