/** Opens a session in the mode of the flags, and starts it. */
import { join } from "node:path";
import type { CommandContext } from "../cli/context.js";
import { findCursor } from "../cursor/process/binary.js";
import { findPrivateWorkspace } from "../cursor/process/private-workspace.js";
import { CursorProvider } from "../cursor/reasoning/provider.js";
import { findProject, type Project } from "../kicad/design/project.js";
import { NativeDriver } from "../loop/drivers/native-driver.js";
import { ReasoningDriver } from "../loop/drivers/reasoning-driver.js";
import type { Notice, RunnableSession } from "../loop/session.js";
import { SessionRunner } from "../loop/session-runner.js";
import { modelId } from "../loop/state.js";
import { systemPrompt } from "../protocol/system-prompt.js";
import { requireGit } from "../workspace/git.js";
import { clearDeadLock } from "../workspace/repository-lock.js";
import { settleAbandoned } from "../workspace/sessions/abandoned-turn.js";
import type { Settings } from "../workspace/settings.js";
import { stateFolder } from "../workspace/user-folders.js";
import { prepareSession, type SessionOptions } from "./prepare-session.js";
import { findRepository } from "./repository.js";

/** Throws a usage failure for what is wrong in the settings, the repository or the environment. */
export async function openSession(
  context: CommandContext,
  options: SessionOptions,
): Promise<RunnableSession> {
  return context.flags.native ? openNativeSession(context, options) : openReasoningSession(context, options);
}

/** Starts the session, and cleans up after a process that was killed in this repository: its lock, children, turn. */
export async function startSession(
  session: RunnableSession,
  { version, env }: Pick<CommandContext, "version" | "env">,
): Promise<void> {
  session.start(version);
  const abandoned = await clearDeadLock(session.repository, env);
  if (abandoned && (await settleAbandoned(session.repository, abandoned, env))) {
    session.warn({
      code: "turn-cut-off",
      message: `Turn ${abandoned.turn} of session ${abandoned.sessionId} was cut off; its files are as it left them.`,
      advice: "Put them back with: copperhead undo",
    });
  }
}

/** Cursor proposes and copperhead acts. */
async function openReasoningSession(
  context: CommandContext,
  options: SessionOptions,
): Promise<RunnableSession> {
  const { flags, env } = context;
  const { root, config, state, files, trail, notices } = await prepareSession(context, options, "reasoning");
  const project = await findProject(root, config);
  const preamble = describeRepository(root, project);
  const driver = new ReasoningDriver(async ({ model, chat }, onWait) => {
    const id = modelId(model);
    return new CursorProvider({
      binary: (await findCursor(env, onWait)).path,
      workspace: await findPrivateWorkspace(state.sessionId, env),
      ...(id !== undefined && { model: id }),
      ...(chat && { chat }),
      tripwire: flags.tripwire ?? config.tripwire,
      idleTimeoutMs: config.idleTimeoutMs,
      preamble,
      onStarted: (group) => files.setGroup(group),
      onLine: (line) => trail.logLine(line),
      startLock: join(await stateFolder(env), "start.lock"),
      env,
    });
  });
  return new SessionRunner({
    state,
    files,
    trail,
    driver,
    canAsk: options.canAsk,
    notices: [...notices, ...noticesOf(project, config)],
  });
}

function describeRepository(root: string, { schematic, board }: Project): string {
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

/** A design that is ambiguous, or that the settings name and that is missing, will not be checked. */
function noticesOf({ schematic, board }: Project, named: Settings): Notice[] {
  return [
    { target: schematic, isNamed: named.schematic !== undefined, check: "ERC" },
    { target: board, isNamed: named.board !== undefined, check: "DRC" },
  ].flatMap(({ target, isNamed, check }) =>
    target.status === "ambiguous" || (target.status === "missing" && isNamed)
      ? [{ code: "design-unclear", message: target.reason, advice: `Until then ${check} does not run.` }]
      : [],
  );
}

/** Cursor's own tools act in the repository. Throws a usage failure where git is missing, too. */
async function openNativeSession(context: CommandContext, options: SessionOptions): Promise<RunnableSession> {
  const { flags, env } = context;
  // Before a session is made that could not have a turn.
  await requireGit(await findRepository(flags.repo));
  const { config, state, files, trail, notices } = await prepareSession(context, options, "native");
  const driver = new NativeDriver({
    files,
    approval: flags.approval ?? config.approval ?? "on-request",
    idleTimeoutMs: config.idleTimeoutMs,
    env,
    onLine: (line) => trail.logLine(line),
  });
  return new SessionRunner({ state, files, trail, driver, notices });
}
