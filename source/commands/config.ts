/** `copperhead config [get|set|path]`: the settings in force, and changes of one. */
import { type ExitCode, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { usageError } from "../cli/options.js";
import { textLine } from "../cli/output.js";
import { findRepository } from "../compose/repository.js";
import { setSetting, settingNamed } from "../workspace/settings/edit.js";
import { settingNames } from "../workspace/settings/schema.js";
import {
  describeSettings,
  loadSettings,
  repositoryConfigPath,
  userConfigPath,
} from "../workspace/settings/settings.js";

export async function config({ words, flags, env, output }: CommandContext): Promise<ExitCode> {
  const places = { root: await findRepository(flags.repo), env };
  const [act, key, value] = words;
  const isWhole = words.length === (act === "set" ? 3 : act === "get" ? 2 : act === "path" ? 1 : 0);
  if (!isWhole) {
    throw usageError(
      act === "get" || act === "set"
        ? `config ${act} needs ${act === "get" ? "one setting" : "one setting and its value"}: ${settingNames.join(", ")}.`
        : "config takes nothing, path, get <key>, or set <key> <value>.",
    );
  }
  output.out(textLine(await answerTo(places, act, settingOf(key), value ?? "")));
  return exitCodes.done;
}

const settingOf = (key: string | undefined) => (key === undefined ? undefined : settingNamed(key));

async function answerTo(
  places: { root: string; env: NodeJS.ProcessEnv },
  act: string | undefined,
  name: ReturnType<typeof settingOf>,
  value: string,
): Promise<string> {
  if (name === undefined) {
    return act === "path"
      ? `${userConfigPath(places.env)}\n${repositoryConfigPath} (in ${places.root})`
      : describeSettings(places, {});
  }
  if (act === "get") {
    return JSON.stringify((await loadSettings(places))[name] ?? null);
  }
  return `Written to ${await setSetting(places, name, value)}; it holds from the next start on.`;
}
