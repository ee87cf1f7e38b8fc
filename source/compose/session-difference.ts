/** `/diff`: what a session changed and did not undo, in words and as text. */
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { compareChanges, wordsFor } from "../kicad/compare/meaning.js";
import { isDesignFile } from "../kicad/design/kicad-files.js";
import { diffFiles } from "../tools/text/unified-diff.js";
import type { SessionDifference } from "../ui/services.js";
import { changesOfSession } from "../workspace/journal/session-changes.js";
import { loadSettings } from "../workspace/settings/settings.js";

type Options = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  sessionFolder: string;
  signal: AbortSignal;
};

/** Undefined where nothing is changed. Throws a failure where the settings are wrong or kicad-cli's variable is. */
export async function differenceOfSession(options: Options): Promise<SessionDifference | undefined> {
  const { root, env, sessionFolder, signal } = options;
  const changes = await changesOfSession(root, sessionFolder);
  if (changes.length === 0) {
    return undefined;
  }
  const diff = diffFiles(changes);
  if (!changes.some(({ path }) => isDesignFile(path))) {
    return { meaning: [], diff };
  }
  const cli = await findKicadCli(env);
  const config = await loadSettings({ root, env });
  const compared = await compareChanges(changes, { root, config, env, signal, cli });
  const [only, ...others] = compared;
  const isDrawn = (extension: string) =>
    changes.some(({ path, before, after }) => path.endsWith(extension) && before !== null && after !== null);
  return {
    meaning: wordsFor(compared),
    diff,
    // Of several projects the user chooses which to look at.
    ...(cli &&
      only &&
      others.length === 0 && {
        drawn: {
          project: only.project,
          parts: [
            ...(only.board && isDrawn(".kicad_pcb") ? (["board"] as const) : []),
            ...(only.nets && isDrawn(".kicad_sch") ? (["schematic"] as const) : []),
          ],
        },
      }),
  };
}
