/** `copperhead doctor`: whether everything is there that copperhead needs, and what to do where it is not. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { jsonLine, textLine } from "../cli/output.js";
import { examine } from "../compose/doctor/examine.js";
import { doctorLines, writeReport } from "../compose/doctor/report.js";
import { locateRepository } from "../compose/repository.js";
import type { PrintedDoctor } from "../print/printed.js";

/** Ends with 1 only where the main job cannot run. */
export async function doctor({ flags, env, output, version }: CommandContext): Promise<ExitCode> {
  const root = await locateRepository(flags.repo);
  const checks = await examine({ root, env, online: flags.online });
  const ok = checks.every(({ status }) => status !== "fail");
  output.out(
    flags.json
      ? jsonLine({ schema: "copperhead.doctor/1", ok, checks } satisfies PrintedDoctor)
      : textLine([...doctorLines(checks), "", verdict(ok, flags.online)].join("\n")),
  );
  if (flags.report) {
    const path = await writeReport({ version, root, env, checks });
    output.err(textLine(`The report is in ${path}. Read it before you send it to anybody.`));
  }
  return ok ? exitCodes.done : exitCodes.failed;
}

function verdict(ok: boolean, online: boolean): string {
  const can = ok ? "copperhead can work here." : "copperhead cannot work here yet.";
  return online ? can : `${can} Cursor's login was not asked for: copperhead doctor --online`;
}
