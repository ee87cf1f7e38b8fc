/** Brings a reasoning session's parts together: settings, folders, provider, the state to go on from. */
import { join } from "node:path";
import { findCursor } from "../cursor/binary.js";
import { findPrivateWorkspace } from "../cursor/private-workspace.js";
import { CursorProvider } from "../cursor/provider.js";
import { findKicadCli } from "../kicad/cli.js";
import { findDesign } from "../kicad/project.js";
import { reduceTranscript } from "../loop/resume.js";
import { ReasoningSession } from "../loop/runner.js";
import { initialState, type LoopState } from "../loop/state.js";
import { Workbench } from "../loop/workbench.js";
import { systemPrompt } from "../protocol/prompt.js";
import { type Config, loadConfig } from "../workspace/config.js";
import { Redactor } from "../workspace/redaction.js";
import { createSession, findSession, latestSession, type SessionInfo } from "../workspace/sessions.js";
import { stateFolder } from "../workspace/state-folder.js";
import { readTranscript, Transcript } from "../workspace/transcript.js";
import type { CommandContext } from "./main.js";
import { type Flags, modelName, usageError } from "./options.js";
import { findRepository } from "./repository.js";

type SessionOptions = {
  /** A run without anybody at it puts the files of a turn that ends badly back. */
  unattended: boolean;
};

/** Throws what the settings, the repository or kicad-cli's variable have wrong (exit code 2). */
export async function openSession(
  { flags, env }: CommandContext,
  { unattended }: SessionOptions,
): Promise<ReasoningSession> {
  const root = await findRepository(flags.repo);
  const config = await loadConfig({ root, env });
  const kicad = await findKicadCli(env);
  const earlier = await findEarlier(root, flags);
  const { id: sessionId, folder: sessionFolder } = earlier ?? (await createSession(root));
  const redactor = new Redactor(env);
  const fresh = initialState({
    sessionId,
    model: modelOf(flags.model, env, config),
    approval: flags.approval ?? config.approval ?? "never",
    limits: {
      maxSteps: flags.maxSteps ?? config.maxSteps,
      maxRepairCycles: config.maxRepairCycles,
      requireVerification: flags.requireVerification,
    },
  });
  const state = earlier ? await goOnFrom(fresh, sessionFolder, flags.model) : fresh;
  const workbench = new Workbench({
    root,
    sessionId,
    sessionFolder,
    transcript: await Transcript.open(sessionFolder, redactor),
    redactor,
    config,
    env,
    kicad,
    onFailure: unattended ? flags.onFailure : "keep",
    dryRun: flags.dryRun,
  });
  const preamble = await describeRepository(root, config);
  return new ReasoningSession({
    state,
    workbench,
    makeProvider: async ({ model, chat }) => {
      const id = model.slice("cursor:".length);
      return new CursorProvider({
        binary: (await findCursor(env)).path,
        workspace: await findPrivateWorkspace(sessionId, env),
        ...(id !== "" && { model: id }),
        ...(chat && { chat }),
        tripwire: flags.tripwire ?? config.tripwire,
        idleTimeoutMs: config.idleTimeoutMs,
        preamble,
        onStarted: (group) => workbench.setGroup(group),
        startLock: join(await stateFolder(env), "start.lock"),
        env,
      });
    },
  });
}

/** The session that `--resume` or `--continue` names. Throws a usage error where there is none. */
async function findEarlier(root: string, flags: Flags): Promise<SessionInfo | undefined> {
  if (flags.resume !== undefined) {
    return findSession(root, flags.resume);
  }
  if (!flags.continue) {
    return undefined;
  }
  const newest = await latestSession(root);
  if (!newest) {
    throw usageError("--continue: there is no session in this repository yet.");
  }
  return newest;
}

/** The state that the session's transcript leads to; its model stays unless another one is named. */
async function goOnFrom(
  fresh: LoopState,
  sessionFolder: string,
  model: string | undefined,
): Promise<LoopState> {
  const state = reduceTranscript(fresh, await readTranscript(sessionFolder));
  return model === undefined ? state : { ...state, model };
}

/** The flag over the environment over the settings. */
function modelOf(flag: string | undefined, env: NodeJS.ProcessEnv, config: Config): string {
  const named = flag ?? (env.COPPERHEAD_MODEL || config.model);
  const model = modelName.safeParse(named);
  if (!model.success) {
    throw usageError(`COPPERHEAD_MODEL ${model.error.issues[0]?.message}.`);
  }
  return model.data;
}

async function describeRepository(root: string, config: Config): Promise<string> {
  const { schematic, board } = await findDesign(root, config);
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
