/**
 * `copperhead completion <bash|zsh|fish>` prints what the shell needs to complete copperhead's words; those scripts ask
 * `copperhead completion sessions|models|projects|settings` for what there is.
 */
import { type ExitCode, exitCodes } from "../base/failure.js";
import { cutText, visibleName } from "../base/text/safe-text.js";
import { completionScripts, listed } from "../cli/completion.js";
import type { CommandContext } from "../cli/context.js";
import { usageError } from "../cli/options.js";
import { textLine } from "../cli/output.js";
import { findRepository } from "../compose/repository.js";
import { findCursor } from "../cursor/process/binary.js";
import { listModels } from "../cursor/process/short-commands.js";
import { listProjects } from "../kicad/design/find-projects.js";
import { listSessions } from "../workspace/sessions/session-folders.js";
import { settingsTable } from "../workspace/settings/schema.js";
import { loadSettings } from "../workspace/settings/settings.js";

export async function completion(context: CommandContext): Promise<ExitCode> {
  const [word = ""] = context.words;
  const script = Object.entries(completionScripts).find(([shell]) => shell === word)?.[1];
  const list = listed.find((name) => name === word);
  if (script) {
    context.output.out(script());
  } else if (list) {
    context.output.out(textLine((await values[list](context)).join("\n")));
  } else {
    throw usageError(`completion needs the name of a shell: ${Object.keys(completionScripts).join(", ")}.`);
  }
  return exitCodes.done;
}

const longestTitle = 60;

const values: Readonly<Record<(typeof listed)[number], (context: CommandContext) => Promise<string[]>>> = {
  sessions: async ({ flags, env }) =>
    (await listSessions(await findRepository(flags.repo), env))
      .filter(({ isOwn }) => isOwn)
      .map(({ id, title }) => `${id}\t${visibleName(cutText(title, longestTitle))}`),
  models: async ({ env }) => {
    const { path } = await findCursor(env);
    const models = await listModels(path, { env });
    return [
      "cursor\tCursor's own choice",
      ...models.map(({ id, label }) => `cursor:${id}\t${visibleName(label)}`),
    ];
  },
  settings: async () => settingsTable().map(({ name, means }) => `${name}\t${means}`),
  projects: async ({ flags, env }) => {
    const root = await findRepository(flags.repo);
    return (await listProjects(root, await loadSettings({ root, env }))).all.map(({ path }) => path);
  },
};
