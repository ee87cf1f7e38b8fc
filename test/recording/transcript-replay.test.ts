import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuntimeEvent } from "../../source/base/events.js";
import { type Action, isRecorded } from "../../source/loop/actions.js";
import { readReply } from "../../source/protocol/reply-reader.js";
import type { RecordedEvent } from "../../source/recording/recorded-event.js";
import { TranscriptReplay } from "../../source/recording/transcript-replay.js";
import { tools } from "../../source/tools/catalog.js";
import type { TranscriptRecord } from "../../source/workspace/sessions/transcript.js";
import {
  ended,
  finished,
  newState,
  opened,
  ran,
  replied,
  simulate,
  wrote,
} from "../loop/reducer/simulation.js";

const hour = Date.parse("2026-05-01T10:00:00.000Z");

/** The transcript of what happened, a second between two records. */
function recordsOf(actions: Iterable<Action>): TranscriptRecord[] {
  const recorded = [...actions].filter(isRecorded);
  return recorded.map(({ type, ...data }, index) => {
    const ts = new Date(hour + index * 1000).toISOString();
    return { ts, type, data: JSON.parse(JSON.stringify(data)) };
  });
}

function replay(records: Iterable<TranscriptRecord>) {
  const transcript = new TranscriptReplay();
  const items = [...records].flatMap((record) => transcript.push(record));
  items.push(...transcript.end());
  return { items, events: items.filter((item): item is RuntimeEvent => item.type !== "request"), transcript };
}

/** What happened, without what differs from one replay to the next. */
function plot(events: Iterable<object>) {
  return [...events].map((event) => {
    const { eventId: _, createdAt: __, sessionId: ___, provider: ____, ...rest } = event as RuntimeEvent;
    return rest;
  });
}

const discarded: Action = {
  type: "fabricated-results",
  text: "[result of list_files]\nINVENTED",
  blocks: 1,
  calls: 0,
  notice: "1 block was discarded",
};

const busyTurn: Action[] = [
  ...opened,
  ...replied({
    text: "I'll look.",
    calls: [{ tool: "list_files" }, { tool: "read_file", args: { path: "a" } }],
  }),
  ran("list_files"),
  ran("read_file", { outcome: "failure", detail: "no such file" }),
  { type: "step-started", chatId: "c2" },
  { type: "prose", delta: "Now " },
  { type: "prose", delta: "the edit." },
  { type: "step", chatId: "c2", known: 7 },
  discarded,
  {
    type: "assistant",
    text: "Now the edit.",
    calls: [{ tool: "write_file", args: { path: "b.kicad_sch" } }],
    refusals: [{ tool: "read_file", reason: "path is missing", toolKind: "other" }],
  },
  { type: "step-ended" },
  wrote("b.kicad_sch"),
  ...replied({ calls: [finished] }),
  {
    type: "verification",
    erc: { status: "clean", newErrors: 0, newWarnings: 0, fixed: 1, known: 2 },
    newErrors: 0,
  },
  ended({ answer: "All done.", filesChanged: ["b.kicad_sch"] }),
  { type: "session-end" },
];

