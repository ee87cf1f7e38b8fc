/** What the panes need from the rest of the program, as plain functions. */
import { join } from "node:path";
import chalk from "chalk";
import { execa } from "execa";
import { writeAtomically } from "../base/atomic-write.js";
import type { CommandContext } from "../cli/context.js";
import { findCursor } from "../cursor/process/binary.js";
import { listModels } from "../cursor/process/short-commands.js";
import { transcriptMarkdown } from "../recording/export-markdown.js";
import { tools } from "../tools/catalog.js";
import { listRepositoryFiles } from "../tools/repository-files.js";
import { diffFiles } from "../tools/text/unified-diff.js";
import type { AppServices, OpenedSession } from "../ui/services.js";
import { contain } from "../workspace/containment.js";
import { redo, undo } from "../workspace/journal/undo.js";
import { RepositoryLock } from "../workspace/repository-lock.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import { findSession, listSessions } from "../workspace/sessions/sessions.js";
import { readTranscript } from "../workspace/sessions/transcript.js";
import { describeSettings, type NamedSettings } from "../workspace/settings.js";
import { stateFolder } from "../workspace/state-folder.js";
import { checkDesign, describeDesignCheck } from "./design-check.js";
import { drawDesign } from "./design-pictures.js";
import { examine } from "./doctor/doctor-checks.js";
import { openSession } from "./open-session.js";
import { recordedEvents, recordedWhole } from "./recorded-events.js";
import { changesOfSession } from "./session-diff.js";

/** By the level that chalk has found the terminal to have. */
const colourDepths = { 0: "none", 1: "16", 2: "256", 3: "truecolor" } as const;

/** The services of the repository at `root`, for one run of the panes. */
export async function appServices(context: CommandContext, root: string): Promise<AppServices> {
  const { env } = context;
  const redactor = new Redactor(env);
  return {
    branch: async () => {
      const { stdout } = await execa("git", ["-C", root, "branch", "--show-current"], { reject: false });
      return stdout || undefined;
    },
    files: () => listRepositoryFiles(root),
    models: async () => listModels((await findCursor(env)).path, { env }),
    sessions: () => listSessions(root),
    resume: (sessionId) => reopen(context, root, sessionId),
    undo: async (sessionId, turns) => {
      const { folder, turns: number } = await findSession(root, sessionId);
      return locked(root, sessionId, number, () => undo({ sessionFolder: folder, root, turns }));
    },
    redo: async (sessionId) => {
      const { folder, turns: number } = await findSession(root, sessionId);
      return locked(root, sessionId, number, () => redo({ sessionFolder: folder, root }));
    },
    diff: async (sessionId) =>
      diffFiles(await changesOfSession(root, (await findSession(root, sessionId)).folder)),
    check: async () =>
      describeDesignCheck(await checkDesign({ root, env, signal: new AbortController().signal })),
    draw: async (sessionId, part, where) =>
      drawDesign({
        root,
        env,
        sessionFolder: (await findSession(root, sessionId)).folder,
        part,
        where,
        size: { columns: process.stdout.columns - 2, rows: process.stdout.rows - 4 },
        colour: colourDepths[chalk.level],
      }),
    tools: () => tools,
    recorded: async (sessionId) =>
      recordedWhole(await readTranscript((await findSession(root, sessionId)).folder)),
    exportTranscript: async (sessionId, path) => {
      const { folder } = await findSession(root, sessionId);
      const text = transcriptMarkdown(sessionId, await readTranscript(folder));
      const file = path === undefined ? join(folder, "transcript.md") : (await contain(root, path)).absolute;
      await writeAtomically(file, text);
      return file;
    },
    config: (model) => describeSettings({ root, env }, namedSettings(context, model)),
    doctor: (online) => examine({ root, env, online }),
    promptHistory: {
      path: join(await stateFolder(env), "history.jsonl"),
      redact: (text) => redactor.text(text),
    },
  };
}

/** The settings that this run has from elsewhere than a file. */
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

async function locked<Result>(
  root: string,
  sessionId: string,
  turn: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await RepositoryLock.acquire({ root, sessionId, turn });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Opens an earlier session, with what was said in it as the panes show it. */
async function reopen(context: CommandContext, root: string, sessionId: string): Promise<OpenedSession> {
  const { folder } = await findSession(root, sessionId);
  const past = recordedEvents(await readTranscript(folder));
  const session = await openSession(
    { ...context, flags: { ...context.flags, repo: root, resume: sessionId, continue: false } },
    { unattended: false, canAsk: true },
  );
  session.start(context.version);
  return { session, past };
}
