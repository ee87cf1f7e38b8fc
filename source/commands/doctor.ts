/** `copperhead doctor`: whether everything is there that copperhead needs, and what to do where it is not. */
import { type ExitCode, exitCodes } from "../runtime/failure.js";
import { examine } from "./doctor-checks.js";
import { describeCheck, writeReport } from "./doctor-report.js";
import type { CommandContext } from "./main.js";
import { atMost } from "./options.js";
import { jsonLine, textLine } from "./output.js";
import { doctorSchemaId } from "./printed-doctor.js";
import { locateRepository } from "./repository.js";

/** Ends with 1 only where the main job cannot run. */
export async function doctor({ flags, words, env, output, version }: CommandContext): Promise<ExitCode> {
  atMost(0, words);
  const root = await locateRepository(flags.repo);
  const checks = await examine({ root, env, online: flags.online });
  const ok = checks.every(({ status }) => status !== "fail");
  output.out(
    flags.json
      ? jsonLine({ schema: doctorSchemaId, ok, checks })
      : textLine([...checks.flatMap(describeCheck), "", verdict(ok, flags.online)].join("\n")),
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
