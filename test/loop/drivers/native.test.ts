/** The native mode's part of the reducer: one step a turn, events that Cursor's turn has made, a chat that is kept. */
import { describe, expect, it } from "vitest";
import { type Action, isRecorded } from "../../../source/loop/actions.js";
import { recordedAction } from "../../../source/loop/records.js";
import { snapshotOf } from "../../../source/loop/snapshot.js";
import type { RecordedEvent } from "../../../source/recording/recorded-event.js";
import { reduceRecord } from "../../../source/recording/reduce-transcript.js";
import { transcriptMarkdown } from "../../../source/recording/transcript-markdown.js";
import { TranscriptReplay } from "../../../source/recording/transcript-replay.js";
import type { TranscriptRecord } from "../../../source/workspace/sessions/transcript.js";
import { ended, newState, simulate } from "../reducer/simulation.js";

const opened: Action[] = [
  { type: "session-start", sessionId: "s", model: "cursor", mode: "native", repository: "r", version: "0" },
  { type: "user", text: "do it", turnId: "t1" },
  { type: "turn-opened" },
  { type: "step-started", chatId: "c1" },
];

const edit: Action = {
  type: "native-event",
  event: {
    type: "tool.completed",
    itemId: "t1:call",
    toolKind: "file-change",
    title: "Edit",
    origin: "cursor",
    outcome: "success",
    durationMs: 5000,
  },
};

function changed(path: string): Action {
  return { type: "native-event", event: { type: "file.changed", path, added: 1, removed: 0 } };
}

const said: Action = {
  type: "native-event",
  event: { type: "message.completed", itemId: "t1:assistant", text: "Editing.Done." },
};

const answered: Action[] = [
  {
    type: "step",
    chatId: "c1",
    known: 2,
    usage: { inputTokens: 3, outputTokens: 2, cacheReadTokens: 1, cacheWriteTokens: 0 },
  },
  { type: "assistant", text: "Done.", calls: [], refusals: [] },
  { type: "step-ended" },
];

const failure = { code: "transport", message: "The connection was lost.", exitCode: 1 } as const;

function kinds(effects: readonly { type: string }[]): string[] {
  return effects.map(({ type }) => type);
}

describe("a native turn", () => {
  it("emits Cursor's events under the turn's ids, and ends with the last segment as its answer", () => {
    const { events, effects } = simulate([...opened, edit, said, changed("notes.md"), ...answered]);
    expect(events.filter(({ type }) => !/^(session|turn)/.test(type))).toMatchObject([
      { type: "thread.started", threadId: "c1", turnId: "t1" },
      { type: "tool.completed", itemId: "t1:call", threadId: "c1", turnId: "t1" },
      { type: "message.completed", text: "Editing.Done.", turnId: "t1" },
      { type: "file.changed", path: "notes.md", turnId: "t1" },
      { type: "usage.updated", inputTokens: 3 },
    ]);
    expect(kinds(effects)).toEqual(["open-turn", "start-step", "settle-turn"]);
    expect(effects.at(-1)).toMatchObject({
      ending: { status: "completed", exitCode: 0, answer: { text: "Done." } },
    });
  });

  it("is verified where it changed a schematic or a board, and feeds nothing back", () => {
    const verifying = simulate([...opened, changed("a.kicad_sch"), ...answered]);
    expect(kinds(verifying.effects).at(-1)).toBe("verify");
    const { effects } = simulate(
      [{ type: "verification", newErrors: 1, feedback: "repair it" }],
      verifying.state,
    );
    expect(effects).toMatchObject([
      { type: "settle-turn", ending: { exitCode: 6, answer: { text: "Done." } } },
    ]);
    const electrical = { nets: ["net A removed"], others: [] };
    expect(
      simulate([{ type: "verification", newErrors: 0, electrical }], verifying.state).effects,
    ).toMatchObject([{ type: "settle-turn", ending: { exitCode: 0 } }]);
  });

  it("leaves what was typed meanwhile for the next turn", () => {
    const { state, effects } = simulate([
      ...opened.slice(0, 2),
      { type: "user", text: "and this", turnId: "t2" },
      ...opened.slice(2),
      ...answered,
      ended(),
    ]);
    expect(state.turn).toMatchObject({ id: "t2", request: "and this", step: 0 });
    expect(kinds(effects)).toEqual(["open-turn", "start-step", "settle-turn", "open-turn"]);
  });

  it("keeps its chat when it fails, is interrupted, or is cut off with its program", () => {
    const failed = simulate([...opened, { type: "step-failed", failure }, ended({ status: "failed" })]);
    expect(failed.state.chat?.id).toBe("c1");
    const cutOff = simulate([...opened, ...opened.slice(0, 1)]);
    expect(cutOff.state).toMatchObject({ chat: { id: "c1" }, turn: null });
    expect(simulate([{ type: "clear" }], failed.state).state.chat).toBeNull();
  });

  it("has its mode in the snapshot", () => {
    expect(snapshotOf(newState({ mode: "native" }), undefined).mode).toBe("native");
  });
});

