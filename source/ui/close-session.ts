import { setTimeout as wait } from "node:timers/promises";
import type { AgentSession } from "../loop/session.js";

/** Cursor's process has this long to end when the user leaves. Milliseconds. */
const closingTime = 6000;

/** Ends the session and its process, and waits no longer than that takes. */
export async function closeSession(session: AgentSession): Promise<void> {
  const stop = new AbortController();
  const late = wait(closingTime, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([session.close(), late]);
  stop.abort();
}
