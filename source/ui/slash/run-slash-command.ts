/** Runs a slash command by its line; what is not a command is refused, and never becomes a message to the model. */
import leven from "leven";
import { expandCommand } from "../../workspace/user-commands.js";
import type { Item } from "../view/view.js";
import { failed } from "./command-items.js";
import type { SlashContext } from "./slash-command.js";
import { slashCommands } from "./slash-commands.js";

/** `setBusy` is called with what is waited for, and with undefined when it is over. */
export async function runCommand(
  line: string,
  context: SlashContext,
  setBusy: (busy: string | undefined) => void,
): Promise<void> {
  const { session } = context;
  const [, name = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const argument = rest.trim();
  session.add({ kind: "request", text: line });
  const command = slashCommands.find((candidate) => candidate.name === name);
  if (!command) {
    await runUserCommand(name, argument, context);
  } else if (argument !== "" && command.argument === undefined) {
    session.add(refusal(`/${name} takes nothing after it, and was not run.`, `Type /${name} alone.`));
  } else if (command.needsIdle && session.snapshot().phase !== "idle") {
    session.add(
      refusal(
        `/${name} was not run: it cannot be while a turn runs.`,
        "Type it again when the turn is over; Ctrl-C stops the turn.",
      ),
    );
  } else {
    setBusy(command.busy);
    try {
      const item = await Promise.race([command.run(context, argument), abortOf(context.signal)]);
      if (item) {
        session.add(item);
      }
    } catch (error) {
      session.add(context.signal.aborted ? stopped(name) : failed(error));
    } finally {
      setBusy(undefined);
    }
  }
}

/** Sends what the repository or the user wrote for that name. */
async function runUserCommand(
  name: string,
  argument: string,
  { session, services }: SlashContext,
): Promise<void> {
  try {
    const command = (await services.commands()).find((candidate) => candidate.name === name);
    if (command) {
      session.submit(expandCommand(command, argument));
    } else {
      session.add(refusal(`There is no command /${name}.`, adviceFor(name)));
    }
  } catch (error) {
    session.add(failed(error));
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

function stopped(name: string): Item {
  return { kind: "notice", tone: "info", message: `/${name} was stopped.` };
}

function refusal(message: string, advice: string): Item {
  return { kind: "notice", tone: "warning", message, advice };
}

function adviceFor(name: string): string {
  const [nearest] = slashCommands
    .map((command) => ({ name: command.name, distance: leven(command.name, name) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= 2 ? `Did you mean /${nearest.name}?` : "/help lists the commands.";
}
