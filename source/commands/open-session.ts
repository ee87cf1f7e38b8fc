/** Opens a session in the mode that was asked for. */
import { join } from "node:path";
import { findCursor } from "../cursor/binary.js";
import { findPrivateWorkspace } from "../cursor/private-workspace.js";
import { CursorProvider } from "../cursor/provider.js";
import { type Design, findDesign } from "../kicad/project.js";
import { ReasoningDriver } from "../loop/reasoning-driver.js";
import { LoopSession } from "../loop/runner.js";
import type { Notice, RunnableSession } from "../loop/session.js";
import { systemPrompt } from "../protocol/prompt.js";
import type { Config } from "../workspace/config.js";
import { stateFolder } from "../workspace/state-folder.js";
import type { CommandContext } from "./main.js";
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
  return new LoopSession({ state, workbench, driver, notices: noticesOf(design, config) });
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
function noticesOf({ schematic, board }: Design, named: Config): Notice[] {
  return [
    { target: schematic, isNamed: named.schematic !== undefined, check: "ERC" },
    { target: board, isNamed: named.board !== undefined, check: "DRC" },
  ].flatMap(({ target, isNamed, check }) =>
    target.status === "ambiguous" || (target.status === "missing" && isNamed)
      ? [{ code: "design-unclear", message: target.reason, advice: `Until then ${check} does not run.` }]
      : [],
  );
}
