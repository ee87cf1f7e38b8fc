/** `copperhead completion <bash|zsh|fish>`: prints what the shell needs to complete copperhead's words. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import { completionScripts } from "../cli/completion.js";
import type { CommandContext } from "../cli/context.js";
import { usageError } from "../cli/options.js";

export async function completion({ words, output }: CommandContext): Promise<ExitCode> {
  const [shell = ""] = words;
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
  if (!script) {
    throw usageError(`completion needs the name of a shell: ${Object.keys(completionScripts).join(", ")}.`);
  }
  output.out(script());
  return exitCodes.done;
}
