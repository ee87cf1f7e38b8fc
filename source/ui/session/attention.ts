/** When to call for the user: a bell only where input is needed or a long turn ended, a title that shows what goes on. */

import { oneLine } from "../../base/text/safe-text.js";
import { isTurnRunning, type SessionSnapshot } from "../../loop/session.js";
import type { Notify } from "../services.js";

/** Turns shorter than this end under the user's eyes. Milliseconds. */
const longTurn = 20_000;

/** Characters of a session's title that a tab has room for. */
const longestTitle = 60;

function titleOf(snapshot: SessionSnapshot): string {
  const what = snapshot.phase === "approving" ? "waiting for you" : isTurnRunning(snapshot) ? "working" : "";
  const title = oneLine(snapshot.title, longestTitle);
  return [`copperhead${what === "" ? "" : `: ${what}`}`, title].filter(Boolean).join(" · ");
}

/** The bytes that set the terminal's title for a state. */
export const titleBytes = (snapshot: SessionSnapshot): string => `\x1b]2;${titleOf(snapshot)}\x07`;

/** `hasFocus`: undefined where the terminal does not say. */
type Attention = { now: number; notify: Notify; hasFocus: boolean | undefined };

/** The bytes for a change of state; "" where the user need not look. `now` in milliseconds since the epoch. */
export function attention(
  before: SessionSnapshot,
  after: SessionSnapshot,
  { now, notify, hasFocus }: Attention,
): string {
  const title = titleOf(after) === titleOf(before) ? "" : titleBytes(after);
  const waits = after.phase === "approving" && before.phase !== "approving";
  const started = before.turnStartedAt;
  const ended = started !== undefined && after.turnStartedAt === undefined && now - started >= longTurn;
  if (!(waits || ended) || hasFocus || notify === "off") {
    return title;
  }
  // The words are copperhead's own: a title from outside could imitate another program's notice.
  const notice = `\x1b]9;copperhead ${waits ? "waits for you" : "is done"}\x07`;
  return `${title}${notify === "desktop" ? notice : ""}\x07`;
}
