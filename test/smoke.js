/**
 * Drives the real Cursor CLI through the built library: one session, one short turn, which costs a little of the plan.
 * CURSOR_SMOKE=1 npm run smoke
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @type {typeof import("../source/cursor/library/index.js")} */
const { CopperheadError, CursorAdapter, findCursor } = await import(
  new URL("../dist/cursor.js", import.meta.url).href
);

const request = "Reply with the single word: ready";
const idleTimeoutMs = 120_000;

/** @param {string} folder */
async function drive(folder) {
  const adapter = new CursorAdapter({ idleTimeoutMs });
  /** @type {import("../source/cursor/library/index.js").RuntimeEvent[]} */
  const events = [];
  const following = (async () => {
    for await (const event of adapter.streamEvents()) {
      events.push(event);
    }
  })();
  try {
    const { sessionId } = await adapter.startSession({ cwd: folder });
    const turn = await adapter.sendTurn({ sessionId, input: request });
    await turn.completed;
  } finally {
    await adapter.stopAll();
    await following;
  }
  return events;
}

/** @param {Awaited<ReturnType<typeof drive>>} events */
function judge(events) {
  const types = events.map(({ type }) => type);
  const deltas = events.flatMap((event) => (event.type === "message.delta" ? [event.delta] : []));
  const message = events.find((event) => event.type === "message.completed");
  const turn = events.find((event) => event.type === "turn.completed");
  return {
    "a session and a chat were started": types[0] === "session.started" && types.includes("thread.started"),
    "the answer came in deltas": deltas.length > 0,
    "the deltas join to the answer": deltas.join("") === message?.text && message.text.trim() !== "",
    "the turn was completed": turn?.status === "completed",
    "the turn's end is its last event": types.at(-2) === "turn.completed",
    "the session ended": types.at(-1) === "session.exited",
  };
}

/** @param {string} text */
function explain(text) {
  console.error(`smoke: ${text}`);
  process.exitCode = 1;
}

async function smoke() {
  const { path, version } = await findCursor();
  console.log(`Cursor CLI ${version}, ${path}`);
  const folder = await mkdtemp(join(tmpdir(), "copperhead-smoke-"));
  try {
    const events = await drive(folder);
    for (const [what, holds] of Object.entries(judge(events))) {
      console.log(`${holds ? "✓" : "✗"} ${what}`);
      if (!holds) {
        process.exitCode = 1;
      }
    }
    for (const event of events) {
      if (event.type === "runtime.error") {
        explain(`${event.message} ${event.advice ?? ""}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.env.CURSOR_SMOKE === "1") {
  await smoke().catch((error) => {
    if (!(error instanceof CopperheadError)) {
      throw error;
    }
    explain(`${error.failure.message} ${error.failure.advice ?? ""}`);
  });
} else {
  explain("this sends a short request to Cursor, on your plan. To do it: CURSOR_SMOKE=1 npm run smoke");
}
