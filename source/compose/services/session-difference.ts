/** `/diff` and `/rewind`: what a session, or its last turns, changed and did not undo, in words and as text. */
import { findKicadCli } from "../../kicad/cli/kicad-cli.js";
import { compareChanges, wordsFor } from "../../kicad/compare/meaning.js";
import { isDesignFile } from "../../kicad/design/kicad-files.js";
import { diffFiles } from "../../tools/text/unified-diff.js";
import type { SessionDifference } from "../../ui/services.js";
import { changesOfSession } from "../../workspace/journal/session-changes.js";
import { loadSettings } from "../../workspace/settings/settings.js";

type Options = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  sessionFolder: string;
  /** The number of the first turn that counts; all of them without it. */
  from?: number | undefined;
  signal: AbortSignal;
};

/** Undefined where nothing is changed. Throws a failure where the settings are wrong or kicad-cli's variable is. */
export async function differenceOfSession(options: Options): Promise<SessionDifference | undefined> {
  const { root, env, sessionFolder, from, signal } = options;
  const changes = await changesOfSession(root, sessionFolder, from);
  if (changes.length === 0) {
    return undefined;
  }
  const diff = diffFiles(changes);
  const others = changes.filter(({ path }) => !isDesignFile(path));
  if (others.length === changes.length) {
    return { meaning: [], diff, otherDiff: diff };
  }
  const cli = await findKicadCli(env);
  const config = await loadSettings({ root, env });
  const compared = await compareChanges(changes, { root, config, env, signal, cli });
  const [only, ...more] = compared;
  const isDrawn = (extension: string) =>
    changes.some(({ path, before, after }) => path.endsWith(extension) && before !== null && after !== null);
  return {
    meaning: wordsFor(compared),
    diff,
    otherDiff: diffFiles(others),
    // Of several projects the user chooses which to look at.
    ...(cli &&
      only &&
      more.length === 0 && {
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
