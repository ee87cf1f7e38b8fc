/** What the panes work on: a session, what happened in it before, and the services around it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import chalk from "chalk";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { writeAtomically } from "../base/files/atomic-write.js";
import { errorCode } from "../base/files/file-errors.js";
import { shellWord } from "../base/text/shell-word.js";
import type { CommandContext } from "../cli/context.js";
import { findCursor } from "../cursor/process/binary.js";
import { listModels } from "../cursor/process/short-commands.js";
import { listProjects } from "../kicad/design/find-projects.js";
import { offeredProjects } from "../kicad/design/unused-sheets.js";
import { listRepositoryFiles } from "../tools/repository-files.js";
import type { AppServices, Opened, OpenedSession, PastTurns } from "../ui/services.js";

import { contain } from "../workspace/containment.js";
import { tryGit } from "../workspace/git.js";
import { redo, undo } from "../workspace/journal/undo.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import { deleteSession } from "../workspace/sessions/delete-session.js";
import { findOwnSession, findSession, listSessions } from "../workspace/sessions/session-folders.js";
import { readTranscript } from "../workspace/sessions/transcript.js";
import { setSetting, settingNamed } from "../workspace/settings/edit.js";
import { describeSettings, loadSettings, type NamedSettings } from "../workspace/settings/settings.js";
import { listUserCommands } from "../workspace/user-commands.js";
import { stateFolder } from "../workspace/user-folders.js";
import { openSession, startSession } from "./open-session.js";
import { withLock } from "./repository.js";
import { greet } from "./services/greeting.js";

/** Half a megabyte of modules, which nobody waits for who has not asked for them. */
const onDemand = () => import("./services/on-demand.js");

/** Only a session that is gone on with has a past. */
const loadPast = () => import("./past-events.js");

/**
 * A session of one turn is unattended: its user does not stay to keep the files of a turn that ends badly. `show` is
 * called with what happened in a session that is gone on with, before it is open.
 */
export async function openPanes(
  context: CommandContext,
  oneTurn: boolean,
  show: (past: PastTurns) => void,
): Promise<Opened> {
  const session = await openSession(context, {
    unattended: oneTurn,
    canAsk: true,
    onFound: async ({ id, folder }) => show(await (await loadPast()).lastEvents(id, folder)),
  });
  const { repository } = session;
  const isResumed = context.flags.continue || context.flags.resume !== undefined;
  return {
    session,
    services: await servicesOf(context, repository),
    work: async () => {
      await startSession(session, context);
      return undefined;
    },
    ...(!isResumed && context.command === undefined && { greeting: () => greet(session, context) }),
    ...(!oneTurn && context.command !== "demo" && { farewell: farewell(context) }),
  };
}

function farewell({ flags }: CommandContext): string {
  const native = flags.native ? " --native" : "";
  const repo = flags.repo === undefined ? "" : ` --repo ${shellWord(flags.repo)}`;
  return `This session is kept. To go on with it: copperhead --continue${native}${repo}`;
}

/** By the level of the terminal that chalk has found. */
const colourDepths = { 0: "none", 1: "16", 2: "256", 3: "truecolor" } as const;

