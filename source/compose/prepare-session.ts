/** What a session of either mode is made of: settings, folders, the state to go on from, its files and its trail. */
import { modelName } from "../base/model-name.js";
import type { CommandContext } from "../cli/context.js";
import { type Flags, modelOf, usageError } from "../cli/options.js";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { listProjects } from "../kicad/design/find-projects.js";
import { chooseProject, type Projects } from "../kicad/design/project.js";
import { AuditTrail } from "../loop/audit-trail.js";
import type { Notice } from "../loop/session.js";
import { initialState, type LoopState } from "../loop/state.js";
import { TurnFiles } from "../loop/turn-files.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import {
  createSession,
  findOwnSession,
  latestSession,
  type Session,
} from "../workspace/sessions/session-folders.js";
import { lockSession } from "../workspace/sessions/session-lock.js";
import { Transcript } from "../workspace/sessions/transcript.js";
import type { Settings } from "../workspace/settings/schema.js";
import { mergeSettings } from "../workspace/settings/settings.js";
import { folderIn } from "./projects.js";
import { findRepository } from "./repository.js";

export type SessionOptions = {
  /** An unattended run restores the files of a turn that ends badly. */
  unattended: boolean;
  /** Whether the user can be asked before a change. */
  canAsk: boolean;
  /** The folder that the user works in, an absolute path; by default the working directory. */
  folder?: string;
  /** Whether a change waits for the user's word where neither flag nor settings decide it; by default it does not. */
  defaultApproval?: "on-request";
  /** Called with the session that is gone on with before its transcript is reduced, for which nobody should have to wait. */
  onFound?: (session: Session) => Promise<void>;
  /** The id of the new session, one that a session had which is gone; by default it is new. */
  newId?: string;
};

export type PreparedSession = {
  /** Real path of the repository. */
  root: string;
  config: Settings;
  state: LoopState;
  files: TurnFiles;
  trail: AuditTrail;
  projects: Projects;
  /** What of the repository's settings does not count. */
  notices: Notice[];
};

/** Throws a usage failure for what is wrong in the settings, the repository or kicad-cli's variable. */
export async function prepareSession(
  { flags, env }: CommandContext,
  { unattended, canAsk, folder, defaultApproval, onFound, newId }: SessionOptions,
  mode: LoopState["mode"],
): Promise<PreparedSession> {
  const root = await findRepository(flags.repo, folder);
  const { settings: config, ignored } = await mergeSettings({ root, env });
  const projects = await listProjects(root, config);
  const project = chooseProject(projects, { wanted: flags.project, folder: folderIn(root, folder) });
  const kicad = await findKicadCli(env);
  const model = modelOf(flags.model, env, config);
  const approval = flags.approval ?? config.approval ?? defaultApproval ?? "never";
  // In native mode Cursor asks, and answers itself.
  if (approval === "on-request" && mode === "reasoning" && !canAsk) {
    throw usageError(
      "Changes wait for your yes (--approval on-request, or the setting approval), and there is no terminal to ask on.",
      "With --approval never this run makes its changes at once; copperhead undo puts them back.",
    );
  }
  const earlier = await findEarlier(root, flags, env);
  const session = earlier ?? (await createSession(root, env, newId));
  const { id: sessionId, folder: sessionFolder } = session;
  const redactor = new Redactor(env);
  const fresh = initialState({
    sessionId,
    mode,
    model,
    approval,
    ...(project && { project: project.path }),
    limits: {
      maxSteps: mode === "native" ? 1 : (flags.maxSteps ?? config.maxSteps),
      maxRepairCycles: config.maxRepairCycles,
      requireVerification: flags.requireVerification,
    },
  });
  const lock = await lockSession(session);
  const named = {
    model: flags.model ?? (env.COPPERHEAD_MODEL || undefined),
    project: flags.project && project?.path,
  };
  const state = earlier
    ? await goOnFrom(fresh, earlier, named, onFound).catch(async (error: unknown) => {
        await lock.release();
        throw error;
      })
    : fresh;
  const transcript = await Transcript.open(sessionFolder, redactor);
  const trail = new AuditTrail({ sessionFolder, transcript, redactor, lock });
  const files = new TurnFiles({
    root,
    sessionId,
    sessionFolder,
    trail,
    config,
    env,
    kicad,
    onFailure: unattended ? flags.onFailure : "keep",
    dryRun: flags.dryRun,
    journal: mode === "native" ? "tree" : "writes",
  });
  return { root, config, state, files, trail, projects, notices: ignored };
}

/** The session that `--resume` or `--continue` names. Throws a usage error where there is none. */
async function findEarlier(root: string, flags: Flags, env: NodeJS.ProcessEnv): Promise<Session | undefined> {
  if (flags.resume !== undefined) {
    return findOwnSession(root, flags.resume, env);
  }
  const newest = flags.continue ? await latestSession(root, env) : undefined;
  if (flags.continue && !newest) {
    throw usageError("--continue: there is no session in this repository yet that you began.");
  }
  return newest;
}

/**
 * The state that the session's transcript leads to; its model stays unless another one is named. Its mode stays, too:
 * Cursor keeps the chats of the two modes in different places, and to go on with a session must not let Cursor act.
 */
async function goOnFrom(
  fresh: LoopState,
  session: Session,
  named: { model: string | undefined; project: string | undefined },
  onFound: SessionOptions["onFound"],
): Promise<LoopState> {
  await onFound?.(session);
  const { readState } = await import("../recording/reduce-transcript.js");
  const state = await readState(fresh, session.folder);
  if (state.mode !== fresh.mode) {
    throw usageError(
      state.mode === "native"
        ? `Session ${fresh.sessionId} is a native one: add --native to go on with it.`
        : `Session ${fresh.sessionId} is not a native one: leave --native out to go on with it.`,
    );
  }
  return {
    ...state,
    model: named.model ?? requireModel(state.model),
    project: named.project ?? state.project,
  };
}

/** A transcript is a file that anything may have written to. */
function requireModel(model: string): string {
  if (!modelName.test(model)) {
    throw usageError(`The session names ${JSON.stringify(model)}, which is no model: name one with --model.`);
  }
  return model;
}
