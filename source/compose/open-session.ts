/** Opens a session in the mode that was asked for. */
import { join } from "node:path";
import type { CommandContext } from "../cli/context.js";
import { findCursor } from "../cursor/process/binary.js";
import { findPrivateWorkspace } from "../cursor/process/private-workspace.js";
import { CursorProvider } from "../cursor/reasoning/provider.js";
import { type Design, findDesign } from "../kicad/design/project.js";
import { ReasoningDriver } from "../loop/drivers/reasoning-driver.js";
import type { Notice, RunnableSession } from "../loop/session.js";
import { SessionRunner } from "../loop/session-runner.js";
import { systemPrompt } from "../protocol/render.js";
import type { Settings } from "../workspace/settings.js";
import { stateFolder } from "../workspace/state-folder.js";
import { openNativeSession } from "./open-native-session.js";
import { prepareSession, type SessionOptions } from "./prepare-session.js";

/** Throws what the settings, the repository or the environment have wrong (exit code 2). */
export async function openSession(
  context: CommandContext,
  options: SessionOptions,
): Promise<RunnableSession> {
  return context.flags.native ? openNativeSession(context, options) : openReasoningSession(context, options);
}

/** A session in which Cursor proposes and copperhead acts. */
async function openReasoningSession(
  context: CommandContext,
  options: SessionOptions,
): Promise<RunnableSession> {
  const { flags, env } = context;
  const { root, config, state, workbench } = await prepareSession(context, options, "reasoning");
  const design = await findDesign(root, config);
  const preamble = describeRepository(root, design);
  const driver = new ReasoningDriver(workbench, async ({ model, chat }) => {
    const id = model.slice("cursor:".length);
    return new CursorProvider({
      binary: (await findCursor(env)).path,
      workspace: await findPrivateWorkspace(state.sessionId, env),
      ...(id !== "" && { model: id }),
      ...(chat && { chat }),
      tripwire: flags.tripwire ?? config.tripwire,
      idleTimeoutMs: config.idleTimeoutMs,
      preamble,
      onStarted: (group) => workbench.setGroup(group),
      startLock: join(await stateFolder(env), "start.lock"),
      env,
    });
  });
  return new SessionRunner({ state, workbench, driver, notices: noticesOf(design, config) });
}

function describeRepository(root: string, { schematic, board }: Design): string {
  const notes = [schematic, board].flatMap((target) =>
    target.status === "ambiguous" ? [target.reason] : [],
  );
  return systemPrompt({
    repository: root,
    ...(schematic.status === "found" && { schematic: schematic.path }),
    ...(board.status === "found" && { board: board.path }),
    notes,
  });
}

/** A design that is there and cannot be told from others, or is named and not there, will not be checked. */
function noticesOf({ schematic, board }: Design, named: Settings): Notice[] {
  return [
    { target: schematic, isNamed: named.schematic !== undefined, check: "ERC" },
    { target: board, isNamed: named.board !== undefined, check: "DRC" },
  ].flatMap(({ target, isNamed, check }) =>
    target.status === "ambiguous" || (target.status === "missing" && isNamed)
      ? [{ code: "design-unclear", message: target.reason, advice: `Until then ${check} does not run.` }]
      : [],
  );
}
