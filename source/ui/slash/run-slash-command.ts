/** Runs a slash command by its line; an unknown one is said to be so, and never becomes a message to the model. */
import leven from "leven";
import { failed, type SlashCommand, type SlashContext, slashCommands } from "./slash-commands.js";

/** `setBusy` is told what is waited for, and undefined when it is over. */
export async function runCommand(
  line: string,
  context: SlashContext,
  setBusy: (busy: string | undefined) => void,
): Promise<void> {
  const [, name = "", argument = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const command = slashCommands.find((candidate) => candidate.name === name);
  context.tell({ kind: "request", text: line });
  if (!command) {
    context.tell({
      kind: "notice",
      tone: "warning",
      message: `There is no command /${name}.`,
      advice: adviceFor(name),
    });
    return;
  }
  const given = argument.trim();
  if (given !== "" && command.argument === undefined) {
    context.tell({
      kind: "notice",
      tone: "warning",
      message: `/${name} takes nothing after it, and was not run.`,
      advice: `Type /${name} alone.`,
    });
    return;
  }
  if (command.needsIdle && context.loop.snapshot().phase !== "idle") {
    context.tell({
      kind: "notice",
      tone: "warning",
      message: `/${name} was not run: it cannot be while a turn runs.`,
      advice: "Type it again when the turn is over; Ctrl-C stops the turn.",
    });
    return;
  }
  await perform(command, context, given, setBusy);
}

async function perform(
  command: SlashCommand,
  context: SlashContext,
  argument: string,
  setBusy: (busy: string | undefined) => void,
): Promise<void> {
  setBusy(command.busy);
  try {
    await command.run(context, argument);
  } catch (error) {
    context.tell(failed(error));
  } finally {
    setBusy(undefined);
  }
}

function adviceFor(name: string): string {
  const [nearest] = slashCommands
    .map((command) => ({ name: command.name, distance: leven(command.name, name) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= 2 ? `Did you mean /${nearest.name}?` : "/help lists the commands.";
}
