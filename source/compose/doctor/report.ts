/** A text for a bug report, without anything personal. */
import { writeFile } from "node:fs/promises";
import { arch, homedir, release, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { DoctorCheck } from "../../base/doctor-check.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { visible } from "../../base/text/safe-text.js";
import { Redactor } from "../../workspace/secrets/redaction.js";
import { findUnknownEvents, type UnknownEventCount } from "./unknown-events.js";

/** The variables that change how copperhead runs, and whose values are not personal. */
const reportedVariables =
  /^(TERM|TERM_PROGRAM|COLORTERM|LANG|LC_\w+|CI|NO_COLOR|FORCE_COLOR|COPPERHEAD_\w+|TMUX|STY|WT_SESSION)$/;

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

export type ReportOptions = {
  version: string;
  root: string;
  env: NodeJS.ProcessEnv;
  checks: readonly DoctorCheck[];
};

/**
 * Writes the report into this folder, or the temporary one where this cannot be written. Returns its path. Throws
 * `report-not-written`.
 */
export async function writeReport(options: ReportOptions): Promise<string> {
  const now = new Date();
  const text = await reportOf(options, now);
  const stamp = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  const name = `copperhead-report-${stamp}.txt`;
  let cause: unknown;
  for (const folder of [process.cwd(), tmpdir()]) {
    const path = join(folder, name);
    try {
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      return path;
    } catch (error) {
      cause = error;
    }
  }
  const { code, message } = cause as NodeJS.ErrnoException;
  throw new CopperheadError({
    code: "report-not-written",
    message: `The report could not be written: ${code ?? message}.`,
    advice: "Start copperhead in a folder that you can write.",
    exitCode: exitCodes.failed,
  });
}

async function reportOf({ version, root, env, checks }: ReportOptions, now: Date): Promise<string> {
  const variables = Object.entries(env).filter(([name]) => reportedVariables.test(name));
  const unknown = await findUnknownEvents(root);
  const text = [
    `copperhead ${version}, ${now.toISOString()}`,
    `Node.js ${process.versions.node}, ${process.platform} ${release()} ${arch()}`,
    "",
    ...doctorLines(checks),
    "",
    "Environment",
    ...variables.map(([name, value]) => `  ${name}=${value}`),
    "",
    "Stream events that this version does not know",
    ...(unknown.length === 0 ? ["  none"] : unknown.map(eventLine)),
    "",
  ].join("\n");
  return visible(anonymous(new Redactor(env).text(text), env));
}

const marks = { ok: "✓", warn: "!", fail: "✗" } as const;

/** A line for each check, the advice below it. */
export function doctorLines(checks: readonly DoctorCheck[]): string[] {
  return checks.flatMap(({ name, status, detail, advice }) => [
    `${marks[status]} ${name.padEnd(14)} ${detail}`,
    ...(advice === undefined ? [] : [`${" ".repeat(17)}${advice}`]),
  ]);
}

function eventLine({ name, count, reason, fields }: UnknownEventCount): string {
  return `  ${name} (${count}): ${reason}; fields ${fields.join(", ")}`;
}

/** The text without the user's address, home and name; a name is removed from paths only: some are words. */
function anonymous(text: string, env: NodeJS.ProcessEnv): string {
  let result = text.replace(email, "<email>");
  for (const home of new Set([env.HOME ?? "", homedir()])) {
    result = home.length > 1 ? result.replaceAll(home, "~") : result;
  }
  const name = userInfo().username.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return result.replaceAll(new RegExp(`(?<=[/\\\\])${name}(?![\\w-])`, "g"), "<user>");
}
