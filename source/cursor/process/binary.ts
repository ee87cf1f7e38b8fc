import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import which from "which";
import * as z from "zod";
import { parseJson } from "../../base/files/json-lines.js";
import { keptResult } from "../../base/files/kept-results.js";
import type { Environment } from "../../base/processes/environment.js";
import { stateFolder } from "../../workspace/user-folders.js";
import { cursorHangs, cursorMissing, otherVendor } from "../stream/failures.js";
import { capture } from "./capture.js";

/** The Cursor CLI, found and known to be Cursor's. */
export type CursorBinary = {
  path: string;
  /** Such as `2026.10.01-e373342`. */
  version: string;
};

/** A first start from a cold disk is slow; another vendor's program may open a prompt and wait for ever. */
const identifyMs = 10_000;
/** After so long it is reported what is waited for. */
const noticeMs = 2_000;
/** On a line of its own, because notices may be around it; else at the beginning. */
const stamps = [/^\s*(\d{4}\.\d{1,2}\.\d{1,2}\b\S*)\s*$/m, /^\s*(\d{4}\.\d{1,2}\.\d{1,2}\b\S*)/];

const aboutReport = z.looseObject({ cliVersion: z.string() });

/**
 * Other vendors name programs `agent` too: Cursor's prints a bare stamp, or has a `cliVersion`. Returns the version;
 * throws where the program is not Cursor's or cannot be started.
 */
async function identify(path: string, env: Environment, onWait: (message: string) => void): Promise<string> {
  const options = { env, timeoutMs: identifyMs };
  const notice = setTimeout(() => onWait(`Waiting for \`${path} --version\`.`), noticeMs);
  try {
    const { stdout, isTimedOut } = await capture(path, ["--version"], options);
    const printed = stripVTControlCharacters(stdout);
    const version = stamps.map((stamp) => stamp.exec(printed)?.[1]).find((found) => found !== undefined);
    if (version !== undefined) {
      return version;
    }
    if (isTimedOut) {
      throw cursorHangs(path, identifyMs);
    }
    const about = await capture(path, ["about", "--format", "json"], options);
    const report = aboutReport.safeParse(parseJson(about.stdout)).data;
    if (report) {
      return report.cliVersion;
    }
    throw otherVendor(path, stdout);
  } finally {
    clearTimeout(notice);
  }
}

/**
 * As `identify`, once a day for each program that is as it was: to ask is a start of the CLI, which takes up to a second.
 * What a link leads to counts, so that an update is another program. A wrapper may run another one tomorrow.
 */
async function identifyOnce(
  path: string,
  env: Environment,
  onWait: (message: string) => void,
): Promise<string> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
  const day = new Date().toISOString().slice(0, "2026-12-01".length);
  const key = [day, await realpath(path), dev, ino, size, mtimeMs, ctimeMs];
  const folder = join(await stateFolder(env), "identified");
  const keeping = { folder, key, schema: z.string(), most: 4, what: `the version of ${path}` };
  return keptResult({ ...keeping, signal: new AbortController().signal }, () => identify(path, env, onWait));
}

/** Throws (exit 3) where no program of the names of the Cursor CLI is there; starts nothing. */
export async function requireCursor(env: Environment): Promise<void> {
  const found = await Promise.all(
    namesOf(env).map((name) => which(name, { path: env.PATH ?? "", nothrow: true })),
  );
  if (found.every((path) => path === null)) {
    throw cursorMissing(env.COPPERHEAD_CURSOR_PATH || undefined);
  }
}

/** The names by which the Cursor CLI is looked for. */
const namesOf = ({ COPPERHEAD_CURSOR_PATH: setting }: Environment) =>
  setting ? [setting] : ["agent", "cursor-agent"];

/**
 * Finds the Cursor CLI: COPPERHEAD_CURSOR_PATH and nothing else where that is set, or `agent`, then `cursor-agent`,
 * on PATH; the path is absolute, whatever the setting or PATH has. `onWait` receives a sentence when the CLI takes more
 * than 2 s to print its version. Throws a CopperheadError (exit 3) where there is none within 10 s, or only another
 * vendor's program of that name.
 */
export async function findCursor(
  env: Environment = process.env,
  onWait: (message: string) => void = () => {},
): Promise<CursorBinary> {
  return find(env, (path) => identify(path, env, onWait));
}

/** As `findCursor`, without a start of a program that was found to be Cursor's today and is as it was then. */
export async function findKnownCursor(
  env: Environment,
  onWait: (message: string) => void,
): Promise<CursorBinary> {
  return find(env, (path) => identifyOnce(path, env, onWait));
}

async function find(env: Environment, versionOf: (path: string) => Promise<string>): Promise<CursorBinary> {
  const setting = env.COPPERHEAD_CURSOR_PATH || undefined;
  let refusal: unknown;
  for (const name of namesOf(env)) {
    const found = await which(name, { path: env.PATH ?? "", nothrow: true });
    if (found === null) {
      continue;
    }
    const path = resolve(found);
    try {
      return { path, version: await versionOf(path) };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal ?? cursorMissing(setting);
}
