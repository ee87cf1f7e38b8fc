/** Opens a session in which Cursor's own tools act in the repository. */
import { join } from "node:path";
import type { CommandContext } from "../cli/context.js";
import { CursorAdapter } from "../cursor/library/adapter.js";
import { NativeDriver } from "../loop/drivers/native-driver.js";
import type { RunnableSession } from "../loop/session.js";
import { SessionRunner } from "../loop/session-runner.js";
import { requireGit } from "../workspace/git.js";
import { prepareSession, type SessionOptions } from "./prepare-session.js";
import { findRepository } from "./repository.js";

/** Throws what the settings, the repository or the environment have wrong, a missing git included (exit code 2). */
export async function openNativeSession(
  context: CommandContext,
  options: SessionOptions,
): Promise<RunnableSession> {
  const { flags, env } = context;
  // Before a session is made that could not have a turn.
  await requireGit(await findRepository(flags.repo));
  const { config, sessionFolder, state, workbench } = await prepareSession(context, options, "native");
  const adapter = new CursorAdapter({
    env,
    idleTimeoutMs: config.idleTimeoutMs,
    onLine: (_, line) => workbench.keepLine(line),
    onStarted: (_, group) => workbench.setGroup(group),
  });
  const driver = new NativeDriver({
    adapter,
    workbench,
    sessionId: state.sessionId,
    approval: flags.approval ?? config.approval ?? "on-request",
    threadLog: join(sessionFolder, "thread.jsonl"),
  });
  return new SessionRunner({ state, workbench, driver });
}
