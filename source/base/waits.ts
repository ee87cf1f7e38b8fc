/**
 * What this process waits for: programs that it runs, large reads. Whoever does the work names it here; whoever has a
 * user shows it. One list a process, as one user looks at it.
 */

import { AsyncLocalStorage } from "node:async_hooks";

/** `what`: a noun phrase, such as `DRC of main.kicad_pcb`. `since`: ms since the epoch. */
export type Wait = { what: string; since: number };

/** In the order in which they began. */
const waits = new Set<Wait>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) {
    listener();
  }
}

const background = new AsyncLocalStorage<true>();

/** Does work that nobody waits for yet: nothing that it waits for itself is listed. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return background.run(true, work);
}

/** Does the work, which is listed as waited for until it settles. */
export async function waitFor<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  if (background.getStore()) {
    return await work();
  }
  const wait = { what, since: Date.now() };
  waits.add(wait);
  changed();
  try {
    return await work();
  } finally {
    waits.delete(wait);
    changed();
  }
}

/** A wait is worth a word after so many ms. */
const longWait = 1000;

/**
 * Calls `listener` with the oldest wait once it is a long one, with the next when that is over, and with undefined when
 * there is no long one any more. Returns what stops that.
 */
export function onLongWait(listener: (wait: Wait | undefined) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let shown: Wait | undefined;
  const look = () => {
    clearTimeout(timer);
    const [oldest] = waits;
    const left = oldest ? oldest.since + longWait - Date.now() : 0;
    const long = oldest && left <= 0 ? oldest : undefined;
    if (oldest && !long) {
      timer = setTimeout(look, left);
      timer.unref();
    }
    if (long !== shown) {
      shown = long;
      listener(long);
    }
  };
  listeners.add(look);
  look();
  return () => {
    clearTimeout(timer);
    listeners.delete(look);
  };
}
