/** `copperhead models`: the models of the user's Cursor plan. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { jsonLine, textLine } from "../cli/output.js";
import { findCursor } from "../cursor/process/binary.js";
import { type CursorModel, listModels } from "../cursor/process/short-commands.js";
import type { PrintedModels } from "../print/printed.js";

export async function models({ flags, env, output }: CommandContext): Promise<ExitCode> {
  const { path } = await findCursor(env, (message) => output.err(textLine(message)));
  const found = await listModels(path, { env });
  if (flags.json) {
    output.out(jsonLine({ schema: "copperhead.models/1", models: found } satisfies PrintedModels));
    return exitCodes.done;
  }
  output.out(textLine(modelLines(found).join("\n")));
  output.err("\nChoose one with --model cursor:<id>; without it, Cursor's default is used.\n");
  return exitCodes.done;
}

function modelLines(found: readonly CursorModel[]): string[] {
  const width = Math.max(...found.map(({ id }) => id.length));
  return found.map(
    ({ id, label, isDefault }) => `${id.padEnd(width)}  ${label}${isDefault ? "  (default)" : ""}`,
  );
}
