import which from "which";
import type { Environment } from "../../base/environment.js";
import { cursorMissing, cursorNotStarted, otherVendor } from "../stream/failures.js";
import { capture } from "./capture.js";

/** The Cursor CLI, found and known to be Cursor's. */
export type CursorBinary = {
  path: string;
  /** Such as `2026.10.01-e373342`. */
  version: string;
};

/** A first start from a cold disk takes its time; another vendor's program may open a prompt and wait for ever. */
const identifyMs = 20_000;
const stamp = /^\d{4}\.\d{1,2}\.\d{1,2}\b\S*/;

/**
 * Other vendors name programs `agent` too: Cursor's prints a bare stamp, or knows its `cliVersion`. Gives its version;
 * throws where it is not Cursor's or cannot be started.
 */
async function identify(path: string, env: Environment): Promise<string> {
  const options = { env, timeoutMs: identifyMs };
  const { stdout, exit } = await capture(path, ["--version"], options);
  if (exit.startError !== undefined) {
    throw cursorNotStarted(path, exit.startError);
  }
  const version = stamp.exec(stdout.trim())?.[0];
  if (version !== undefined) {
    return version;
  }
  const about = await capture(path, ["about", "--format", "json"], options);
  try {
    const { cliVersion } = JSON.parse(about.stdout) as { cliVersion?: unknown };
    if (typeof cliVersion === "string") {
      return cliVersion;
    }
  } catch {
    // No JSON, so not Cursor's.
  }
  throw otherVendor(path, stdout);
}

async function locate(name: string, env: Environment): Promise<string | null> {
  return which(name, { path: env.PATH ?? "", nothrow: true });
}

/**
 * Finds the Cursor CLI: COPPERHEAD_CURSOR_PATH and nothing else where that is set, or `agent`, then `cursor-agent`,
 * on PATH. Throws a CopperheadError (exit 3) where there is none, or only another vendor's program of that name.
 */
export async function findCursor(env: Environment = process.env): Promise<CursorBinary> {
  const setting = env.COPPERHEAD_CURSOR_PATH || undefined;
  let refusal: unknown;
  for (const name of setting === undefined ? ["agent", "cursor-agent"] : [setting]) {
    const path = await locate(name, env);
    if (path === null) {
      continue;
    }
    try {
      return { path, version: await identify(path, env) };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal ?? cursorMissing(setting);
}
