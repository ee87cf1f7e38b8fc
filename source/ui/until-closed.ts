import { setTimeout as wait } from "node:timers/promises";

/** Cursor's process has this long to end when the user leaves. Milliseconds. */
const closingTime = 6000;

/** Waits until the session and its process have ended, and no longer than that takes. */
export async function untilClosed(closing: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const late = wait(closingTime, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([closing, late]);
  stop.abort();
}
