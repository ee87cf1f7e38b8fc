/** Opens a session in the mode of the flags, and starts it. */
import { join, posix } from "node:path";
import type { CommandContext } from "../cli/context.js";
import { type CursorBinary, findKnownCursor } from "../cursor/process/binary.js";
import { findPrivateWorkspace } from "../cursor/process/private-workspace.js";
import { CursorProvider } from "../cursor/reasoning/provider.js";
import type { Projects } from "../kicad/design/project.js";
import { offeredProjects } from "../kicad/design/unused-sheets.js";
import { ReasoningDriver } from "../loop/drivers/reasoning-driver.js";
import type { Notice, RunnableSession } from "../loop/session.js";
import { SessionRunner } from "../loop/session-runner.js";
import { modelId } from "../loop/state.js";
import { systemPrompt } from "../protocol/system-prompt.js";
import { requireGit } from "../workspace/git.js";
import { clearDeadLock } from "../workspace/repository-lock.js";
import { readRepositoryNotes } from "../workspace/repository-notes.js";
import { settleAbandoned } from "../workspace/sessions/abandoned-turn.js";
import { stateFolder } from "../workspace/user-folders.js";
import { prepareSession, type SessionOptions } from "./prepare-session.js";
import { folderIn } from "./projects.js";
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
  // The turn of a printed run follows at once; in the panes the user has yet to type.
  const cursor = options.unattended && !options.canAsk ? findCursorAhead(env) : undefined;
  const { root, config, state, files, trail, projects, notices } = await prepareSession(
    context,
    options,
    "reasoning",
  );
  const preamble = systemPrompt({
    repository: root,
    projects: await offeredProjects(root, projects.all),
    legacy: projects.legacy,
    ...(state.project !== null && { project: state.project }),
  });
  const driver = new ReasoningDriver(async ({ model, chat }, onWait) => {
    const id = modelId(model);
    return new CursorProvider({
      binary: (await (cursor?.(onWait) ?? findKnownCursor(env, onWait))).path,
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
    readNotes: (project) =>
      readRepositoryNotes(root, [
        folderIn(root) ?? "",
        ...(project === null ? [] : [posix.dirname(project)]),
      ]),
    notices: [...notices, ...noticesOf(projects)],
  });
}

/**
 * Looks for the Cursor CLI, which is a start of it, while the session is opened. Returns what waits for it: as
 * `findKnownCursor`.
 */
function findCursorAhead(
  env: NodeJS.ProcessEnv,
): (onWait: (message: string) => void) => Promise<CursorBinary> {
  let notice: string | undefined;
  let pass = (message: string) => {
    notice = message;
  };
  const found = findKnownCursor(env, (message) => pass(message));
  // A session that cannot be opened fails for its own reason.
  found.catch(() => {});
  return (onWait) => {
    pass = onWait;
    if (notice !== undefined) {
      onWait(notice);
    }
    notice = undefined;
    return found;
  };
}

/** The design that the settings name and that is missing will not be checked. */
function noticesOf({ problems }: Projects): Notice[] {
  return problems.map((message) => ({
    code: "design-unclear",
    message,
    advice: "Correct it there; until then the other projects of the repository are used.",
  }));
}

/** Cursor's own tools act in the repository. Throws a usage failure where git is missing, too. */
async function openNativeSession(context: CommandContext, options: SessionOptions): Promise<RunnableSession> {
  const { flags, env } = context;
  // Before a session is made that could not have a turn.
  await requireGit(await findRepository(flags.repo, options.folder));
  const { config, state, files, trail, projects, notices } = await prepareSession(context, options, "native");
  const { NativeDriver } = await import("../loop/drivers/native-driver.js");
  const driver = new NativeDriver({
    files,
    approval: flags.approval ?? config.approval ?? "on-request",
    idleTimeoutMs: config.idleTimeoutMs,
    env,
    onLine: (line) => trail.logLine(line),
  });
  return new SessionRunner({ state, files, trail, driver, notices: [...notices, ...noticesOf(projects)] });
}
