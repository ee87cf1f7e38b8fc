/** What editors work on: sessions in the repositories that they name. */
import type { EditorServices, Host, Mode, OpenedSession } from "../../acp/host.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { findCursor } from "../../cursor/process/binary.js";
import { checkLogin, listModels } from "../../cursor/process/short-commands.js";
import { loginAdvice } from "../../cursor/stream/failures.js";
import { readRecord } from "../../loop/records.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import { findOwnSession, listSessions, sessionNotFound } from "../../workspace/sessions/session-folders.js";
import { transcriptRecords } from "../../workspace/sessions/transcript.js";
import { servicesOf } from "../open-panes.js";
import { openSession, startSession } from "../open-session.js";
import { pastEvents } from "../past-events.js";
import type { SessionOptions } from "../prepare-session.js";
import { findRepository } from "../repository.js";
import { imagesOfSession } from "../services/session-drawing.js";

/** An editor is attended: changes wait for the user's word unless told otherwise, and a bad ending keeps the files. */
const attended = {
  unattended: false,
  canAsk: true,
  defaultApproval: "on-request",
} as const satisfies SessionOptions;

export function acpHost(context: CommandContext): Host {
  const { version, env, flags } = context;
  const open = async (
    options: { folder: string; mode: Mode; resume?: string; newId?: string },
    past: AsyncIterable<RecordedEvent> = pastEvents([]),
  ): Promise<OpenedSession> => {
    const { folder, mode, resume, newId } = options;
    const own = {
      ...context,
      flags: { ...flags, native: mode === "native", ...(resume !== undefined && { resume }) },
    };
    const session = await openSession(own, { ...attended, folder, ...(newId !== undefined && { newId }) });
    return {
      session,
      past,
      services: await editorServices(context, session.repository),
      start: () => startSession(session, context),
    };
  };
  return {
    version,
    mode: flags.native ? "native" : "reasoning",
    open: ({ cwd, mode, sessionId }) =>
      open({ folder: cwd, mode, ...(sessionId !== undefined && { newId: sessionId }) }),
    find: async ({ cwd, sessionId }) => {
      const { id, folder } = await findOwnSession(await findRepository(flags.repo, cwd), sessionId, env);
      // An editor names a session by its whole id, by which it is told of it too.
      if (id !== sessionId) {
        throw sessionNotFound(sessionId);
      }
      return async () => {
        const mode = await modeOf(folder);
        return open({ folder: cwd, mode, resume: id }, pastEvents(transcriptRecords(folder)));
      };
    },
    list: async (cwd) => {
      const repository = await findRepository(flags.repo, cwd);
      const sessions = await listSessions(repository, env);
      return { repository, sessions: sessions.filter(({ isOwn, hasRun }) => isOwn && hasRun) };
    },
    models: async () => listModels((await findCursor(env)).path, { env }),
    requireLogin: async () => {
      const { loggedIn } = await checkLogin((await findCursor(env)).path, { env });
      if (!loggedIn) {
        throw new CopperheadError({
          code: "not-logged-in",
          message: "Cursor's command line is not logged in.",
          advice: loginAdvice,
          exitCode: exitCodes.cursor,
        });
      }
    },
  };
}

async function editorServices(context: CommandContext, root: string): Promise<EditorServices> {
  return {
    ...(await servicesOf(context, root)),
    picture: async (sessionId, view) => {
      const { folder } = await findOwnSession(root, sessionId, context.env);
      return imagesOfSession({ ...view, root, env: context.env, sessionFolder: folder });
    },
  };
}

/** A session is of one mode from its start on. */
async function modeOf(sessionFolder: string): Promise<Mode> {
  for await (const record of transcriptRecords(sessionFolder)) {
    const action = readRecord(record);
    if (action?.type === "session-start") {
      return action.mode;
    }
  }
  return "reasoning";
}
