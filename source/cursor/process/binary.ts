import which from "which";
import * as z from "zod";
import type { Environment } from "../../base/environment.js";
import { parseJson } from "../../base/json-lines.js";
import { cursorMissing, otherVendor } from "../stream/failures.js";
import { capture } from "./capture.js";

/** The Cursor CLI, found and known to be Cursor's. */
export type CursorBinary = {
  path: string;
  /** Such as `2026.10.01-e373342`. */
  version: string;
};

/** A first start from a cold disk is slow; another vendor's program may open a prompt and wait for ever. */
const identifyMs = 20_000;
const stamp = /^\d{4}\.\d{1,2}\.\d{1,2}\b\S*/;

const aboutReport = z.looseObject({ cliVersion: z.string() });

/**
 * Other vendors name programs `agent` too: Cursor's prints a bare stamp, or has a `cliVersion`. Returns the version;
 * throws where the program is not Cursor's or cannot be started.
 */
async function identify(path: string, env: Environment): Promise<string> {
  const options = { env, timeoutMs: identifyMs };
  const { stdout } = await capture(path, ["--version"], options);
  const version = stamp.exec(stdout.trim())?.[0];
  if (version !== undefined) {
    return version;
  }
  const about = await capture(path, ["about", "--format", "json"], options);
  const report = aboutReport.safeParse(parseJson(about.stdout)).data;
  if (report) {
    return report.cliVersion;
  }
  throw otherVendor(path, stdout);
}

/**
 * Finds the Cursor CLI: COPPERHEAD_CURSOR_PATH and nothing else where that is set, or `agent`, then `cursor-agent`,
 * on PATH. Throws a CopperheadError (exit 3) where there is none, or only another vendor's program of that name.
 */
export async function findCursor(env: Environment = process.env): Promise<CursorBinary> {
  const setting = env.COPPERHEAD_CURSOR_PATH || undefined;
  let refusal: unknown;
  for (const name of setting === undefined ? ["agent", "cursor-agent"] : [setting]) {
    const path = await which(name, { path: env.PATH ?? "", nothrow: true });
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
