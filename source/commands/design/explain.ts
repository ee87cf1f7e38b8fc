/** `copperhead explain <R4|U3.5|net|sheet>`: what it is and what it is connected to, without a model. */
import type { ExitCode } from "../../base/failure.js";
import { exitCodes } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { usageError } from "../../cli/options.js";
import { jsonLine, textLine } from "../../cli/output.js";
import { endedBySignal } from "../../cli/signals.js";
import { explainDesign, explanationText } from "../../compose/explain-design.js";
import { findRepository } from "../../compose/repository.js";

/** Ends with 1 where the design has nothing of that name: what is near is named. */
export async function explain({ flags, words, env, output }: CommandContext): Promise<ExitCode> {
  const [what] = words;
  if (what === undefined) {
    throw usageError("explain needs a part (R4), a pin (U3.5), a net or a sheet.");
  }
  const root = await findRepository(flags.repo);
  return await endedBySignal(async (signal) => {
    const { project } = flags;
    const explanation = await explainDesign(what, { root, env, project, signal });
    output.out(flags.json ? jsonLine(explanation) : textLine(explanationText(explanation)));
    return exitCodes.done;
  });
}
