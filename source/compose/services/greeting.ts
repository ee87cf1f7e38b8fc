/** What somebody who starts the panes reads first: where they are, what becomes of a change, and what is missing. */
import { homedir } from "node:os";
import { toFailure } from "../../base/failure.js";
import { counted } from "../../base/text/counted.js";
import type { CommandContext } from "../../cli/context.js";
import { requireCursor } from "../../cursor/process/binary.js";
import { listProjects } from "../../kicad/design/find-projects.js";
import { offeredProjects } from "../../kicad/design/unused-sheets.js";
import type { AgentSession, SessionSnapshot } from "../../loop/session.js";
import type { Notice } from "../../ui/services.js";
import { loadSettings } from "../../workspace/settings/settings.js";

/** The last one says that the Cursor CLI is missing, where it is. */
export async function greet(
  session: AgentSession & { repository: string },
  { version, env }: CommandContext,
): Promise<Notice[]> {
  const { repository: root } = session;
  const snapshot = session.snapshot();
  const home = env.HOME ?? homedir();
  const place = root.startsWith(`${home}/`) ? `~${root.slice(home.length)}` : root;
  const missing = await requireCursor(env).then(() => undefined, toFailure);
  return [
    {
      kind: "notice",
      tone: "info",
      message: `copperhead ${version} in ${place}: ${snapshot.project ?? (await describeProjects(root, env))}.`,
      advice: whatBecomesOf(snapshot),
    },
    ...(missing
      ? [
          {
            kind: "notice" as const,
            tone: "warning" as const,
            message: missing.message,
            ...(missing.advice !== undefined && { advice: missing.advice }),
          },
        ]
      : []),
  ];
}

/** Where none is chosen. */
async function describeProjects(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { all } = await listProjects(root, await loadSettings({ root, env }));
  const { length } = await offeredProjects(root, all);
  return length === 0 ? "no KiCad project" : `${counted(length, "project")}, /project chooses one`;
}

function whatBecomesOf({ mode, approvals }: SessionSnapshot): string {
  if (mode === "native") {
    return "Cursor's own tools change files; KiCad checks the result, /undo puts it back.";
  }
  return approvals === "on-request"
    ? "Each change waits for your yes (Shift-Tab: apply at once); /undo puts it back."
    : "Changes apply at once and KiCad checks them (Shift-Tab: ask first); /undo puts them back.";
}
