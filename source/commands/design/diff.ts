/** `copperhead diff`: what changed electrically and on the board since a git revision, without a model. */
import type { Difference } from "../../base/design-difference.js";
import { CopperheadError, type ExitCode, exitCodes } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { jsonLine, textLine } from "../../cli/output.js";
import { endedBySignal } from "../../cli/signals.js";
import { compareWithRevision } from "../../compose/compare-revision.js";
import { legacyReason } from "../../compose/projects.js";
import { findRepository } from "../../compose/repository.js";
import { differenceMarkdown, differenceObject, differenceText } from "../../print/difference.js";

/** As of `diff`: designs that differ are no failure, and a failure is none of them. */
const codes = { same: exitCodes.done, different: exitCodes.failed, trouble: exitCodes.usage } as const;

/** Ends with 0 where no design differs, 1 where one does, and 2 or more where that is not known of all. */
export async function diff(context: CommandContext): Promise<ExitCode> {
  const { flags, env } = context;
  return await endedBySignal(async (signal) => {
    try {
      const revision = flags.base ?? "HEAD";
      const { compared, skipped } = await compareWithRevision({
        root: await findRepository(flags.repo),
        env,
        revision,
        project: flags.project,
        signal,
      });
      const difference = differenceObject(compared);
      print(difference, revision, context);
      for (const path of skipped) {
        context.output.err(textLine(`${path}: not compared: it ${legacyReason}.`));
      }
      if (difference.notCompared) {
        return codes.trouble;
      }
      return difference.same ? codes.same : codes.different;
    } catch (error) {
      throw error instanceof CopperheadError && error.failure.exitCode === codes.different
        ? new CopperheadError({ ...error.failure, exitCode: codes.trouble })
        : error;
    }
  });
}

function print(difference: Difference, revision: string, { flags, output }: CommandContext): void {
  if (flags.json) {
    output.out(jsonLine(difference));
  } else if (flags.markdown) {
    output.out(textLine(differenceMarkdown(difference, revision)));
  } else {
    output.out(textLine(differenceText(difference, revision)));
  }
  for (const { project, reason, advice } of difference.notCompared ?? []) {
    output.err(textLine(`${project}: not compared: ${reason}${advice === undefined ? "" : `\n  ${advice}`}`));
  }
}
