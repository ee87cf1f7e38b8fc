/** `copperhead check`: ERC and DRC of the repository's design, without a model. */
import { CopperheadError, type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { jsonLine, textLine } from "../cli/output.js";
import { onEndingSignal } from "../cli/signals.js";
import { checkProject, describeProjectCheck } from "../compose/check-project.js";
import { findRepository } from "../compose/repository.js";
import type { PrintedCheck } from "../print/printed.js";

/** Ends with 6 where ERC or DRC finds an error, or, where verification is required, did not run. */
export async function check({ flags, env, output }: CommandContext): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  const controller = new AbortController();
  let stopped: ExitCode | undefined;
  onEndingSignal((exitCode) => {
    stopped ??= exitCode;
    controller.abort();
  });
  try {
    const found = await checkProject({ root, env, project: flags.project, signal: controller.signal });
    const printed = { schema: "copperhead.check/1", ...found } satisfies PrintedCheck;
    output.out(flags.json ? jsonLine(printed) : textLine(describeProjectCheck(found)));
    const parts = [found.erc, found.drc];
    const notRun = flags.requireVerification && parts.some(({ status }) => status === "not-run");
    return notRun || parts.some(({ errors }) => errors > 0) ? exitCodes.verification : exitCodes.done;
  } catch (error) {
    if (stopped !== undefined) {
      return stopped;
    }
    if (
      flags.requireVerification &&
      error instanceof CopperheadError &&
      error.failure.code === "kicad-missing"
    ) {
      throw new CopperheadError({ ...error.failure, exitCode: exitCodes.verification });
    }
    throw error;
  }
}
