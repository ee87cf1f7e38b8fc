/** When to call for the user: a bell only where input is needed or a long turn ended, a title that shows what goes on. */
import { isTurnRunning, type SessionSnapshot } from "../../loop/session.js";

/** Turns shorter than this end under the user's eyes. Milliseconds. */
const longTurn = 20_000;

function titleOf(snapshot: SessionSnapshot): string {
  if (snapshot.phase === "approving") {
    return "copperhead: waiting for you";
  }
  return isTurnRunning(snapshot) ? "copperhead: working" : "copperhead";
}

/** The bytes that set the terminal's title for a state. */
export const titleBytes = (snapshot: SessionSnapshot): string => `\x1b]2;${titleOf(snapshot)}\x07`;

/** The bytes for a change of state; "" where the user need not look. `now` in milliseconds since the epoch. */
export function attention(before: SessionSnapshot, after: SessionSnapshot, now: number): string {
  const title = titleOf(after) === titleOf(before) ? "" : titleBytes(after);
  const waits = after.phase === "approving" && before.phase !== "approving";
  const started = before.turnStartedAt;
  const ended = started !== undefined && after.turnStartedAt === undefined && now - started >= longTurn;
  return title + (waits || ended ? "\x07" : "");
}