describe("its transcript", () => {
  const whole: Action[] = [
    ...opened,
    { type: "native-event", event: { type: "message.delta", itemId: "t1:assistant", delta: "Editing." } },
    edit,
    said,
    changed("notes.md"),
    ...answered,
    ended({ answer: "Done.", filesChanged: ["notes.md"] }),
    { type: "session-end" },
  ];
  const records: TranscriptRecord[] = whole.filter(isRecorded).map(({ type, ...data }, index) => ({
    ts: new Date(Date.parse("2026-05-01T10:00:00Z") + index * 10_000).toISOString(),
    type,
    data,
  }));

  function replay(lines: TranscriptRecord[]): { items: RecordedEvent[]; transcript: TranscriptReplay } {
    const transcript = new TranscriptReplay();
    return {
      items: [...lines.flatMap((record) => transcript.push(record)), ...transcript.end()],
      transcript,
    };
  }

  it("leads to the state it was the log of", () => {
    expect(records.reduce(reduceRecord, newState())).toEqual(simulate(whole, newState()).state);
  });

  it("of an earlier version, where such an event had the type told, is resumed and replayed the same", () => {
    const earlier = records.map((record) => ({
      ...record,
      type: record.type === "native-event" ? "told" : record.type,
    }));
    expect(earlier.filter(({ type }) => type === "told")).toHaveLength(3);
    expect(earlier.reduce(reduceRecord, newState())).toEqual(records.reduce(reduceRecord, newState()));
    const plot = (lines: TranscriptRecord[]) => replay(lines).items.map((item) => ({ ...item, eventId: "" }));
    expect(plot(earlier)).toEqual(plot(records));
    expect(transcriptMarkdown("s", earlier)).toBe(transcriptMarkdown("s", records));
    expect(transcriptMarkdown("s", earlier)).toContain("### Edit (success)");
  });

  it("is replayed whole: calls begin before they end, and deltas join to the message", () => {
    const { items, transcript } = replay(records);
    const types = items.map(({ type }) => type);
    expect(types).toEqual([
      "session.started",
      "request",
      "turn.started",
      "thread.started",
      "tool.started",
      "tool.completed",
      "message.delta",
      "message.completed",
      "file.changed",
      "usage.updated",
      "turn.completed",
      "session.exited",
    ]);
    const [began, over] = items.filter(({ type }) => type.startsWith("tool."));
    expect(Date.parse(over?.createdAt ?? "") - Date.parse(began?.createdAt ?? "")).toBe(5000);
    expect(transcript.lastTurn).toMatchObject({ answer: "Done.", filesChanged: ["notes.md"], exitCode: 0 });
  });

  it("names what a turn that was cut off had changed", () => {
    const { transcript } = replay(
      records.slice(
        0,
        records.findIndex(({ type }) => type === "step"),
      ),
    );
    expect(transcript.lastTurn).toMatchObject({ status: "failed", filesChanged: ["notes.md"] });
  });

  it.each([
    { type: "turn.completed", status: "completed", exitCode: 0 },
    { type: "session.started", schema: "copperhead.events/1" },
    { type: "tool.started", toolKind: "other", title: "x", origin: "cursor" },
  ])("does not accept $type as a record", (event) => {
    expect(recordedAction.safeParse({ type: "native-event", event }).success).toBe(false);
  });
});
