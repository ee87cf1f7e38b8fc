import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** How long one start may hold the others up, in milliseconds. */
export const startHoldMs = 10_000;

/** Past this age a lock has outlived its holder's own deadline, for example because the holder was suspended. */
const staleMs = startHoldMs + 2_000;
const pollMs = 50;

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Waits for the turn to start the CLI, which several processes starting at once make stumble over its configuration
 * file. Returns the release, which may be called more than once and happens by itself after `startHoldMs`. Where no
 * lock can be written, starts are not serialised. Throws the signal's reason when aborted while waiting.
 */
export async function acquireStart(path: string, signal?: AbortSignal): Promise<() => void> {
  const mark = `${process.pid} ${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true }).catch(() => {});
  for (;;) {
    signal?.throwIfAborted();
    try {
      await writeFile(path, mark, { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") {
        return () => {};
      }
    }
    const stale = await staleMark(path);
    if (stale === undefined) {
      await sleep(pollMs, undefined, signal ? { signal } : {});
    } else {
      await clear(path, stale);
    }
  }
  let held = true;
  const release = () => {
    clearTimeout(deadline);
    if (held) {
      void clear(path, mark);
    }
    held = false;
  };
  const deadline = setTimeout(release, startHoldMs);
  deadline.unref();
  return release;
}

/** What the lock says, where its holder is dead or too slow. */
async function staleMark(path: string): Promise<string | undefined> {
  try {
    const [mark, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    const pid = Number.parseInt(mark, 10);
    const dead = Number.isSafeInteger(pid) && !isAlive(pid);
    return dead || Date.now() - mtimeMs > staleMs ? mark : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock that says `mark`; one that was taken anew in between is put back. */
async function clear(path: string, mark: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== mark) {
      await link(aside, path).catch(() => {});
    }
    await rm(aside);
  } catch {
    // Somebody else cleared it.
  }
}
