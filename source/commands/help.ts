/** `copperhead help [topic]` and `copperhead <command> --help`. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import { meaning } from "../base/text/nearest.js";
import type { CommandContext } from "../cli/context.js";
import { commandHelp, environmentLines, exitLines, helpText, type TopicName, topics } from "../cli/help.js";
import { usageError } from "../cli/options.js";
import { type CommandName, commandTable, entryOf } from "../cli/table.js";

/** Throws a usage error where nothing is known of the topic. */
export async function help({ words: [topic], output }: CommandContext): Promise<ExitCode> {
  const command = commandTable.find(({ name }) => name === topic)?.name;
  if (topic === undefined || command !== undefined) {
    output.out(await helpOf(command));
  } else if (Object.hasOwn(topics, topic)) {
    output.out(`${(await linesOf[topic as TopicName]()).join("\n")}\n`);
  } else {
    const known = [...commandTable.map(({ name }) => name), ...Object.keys(topics)];
    throw usageError(
      `There is no help on ${JSON.stringify(topic)}${meaning(topic, known)} There is on ${known.join(", ")}.`,
    );
  }
  return exitCodes.done;
}

/** The help of a command; without one, of the program. */
export async function helpOf(command: CommandName | undefined): Promise<string> {
  return command === undefined ? helpText() : commandHelp(entryOf(command));
}

type Schema = typeof import("../workspace/settings/schema.js");

const settingsLines = ({ settingsTable }: Schema) =>
  settingsTable().map(
    ({ name, default: value, means }) => `  ${name.padEnd(18)} ${value.padEnd(10)} ${means}`,
  );

/** What lies above `cli/` is loaded when it is asked for. */
const linesOf: Readonly<Record<TopicName, () => Promise<readonly string[]>>> = {
  "exit-codes": async () => exitLines(),
  environment: async () => environmentLines(),
  settings: async () => settingsLines(await import("../workspace/settings/schema.js")),
  keys: async () => (await import("../ui/keys/key-help.js")).keyLines(),
  "slash-commands": async () => (await import("../ui/slash/slash-commands.js")).slashLines(),
};
