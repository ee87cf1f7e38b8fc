import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AssistantText } from "../../../source/cursor/stream/assistant-text.js";
import { cursorStreamEvent } from "../../../source/cursor/stream/events.js";
import { completed, delta, lastRecap, recap, started } from "../stream.js";

function read(events: object[], result?: string) {
  const text = new AssistantText();
  const deltas = events.map((event) => text.push(cursorStreamEvent.parse(event)));
  const settled = text.settle(result);
  return { deltas: deltas.join("") + settled.rest, ...settled };
}

const call = (id: string) => [started(id, "read"), completed(id, "read", {}, { success: {} })];

describe("AssistantText", () => {
  it("counts deltas as new and recaps as repeated, with the partial flag", () => {
    const events = [delta("ha"), delta("ha"), recap("haha"), ...call("1"), delta("ha"), lastRecap("ha")];
    expect(read(events, "hahaha")).toEqual({
      deltas: "hahaha",
      text: "hahaha",
      segments: ["haha", "ha"],
      rest: "",
      replaced: false,
    });
  });

  it("reads recaps as the text, without the partial flag", () => {
    const events = [recap("First."), ...call("1"), ...call("2"), lastRecap("Second.")];
    expect(read(events, "First.Second.")).toMatchObject({
      deltas: "First.Second.",
      segments: ["First.", "Second."],
    });
  });

  it("adds what a recap has beyond the deltas", () => {
    expect(read([delta("He"), lastRecap("Hello")], "Hello").deltas).toBe("Hello");
  });

  it("knows a last recap of the whole answer", () => {
    const events = [delta("A"), recap("A"), ...call("1"), delta("B"), lastRecap("AB")];
    expect(read(events, "AB")).toMatchObject({ deltas: "AB", replaced: false });
    expect(read(events, "AB").warning).toBeUndefined();
  });

  it("keeps one segment over parallel calls, and ends it at an orphan completion", () => {
    const parallel = [started("1", "read"), started("2", "read"), delta("a")];
    const ended = completed("1", "read", {}, { success: {} });
    expect(read([...parallel, ended, delta("b"), lastRecap("ab")], "ab").segments).toEqual(["ab"]);
    const orphan = completed("9", "read", {}, { success: {} });
    expect(read([delta("a"), orphan, delta("b"), lastRecap("b")], "ab").segments).toEqual(["a", "b"]);
  });

  it("parts two segments without a call between them, with and without the partial flag", () => {
    const deltas = [delta("One."), lastRecap("One."), delta("Two."), lastRecap("Two.")];
    for (const events of [deltas, [lastRecap("One."), lastRecap("Two.")], [recap("One."), recap("Two.")]]) {
      const settled = read(events, "One.Two.");
      expect(settled).toMatchObject({ deltas: "One.Two.", segments: ["One.", "Two."], replaced: false });
      expect(settled.warning).toBeUndefined();
    }
  });

  it("lets a recap that fits nothing lose to the result, with a warning", () => {
    const odd = read([delta("Hello"), lastRecap("Goodbye")], "Hello");
    expect(odd).toMatchObject({ deltas: "Hello", text: "Hello", replaced: false });
    expect(odd.warning).toContain("final text");
    const other = read([delta("Hello"), lastRecap("Hello")], "Goodbye");
    expect(other).toMatchObject({ text: "Goodbye", segments: ["Goodbye"], replaced: true });
    expect(other.warning).toContain("final text");
  });

  it("adds what only the result has, and keeps what was streamed where the result is empty", () => {
    expect(read([delta("He")], "Hello")).toMatchObject({ text: "Hello", rest: "llo" });
    expect(read([delta("Hello\n")], "Hello")).toMatchObject({ text: "Hello\n", replaced: false });
    expect(read([delta("Hello")], "").text).toBe("Hello");
    expect(read([delta("Hello")]).text).toBe("Hello");
  });

  it("has exactly the result's text for any segments, either way", () => {
    const segment = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.boolean(), (streamed, partial) => {
        const events = streamed.flatMap((pieces, index) => {
          const text = pieces.join("");
          const again =
            index === streamed.length - 1 ? [lastRecap(text)] : [recap(text), ...call(String(index))];
          return partial ? [...pieces.map(delta), ...again] : again;
        });
        const whole = streamed.flat().join("");
        const settled = read(events, whole);
        expect(settled.deltas).toBe(whole);
        expect(settled.warning).toBeUndefined();
        expect(settled.segments).toEqual(streamed.map((pieces) => pieces.join("")));
      }),
    );
  });
});