describe("a transcript replayed", () => {
  it("is what was emitted when it happened, the prose of a step in one piece", () => {
    const live = simulate(busyTurn);
    const { events, transcript } = replay(recordsOf(busyTurn));
    const joined = plot(events).map((event) => (event.type === "message.delta" ? "delta" : event));
    const asItWas = plot(live.events)
      .map((event) => (event.type === "message.delta" ? "delta" : event))
      .filter((event, index, all) => !(event === "delta" && all[index - 1] === "delta"));
    expect(joined).toEqual(asItWas);
    expect(transcript.lastTurn).toEqual(live.state.results.at(-1));
  });

  it("has deltas that join to each message", () => {
    const { events } = replay(recordsOf(busyTurn));
    const messages = events.filter((event) => event.type === "message.completed");
    expect(messages.map(({ text }) => text)).toEqual(["I'll look.", "Now the edit.", "All done."]);
    for (const { itemId, text } of messages) {
      const deltas = events.flatMap((event) =>
        event.type === "message.delta" && event.itemId === itemId ? [event.delta] : [],
      );
      expect(deltas.join("")).toBe(text);
    }
  });

  it("never shows what was discarded", () => {
    expect(JSON.stringify(replay(recordsOf(busyTurn)).items)).not.toContain("INVENTED");
  });

  it("shows only the prose of a reply that was stored whole because nothing in it could run", () => {
    const said = 'I would try this.\n\n{"tool": "read_file", "args": {"path": ';
    const { text, nudge } = readReply(
      said,
      tools.map(({ name }) => name),
    );
    expect(text).toContain('"tool"');
    const { events } = replay(
      recordsOf([
        ...opened,
        { type: "step", chatId: "c1", known: 2 },
        { type: "assistant", text, calls: [], refusals: [] },
        { type: "nudge", text: String(nudge) },
        { type: "step-ended" },
      ]),
    );
    const shown = events.flatMap((event) => (event.type === "message.completed" ? [event.text] : []));
    expect(shown).toEqual(["I would try this."]);
  });

  it("carries the requests, those that waited too", () => {
    const { items } = replay(
      recordsOf([
        ...opened,
        { type: "user", text: "and this", turnId: "t2" },
        ...replied({ text: "Both." }),
        ended({ answer: "Both." }),
      ]),
    );
    const requests = items.flatMap((item: RecordedEvent) => (item.type === "request" ? [item.text] : []));
    expect(requests).toEqual(["do it", "and this"]);
    expect(items[0]?.type).toBe("session.started");
    expect(items.findIndex(({ type }) => type === "request")).toBeLessThan(
      items.findIndex(({ type }) => type === "turn.started"),
    );
  });

  it("has the times of the records, a call beginning when it began", () => {
    const { events } = replay(
      recordsOf([
        ...opened,
        ...replied({ calls: [{ tool: "run_erc" }] }),
        ran("run_erc", { durationMs: 400 }),
      ]),
    );
    const timeOf = (type: RuntimeEvent["type"]) =>
      Date.parse(events.find((event) => event.type === type)?.createdAt ?? "");
    expect(timeOf("session.started")).toBe(hour);
    expect(timeOf("tool.completed") - timeOf("tool.started")).toBe(400);
  });
});

describe("how a turn ended", () => {
  const failure = {
    code: "steps-used-up",
    message: "The turn used all of its 1 steps.",
    exitCode: 5,
  } as const;
  const givenUp: Action[] = [
    ...opened,
    ...replied({ calls: [{ tool: "list_files" }] }),
    ran("list_files"),
    ended({ status: "failed", exitCode: 5, failure }),
    { type: "session-end" },
  ];

  it("is as recorded, whatever the limits of the session were", () => {
    const limits = { maxSteps: 1, maxRepairCycles: 0, requireVerification: false };
    const live = simulate(givenUp, newState({ limits }));
    const { events, transcript } = replay(recordsOf(givenUp));
    expect(plot(events)).toEqual(plot(live.events));
    expect(transcript.lastTurn).toMatchObject({ exitCode: 5, status: "failed", failure });
  });

  it("has the summary of a turn whose errors remained", () => {
    const errors: Action[] = [
      ...opened,
      ...replied({ calls: [{ tool: "write_file" }, finished] }),
      wrote("a.kicad_sch"),
      { type: "verification", newErrors: 2 },
      ended({ status: "failed", exitCode: 6, answer: "All done." }),
    ];
    const limits = { maxSteps: 9, maxRepairCycles: 0, requireVerification: false };
    const live = simulate(errors, newState({ limits }));
    const { events, transcript } = replay(recordsOf(errors));
    expect(plot(events)).toEqual(plot(live.events));
    expect(events).toContainEqual(
      expect.objectContaining({ type: "message.completed", itemId: "t1:answer", text: "All done." }),
    );
    expect(transcript.lastTurn).toMatchObject({ exitCode: 6, answer: "All done." });
  });

  it("is a failure where the transcript breaks off, with what had been changed", () => {
    const { events, transcript } = replay(
      recordsOf([
        ...opened,
        ...replied({ calls: [{ tool: "write_file" }, { tool: "run_erc" }] }),
        wrote("a.txt"),
      ]),
    );
    expect(events.at(-1)).toMatchObject({ type: "turn.completed", status: "failed", exitCode: 1 });
    expect(events.at(-2)).toMatchObject({ type: "runtime.error", code: "broken-off" });
    expect(transcript.lastTurn).toMatchObject({ exitCode: 1, filesChanged: ["a.txt"] });
  });

  it("breaks off in the middle of a step's records too, with the prose that is there", () => {
    const step: Action[] = [
      { type: "step", chatId: "c1", known: 2 },
      { type: "assistant", text: "Half", calls: [], refusals: [] },
    ];
    const { events } = replay(recordsOf([...opened, ...step]));
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      "turn.started",
      "message.delta",
      "message.completed",
      "runtime.error",
      "turn.completed",
    ]);
  });
});