/** The services of the repository at `root`. */
export async function servicesOf(context: CommandContext, root: string): Promise<AppServices> {
  const { env } = context;
  const redactor = new Redactor(env);
  return {
    branch: async () => {
      const shown = await tryGit(root, ["branch", "--show-current"]).catch(() => undefined);
      return shown?.stdout.toString("utf8").trim() || undefined;
    },
    root,
    files: () => listRepositoryFiles(root),
    models: async () => listModels((await findCursor(env)).path, { env }),
    sessions: () => listSessions(root, env),
    deleteSession: async (sessionId) => deleteSession(await findOwnSession(root, sessionId, env), env),
    resume: (sessionId) => resume(context, root, sessionId),
    undo: async (sessionId, turns) => {
      const session = await findOwnSession(root, sessionId, env);
      return withLock({ root, env }, session, () => undo({ sessionFolder: session.folder, root, turns }));
    },
    redo: async (sessionId) => {
      const session = await findOwnSession(root, sessionId, env);
      return withLock({ root, env }, session, () => redo({ sessionFolder: session.folder, root }));
    },
    diff: async (sessionId, signal, from) => {
      const sessionFolder = (await findSession(root, sessionId)).folder;
      return (await onDemand()).differenceOfSession({ root, env, sessionFolder, from, signal });
    },
    projects: async () =>
      offeredProjects(root, (await listProjects(root, await loadSettings({ root, env }))).all),
    check: async ({ words, all }, signal) => {
      const { checkProjects, describeRepositoryCheck } = await onDemand();
      return describeRepositoryCheck(await checkProjects({ root, env, words, signal }), { all });
    },
    explain: async (what, project, signal) => {
      const { explainDesign, explanationText } = await onDemand();
      return explanationText(await explainDesign(what, { root, env, project, signal }));
    },
    draw: async (sessionId, { project, part, where, pictures, signal }) =>
      (await onDemand()).drawSession({
        root,
        env,
        sessionFolder: (await findSession(root, sessionId)).folder,
        project,
        part,
        where,
        size: { columns: process.stdout.columns - 2, rows: process.stdout.rows - 4 },
        colour: colourDepths[chalk.level],
        ...(pictures && { pictures }),
        signal,
      }),
    tools: async () => (await onDemand()).tools,
    commands: () => listUserCommands({ root, env }),
    recorded: async function* (sessionId, from, to) {
      const { wholeEvents } = await loadPast();
      yield* wholeEvents((await findSession(root, sessionId, env)).folder, from, to);
    },
    exportTranscript: async (sessionId, path) => {
      const { folder } = await findSession(root, sessionId);
      const { transcriptMarkdown } = await onDemand();
      const text = transcriptMarkdown(sessionId, await readTranscript(folder));
      if (path !== undefined) {
        return writeNewFile((await contain(root, path)).absolute, text);
      }
      const file = join(folder, "transcript.md");
      await writeAtomically(file, text);
      return file;
    },
    config: (model) => describeSettings({ root, env }, namedSettings(context, model)),
    setSetting: async (name, value) => setSetting({ root, env }, settingNamed(name), value),
    doctor: async (online) => (await onDemand()).examine({ root, env, online }),
    notify: (await loadSettings({ root, env })).notify,
    promptHistory: {
      path: join(await stateFolder(env), "history.jsonl"),
      redact: (text) => redactor.text(text),
    },
  };
}

/** The settings of this run that come from elsewhere than a file. */
function namedSettings({ flags, env }: CommandContext, model: string): NamedSettings {
  const modelSource =
    flags.model === model ? "--model" : env.COPPERHEAD_MODEL === model ? "COPPERHEAD_MODEL" : "/model";
  return {
    model: { value: model, source: modelSource },
    ...(flags.maxSteps !== undefined && { maxSteps: { value: flags.maxSteps, source: "--max-steps" } }),
    ...(flags.tripwire && { tripwire: { value: flags.tripwire, source: "--tripwire" } }),
    ...(flags.approval && { approval: { value: flags.approval, source: "--approval" } }),
  };
}

/** Opens an earlier session, with what happened in it. */
async function resume(context: CommandContext, root: string, sessionId: string): Promise<OpenedSession> {
  const { id, folder } = await findOwnSession(root, sessionId, context.env);
  const past = await (await loadPast()).lastEvents(id, folder);
  const session = await openSession(
    { ...context, flags: { ...context.flags, repo: root, resume: id, continue: false } },
    { unattended: false, canAsk: true },
  );
  session.start(context.version);
  return { session, past };
}

/** Writes a file that is not there yet, and returns its path. Throws `file-exists` where there is one. */
async function writeNewFile(file: string, text: string): Promise<string> {
  try {
    await writeFile(file, text, { flag: "wx" });
    return file;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw error;
    }
    throw new CopperheadError({
      code: "file-exists",
      message: `${file} exists already and is not overwritten.`,
      advice: "Name a file that does not exist yet.",
      exitCode: exitCodes.failed,
    });
  }
}
