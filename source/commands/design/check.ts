/** `copperhead check`: ERC and DRC of the repository's projects, without a model. */
import { CopperheadError, type ExitCode, exitCodes } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { jsonLine, textLine } from "../../cli/output.js";
import { endedBySignal } from "../../cli/signals.js";
import { checkProjects, type RepositoryCheck } from "../../compose/check-project.js";
import { describeCheckedProject, describeRest } from "../../compose/describe-projects.js";
import { findRepository } from "../../compose/repository.js";
import type { PrintedCheck } from "../../print/printed.js";
import { repositoryConfigPath } from "../../workspace/settings/settings.js";

/**
 * Ends with 6 where ERC or DRC finds an error, with 1 where a design could not be checked, which is 6 where verification
 * is required.
 */
export async function check({ flags, words, env, output }: CommandContext): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  return await endedBySignal(async (signal) => {
    try {
      const found = await checkProjects({
        root,
        env,
        words: [...words, ...(flags.project === undefined ? [] : [flags.project])],
        signal,
        // A large board takes minutes: what is done is shown.
        onProject: (project) => {
          output.out(flags.json ? "" : textLine(describeCheckedProject(project, flags)));
        },
      });
      const printed = { schema: "copperhead.check/2", ...found } satisfies PrintedCheck;
      output.out(flags.json ? jsonLine(printed) : textLine(describeRest(found).join("\n")));
      return exitCodeOf(found, flags.requireVerification);
    } catch (error) {
      if (
        flags.requireVerification &&
        error instanceof CopperheadError &&
        error.failure.code === "kicad-missing"
      ) {
        throw new CopperheadError({ ...error.failure, exitCode: exitCodes.verification });
      }
      throw error;
    }
  });
}

function exitCodeOf({ projects, skipped }: RepositoryCheck, requireVerification: boolean): ExitCode {
  const results = projects.flatMap(({ erc, drc }) => [erc, drc].filter((result) => result !== undefined));
  // A design that the settings name wrongly is one that its user believes to be checked.
  const isMisnamed = skipped.some(({ path }) => path === repositoryConfigPath);
  const isBroken = isMisnamed || results.some(({ status }) => status === "not-run");
  if (results.some(({ errors }) => errors > 0) || (isBroken && requireVerification)) {
    return exitCodes.verification;
  }
  return isBroken ? exitCodes.failed : exitCodes.done;
}
