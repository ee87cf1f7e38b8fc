/** What the commands about the conversation offer, and what they do with the answer. */
import { expect, test } from "vitest";
import type { SessionSnapshot } from "../../../source/loop/session.js";
import { runCommand } from "../../../source/ui/slash/run-slash-command.js";
import type { SlashContext } from "../../../source/ui/slash/slash-command.js";
import type { PickEntry } from "../../../source/ui/ui-state.js";
import type { Item } from "../../../source/ui/view/view.js";

type Turn = SessionSnapshot["turns"][number];

const turn = (number: number, change: Partial<Turn> = {}) =>
  ({
    number,
    request: `request ${number}`,
    answer: `answer ${number}`,
    filesChanged: [],
    isUndone: false,
    messagesBefore: number,
    ...change,
  }) as unknown as Turn;

/** A session of these turns; each list that opens is answered with the next of `answers`. */
async function run(line: string, snapshot: Partial<SessionSnapshot>, ...answers: string[]) {
  const shown: Item[] = [];
  const lists: { title: string; entries: readonly PickEntry[] }[] = [];
  const done: unknown[] = [];
  const context = {
    session: {
      sessionId: "now",
      add: (item: Item) => shown.push(item),
      snapshot: () => ({ phase: "idle", mode: "reasoning", queued: [], turns: [], ...snapshot }),
      rewind: (number: number) => done.push(["rewind", number]),
      recordMove: (direction: string) => done.push(["moved", direction]),
      takeBack: (index: number) => {
        done.push(["take back", index]);
        return snapshot.queued?.[index];
      },
    },
    services: {
      undo: async (_: string, turns: object) => {
        done.push(["undo", turns]);
        return { turns: [1], restored: ["a.kicad_sch"], conflicts: [], reported: [] };
      },
      sessions: async () => [
        { id: "now", title: "This", turns: 1, status: "completed", startedAt: "2026-01-01", isOwn: true },
        {
          id: "20260101",
          title: "Old one",
          turns: 1,
          status: "completed",
          startedAt: "2026-01-01",
          isOwn: true,
        },
        {
          id: "20260102",
          title: "Foreign",
          turns: 1,
          status: "completed",
          startedAt: "2026-01-02",
          isOwn: false,
        },
      ],
      diff: async (_: string, __: AbortSignal, from: number) => {
        done.push(["compared from", from]);
        return { meaning: ["net /A renamed to /B"], diff: "-all", otherDiff: "-notes" };
      },
      deleteSession: async (id: string) => void done.push(["delete", id]),
    },
    write: (text: string) => done.push(["write", text]),
    copy: (text: string) => text.length < 100,
    signal: new AbortController().signal,
    pick: (title: string, entries: readonly PickEntry[], select: (value: string) => void) => {
      lists.push({ title, entries });
      const answer = answers.shift();
      if (answer !== undefined) {
        select(answer);
      }
    },
  } as unknown as SlashContext;
  await runCommand(line, context, () => {});
  // What was chosen is done in a task of its own.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { shown, lists, done };
}

const texts = ({ shown }: { shown: Item[] }) =>
  shown.flatMap((item) =>
    item.kind === "notice" ? [item.message] : item.kind === "page" ? [item.text] : [],
  );

const turns = [turn(1), turn(2, { filesChanged: ["b.kicad_sch", "a.kicad_sch"] }), turn(3)];

test("/rewind lists earlier messages, newest first, with the files that changed since", async () => {
  const { lists } = await run("/rewind", { turns });
  expect(lists[0]?.entries).toEqual([
    { value: "3", label: "request 3", note: "no file changed since" },
    { value: "2", label: "request 2", note: "changed since: a.kicad_sch, b.kicad_sch" },
    { value: "1", label: "request 1", note: "changed since: a.kicad_sch, b.kicad_sch" },
  ]);
});

test("/rewind puts back the files, the conversation, or both", async () => {
  const both = await run("/rewind", { turns }, "2", "both");
  expect(both.lists[1]?.entries.map(({ label, note }) => `${label}: ${note}`)).toEqual([
    "Conversation and files: puts back a.kicad_sch, b.kicad_sch",
    "Conversation only: the files stay as they are",
    "Files only: puts back a.kicad_sch, b.kicad_sch",
  ]);
  expect(texts(both).slice(0, 2)).toEqual(["net /A renamed to /B", "-notes"]);
  expect(both.done).toEqual([
    ["compared from", 2],
    ["undo", { from: 2 }],
    ["moved", "undo"],
    ["rewind", 2],
    ["write", "request 2"],
  ]);
  expect((await run("/rewind", { turns }, "2", "conversation")).done).toEqual([
    ["compared from", 2],
    ["rewind", 2],
    ["write", "request 2"],
  ]);
  expect((await run("/rewind", { turns }, "2", "files")).done).toEqual([
    ["compared from", 2],
    ["undo", { from: 2 }],
    ["moved", "undo"],
  ]);
});

test("/rewind offers no more than there is to go back to", async () => {
  expect((await run("/rewind", {})).lists).toEqual([]);
  const native = await run("/rewind", { turns, mode: "native" }, "2");
  expect(native.lists.map(({ entries }) => entries.map(({ value }) => value))).toEqual([
    ["2", "1"],
    ["files"],
  ]);
  const undone = [turn(1, { filesChanged: ["a"], isUndone: true })];
  const { lists } = await run("/rewind", { turns: undone }, "1");
  expect(lists[1]?.entries.map(({ value }) => value)).toEqual(["conversation"]);
});

test("/queue takes any message back into the prompt", async () => {
  const { done } = await run("/queue", { queued: ["one", "two"] }, "0");
  expect(done).toEqual([
    ["take back", 0],
    ["write", "one"],
  ]);
  expect(texts(await run("/queue", {}))).toEqual(["No message waits."]);
});

test("/copy hands over the last answer, unless it is too long", async () => {
  expect(texts(await run("/copy", { turns }))).toEqual(["Sent to the terminal's clipboard: 8 characters."]);
  expect(texts(await run("/copy", { turns: [turn(1, { answer: "x".repeat(200) })] }))[0]).toContain(
    "too long",
  );
  expect(texts(await run("/copy", {}))).toEqual(["There is no answer yet."]);
});

test("/delete removes a session of the user's own after a question, and never this one or another's", async () => {
  const { lists, done } = await run("/delete", {}, "20260101", "20260101");
  expect(lists[0]?.entries.map(({ value }) => value)).toEqual(["20260101"]);
  expect(done).toEqual([["delete", "20260101"]]);
  expect((await run("/delete", {}, "20260101", "")).done).toEqual([]);
  expect((await run("/delete 20260102", {})).done).toEqual([]);
  expect((await run("/delete now", {})).done).toEqual([]);
  expect(texts(await run("/delete 20260102", {}))).toEqual([
    "There is no session 20260102 of yours to delete.",
  ]);
});

test("/sessions searches in titles", async () => {
  const [text = ""] = texts(await run("/sessions old", {}));
  expect(text).toContain("Old one");
  expect(text).not.toContain("Foreign");
  expect(texts(await run("/sessions nothing", {}))).toEqual(["None with these words."]);
});
