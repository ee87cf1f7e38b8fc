/** A session of many turns, as the program itself writes one: transcript, journals, register. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "../source/base/files/hash.js";
import { appendJsonLines } from "../source/base/files/json-lines.js";
import type { RecordedAction } from "../source/loop/records.js";
import { TurnStore } from "../source/workspace/journal/turn-store.js";
import { createSession } from "../source/workspace/sessions/session-folders.js";
import { transcriptPath } from "../source/workspace/sessions/transcript.js";

/** The file that each turn changes, and the wire in it that is taken to the pin or back. */
const file = "hardware/blinker.kicad_sch";
const [short, long] = ["(xy 106.68 76.2) (xy 114.3 76.2)", "(xy 106.68 76.2) (xy 116.84 76.2)"];

const usage = { inputTokens: 2453, outputTokens: 220, cacheReadTokens: 900, cacheWriteTokens: 0 };
const outcome = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 3, known: 0 } as const;

/** So many turns are written at once: one after the other, the disk would be waited for 50,000 times. */
const turnsAtOnce = 50;

/**
 * Makes a session of so many turns, an even number, in the repository at `root` (a real path) with the board of the
 * fixtures. Returns its id.
 */
export async function writeLongSession(root: string, turns: number, env: NodeJS.ProcessEnv): Promise<string> {
  const { id, folder } = await createSession(root, env);
  const chatId = randomUUID();
  const untouched = await readFile(join(root, file), "utf8");
  const mended = untouched.replace(short, long);
  const all = Array.from({ length: turns }, (_, index): Turn => {
    const isMending = index % 2 === 0;
    const [before, after] = isMending ? [untouched, mended] : [mended, untouched];
    const [from, to] = isMending ? [short, long] : [long, short];
    return { turn: index + 1, chatId, before, after, from, to };
  });
  for (let done = 0; done < turns; done += turnsAtOnce) {
    await Promise.all(all.slice(done, done + turnsAtOnce).map((turn) => writeJournal(folder, turn)));
  }
  const actions = [startOf(id, root), ...all.flatMap(turnOf), { type: "session-end" as const }];
  await appendJsonLines(transcriptPath(folder), ...recordsOf(actions));
  return id;
}

/** As `TurnJournal` writes it. */
async function writeJournal(sessionFolder: string, { turn, before, after }: Turn): Promise<void> {
  const store = new TurnStore({ sessionFolder, turn });
  await store.prepare();
  const [was, is] = [Buffer.from(before), Buffer.from(after)];
  await store.save("before", was);
  await store.save("after", is);
  const state = (bytes: Buffer) => ({ type: "file", hash: hashOf(bytes), mode: 0o644 }) as const;
  await store.append({ path: file, before: state(was), wrote: state(is) });
}

/** As `Transcript` writes them, with a few milliseconds between two. */
function recordsOf(actions: readonly RecordedAction[]) {
  const start = Date.parse("2026-01-01T00:00:00Z");
  return actions.map(({ type, ...data }, index) => ({
    ts: new Date(start + index * 40).toISOString(),
    type,
    data,
  }));
}

function startOf(sessionId: string, repository: string): RecordedAction {
  return {
    type: "session-start",
    sessionId,
    model: "cursor",
    mode: "reasoning",
    repository,
    version: "0.1.0",
  };
}

type Turn = { turn: number; chatId: string; before: string; after: string; from: string; to: string };

/** A request; a file read, the edit, ERC, each in a step of its own; the answer, the verification, the end. */
function turnOf({ turn, chatId, before, after, from, to }: Turn): RecordedAction[] {
  const turnId = randomUUID();
  const step = (
    number: number,
    text: string,
    ...calls: { tool: string; args: Record<string, unknown> }[]
  ): RecordedAction[] => [
    { type: "step-started", chatId, model: "Auto", apiKeySource: "login" },
    { type: "step", chatId, known: turn * 9 + number * 2, usage },
    { type: "assistant", text, calls, refusals: [] },
    { type: "step-ended" },
  ];
  const read = { tool: "read_file", args: { path: file } };
  const edit = { tool: "edit_file", args: { path: file, old_string: from, new_string: to } };
  const erc = { tool: "run_erc", args: {} };
  const diff = `--- a/${file}\n+++ b/${file}\n@@ -410,7 +410,7 @@\n \t)\n \t(wire\n \t\t(pts\n-\t\t\t${from}\n+\t\t\t${to}\n \t\t)\n \t\t(stroke\n \t\t\t(width 0)\n`;
  const sentence = to === long ? "D1.2 joined /LED_A" : "D1.2 left /LED_A: connected to nothing";
  const pins = [
    { ref: "D1", number: "2", before: to === long ? null : "/LED_A", after: to === long ? "/LED_A" : null },
  ];
  return [
    {
      type: "user",
      text: `Request ${turn}: see whether the wire of R1 reaches the pin of D1, and mend it.`,
      turnId,
    },
    { type: "turn-opened" },
    ...step(1, `The file first, for turn ${turn}.`, read),
    {
      type: "tool",
      ...read,
      toolKind: "other",
      title: `Read ${file}`,
      durationMs: 6,
      outcome: "success",
      detail: "lines 1–150 of 640",
      seen: [{ path: file, hash: hashOf(before) }],
      text: `${file}, lines 1 to 150 of 640:\n${before.slice(0, 4000)}`,
    },
    ...step(2, "I take the wire to the pin.\n\n- from `R1`\n- to the anode of **D1**", edit),
    {
      type: "tool",
      ...edit,
      toolKind: "file-change",
      title: `Edit ${file}`,
      durationMs: 700,
      outcome: "success",
      detail: sentence,
      diff,
      changed: [{ path: file, added: 1, removed: 1 }],
      seen: [{ path: file, hash: hashOf(after) }],
      text: `Replaced 1 occurrence in ${file} (+1 −1).\n${sentence}`,
    },
    ...step(3, "ERC says whether that was all.", erc),
    {
      type: "tool",
      ...erc,
      toolKind: "command",
      title: "Run ERC",
      durationMs: 690,
      outcome: "success",
      detail: "0 errors, 0 warnings",
      text: `ERC of ${file}: 0 errors, 0 warnings.`,
    },
    ...step(4, `The wire of turn ${turn} is as it was asked for, and ERC is clean.`),
    {
      type: "verification",
      erc: outcome,
      newErrors: 0,
      projects: [
        {
          erc: outcome,
          nets: { added: [], removed: [], joined: [], split: [], renamed: [], pins },
          parts: { added: [], removed: [], changed: [] },
        },
      ],
      electrical: { nets: [sentence], others: [] },
    },
    ...step(5, "Kept: it is meant."),
    {
      type: "turn-end",
      turnId,
      status: "completed",
      exitCode: 0,
      answer: "Kept: it is meant.",
      filesChanged: [file],
      restored: [],
      conflicts: [],
    },
  ];
}