describe("a session that was resumed", () => {
  const again: Action[] = [
    ...opened.slice(0, 1),
    { type: "user", text: "again", turnId: "t2" },
    { type: "turn-opened" },
    ...replied({ text: "Again." }),
    ended({ turnId: "t2", answer: "Again." }),
    { type: "session-end" },
  ];

  it("is one session, and one chat", () => {
    const first: Action[] = [...opened, ...replied({ text: "Done." }), ended(), { type: "session-end" }];
    const types = replay(recordsOf([...first, ...again])).events.map(({ type }) => type);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(count("session.started")).toBe(1);
    expect(count("thread.started")).toBe(1);
    expect(count("session.exited")).toBe(1);
    expect(count("turn.completed")).toBe(2);
    expect(types.at(-1)).toBe("session.exited");
  });

  it("ends the turn that a killed process left", () => {
    const { events } = replay(recordsOf([...opened, ...again]));
    const turns = events.flatMap((event) =>
      event.type === "turn.completed" ? [[event.turnId, event.exitCode]] : [],
    );
    expect(turns).toEqual([
      ["t1", 1],
      ["t2", 0],
    ]);
  });
});

describe("strange records", () => {
  it("are warned of once a type, and change nothing", () => {
    const strange = { ts: "not a time", type: "telepathy", data: {} };
    const [start, ...rest] = recordsOf(busyTurn);
    const { events } = replay([...(start ? [start] : []), strange, strange, ...rest]);
    const warnings = events.filter(({ type }) => type === "runtime.warning");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: "unknown-record" });
    expect(plot(events.filter(({ type }) => type !== "runtime.warning"))).toEqual(
      plot(replay(recordsOf(busyTurn)).events),
    );
  });

  it("in any order give a timeline in which what starts also ends", () => {
    const pool = recordsOf([
      ...busyTurn,
      { type: "interrupted", exitCode: 130 },
      { type: "nudge", text: "n" },
    ]);
    const record = fc.oneof(
      fc.constantFrom(...pool),
      fc.record({
        ts: fc.string(),
        type: fc.constantFrom(...pool.map(({ type }) => type)),
        data: fc.dictionary(fc.string(), fc.anything()),
      }),
      fc
        .constant(ran("list_files", { durationMs: 1e300 }))
        .map((action) => ({ ts: "", type: "tool", data: { ...action } })),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        const { events } = replay(records);
        const open = new Set<string>();
        for (const event of events) {
          const { itemId = "" } = event;
          if (event.type === "turn.started") {
            expect(open.size).toBe(0);
            open.add("turn");
          }
          if (event.type === "tool.started") {
            open.add(itemId);
          }
          if (event.type === "tool.completed") {
            expect(open.delete(itemId)).toBe(true);
          }
          if (event.type === "turn.completed") {
            expect([...open]).toEqual(["turn"]);
            open.clear();
          }
        }
        expect(open.size).toBe(0);
      }),
    );
  });
});

it("a message is a request when it goes to the model, and none when it was taken back", () => {
  const queued = (text: string, turnId: string): Action => ({ type: "user", text, turnId });
  const { items } = replay(
    recordsOf([
      ...opened,
      queued("with the next step", "t2"),
      ...replied({ calls: [{ tool: "run_erc" }] }),
      queued("taken back", "t3"),
      { type: "take-back" },
      ran("run_erc"),
      queued("in the next turn", "t4"),
      queued("taken back as well", "t5"),
      { type: "take-back" },
      { type: "interrupted", exitCode: 130 },
      ended({ status: "interrupted", exitCode: 130 }),
      { type: "turn-opened" },
    ]),
  );
  const shown = items.flatMap((item) =>
    item.type === "request" ? [item.text] : item.type.startsWith("t") ? [item.type] : [],
  );
  expect(shown).toEqual([
    expect.any(String),
    "turn.started",
    "thread.started",
    "tool.started",
    "tool.completed",
    "with the next step",
    "turn.completed",
    "in the next turn",
    "turn.started",
    "turn.completed",
  ]);
});
