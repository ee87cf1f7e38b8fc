/** The sessions of a repository: one folder each below `.copperhead/sessions`. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { ifMissing } from "../../base/files/file-errors.js";
import { fileLines, parseJson } from "../../base/files/json-lines.js";
import { requireOwnFolders } from "../../base/files/own-folders.js";
import { type TurnStatus, turnStatus } from "../../base/outcomes.js";
import type { Environment } from "../../base/processes/environment.js";
import { shellWord } from "../../base/text/shell-word.js";
import { registerSession } from "../register.js";
import { prepareRepositoryFolder, sessionsFolder } from "../repository-folder.js";
import { ownershipIn } from "./own-sessions.js";
import { recordType, transcriptPath } from "./transcript.js";

export type Session = {
  id: string;
  folder: string;
  /** Whether this user's copperhead wrote it on this machine; another's is shown and replayed at most. */
  isOwn: boolean;
};

/** A session as it is listed; `startedAt` is ISO 8601. */
export type SessionInfo = Session & {
  /** What the user named it, else the first line of the first request; empty before there is one. */
  title: string;
  turns: number;
  /** How the last turn ended; `unfinished` where it did not, or where there was none. */
  status: TurnStatus | "unfinished";
  startedAt: string;
  /** Whether a turn began: one that had to wait for another process did not. */
  hasRun: boolean;
};

const sessionId = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-[0-9a-f]{6}$/;
const longestTitle = 200;

/** The time in UTC to the millisecond, so that ids sort as sessions began, and three random digits. */
function makeId(now: Date): string {
  const [date = "", time = ""] = now.toISOString().replace(/[-:]/g, "").split("T");
  const millisecond = now.getUTCMilliseconds().toString(16).padStart(3, "0");
  return `${date}-${time.slice(0, 6)}-${millisecond}${randomBytes(2).toString("hex").slice(0, 3)}`;
}

function startOf(id: string): string {
  const [, year, month, day, hour, minute, second] = sessionId.exec(id) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}

/**
 * Makes the folder (mode 0700) of a new session in the repository at `root`, a real path, and registers it. `id` is one
 * that a session had which is gone; by default it is new.
 */
export async function createSession(
  root: string,
  env: Environment = process.env,
  id: string = makeId(new Date()),
): Promise<{ id: string; folder: string }> {
  await prepareRepositoryFolder(root);
  const folder = join(sessionsFolder(root), id);
  await mkdir(folder, { mode: 0o700 });
  await registerSession(id, folder, env);
  return { id, folder };
}

/** The sessions of the repository at `root`, newest first; none of their transcripts is read. */
export async function findSessions(root: string, env: Environment = process.env): Promise<Session[]> {
  return placesOf(root, await listIds(root), env);
}

async function placesOf(root: string, ids: readonly string[], env: Environment): Promise<Session[]> {
  const isOwn = ids.length > 0 ? await ownershipIn(root, env) : async () => false;
  const sessions: Session[] = [];
  for (const id of ids) {
    sessions.push({ id, folder: join(sessionsFolder(root), id), isOwn: await isOwn(id) });
  }
  return sessions;
}

/** The ids of the repository's sessions, newest first. */
async function listIds(root: string): Promise<string[]> {
  await requireOwnFolders(root, ".copperhead", "sessions");
  const entries = await readdir(sessionsFolder(root), { withFileTypes: true }).catch(ifMissing([]));
  const folders = entries.filter((entry) => entry.isDirectory() && sessionId.test(entry.name));
  return folders.map(({ name }) => name).sort((one, other) => (one < other ? 1 : -1));
}

const userData = z.object({ data: z.object({ text: z.string() }) });
const titleData = z.object({ data: z.object({ title: z.string() }) });
const turnEndData = z.object({ data: z.object({ status: turnStatus }) });

function titleOf(text: string): string {
  const line = (text.split("\n").find((line) => line.trim() !== "") ?? "").trim();
  if (line.length <= longestTitle) {
    return line;
  }
  const graphemes = Array.from(new Intl.Segmenter().segment(line.slice(0, longestTitle * 8)));
  return graphemes
    .slice(0, longestTitle)
    .map(({ segment }) => segment)
    .join("");
}

/** Looks at the head of each record of the transcript, and parses only the few that matter here. */
async function describeSession({ id, folder, isOwn }: Session): Promise<SessionInfo> {
  const info: SessionInfo = {
    id,
    folder,
    title: "",
    turns: 0,
    status: "unfinished",
    startedAt: startOf(id),
    isOwn,
    hasRun: false,
  };
  let open = false;
  let named = "";
  const look = (line: string) => {
    const type = recordType(line);
    if (type === "user" && info.title === "") {
      info.title = titleOf(userData.safeParse(parseJson(line)).data?.data.text ?? "");
    }
    if (type === "title") {
      named = titleOf(titleData.safeParse(parseJson(line)).data?.data.title ?? "");
    }
    info.hasRun ||= type === "turn-opened";
    if (type === "user" || type === "turn-opened") {
      open = true;
    }
    if (type === "turn-end") {
      open = false;
      info.turns += 1;
      info.status = turnEndData.safeParse(parseJson(line)).data?.data.status ?? "unfinished";
    }
  };
  // One that cannot be read must not hide the others.
  try {
    for await (const lines of fileLines(transcriptPath(folder))) {
      lines.forEach(look);
    }
  } catch {}
  info.title = named || info.title;
  return open ? { ...info, turns: info.turns + 1, status: "unfinished" } : info;
}

/** The sessions of the repository at `root` as they are listed, newest first; `[]` where there are none. */
export async function listSessions(root: string, env: Environment = process.env): Promise<SessionInfo[]> {
  const sessions: SessionInfo[] = [];
  for (const session of await findSessions(root, env)) {
    sessions.push(await describeSession(session));
  }
  return sessions;
}

/** The newest session of this user's own in which there was a turn, or `undefined` where there is none. */
export async function latestSession(
  root: string,
  env: Environment = process.env,
): Promise<Session | undefined> {
  for (const session of await findSessions(root, env)) {
    if (session.isOwn && (await describeSession(session)).hasRun) {
      return session;
    }
  }
  return undefined;
}

/** The session of that id, or of the one id that begins so. Throws (exit 2) where none or several do. */
export async function findSession(
  root: string,
  idOrPrefix: string,
  env: Environment = process.env,
): Promise<Session> {
  const ids = (await listIds(root)).filter((id) => idOrPrefix !== "" && id.startsWith(idOrPrefix));
  const [session, ...others] = await placesOf(root, ids.slice(0, 2), env);
  if (session && others.length === 0) {
    return session;
  }
  throw session
    ? unclear("session-ambiguous", `"${idOrPrefix}" may be any of ${ids.slice(0, 5).join(", ")}.`)
    : sessionNotFound(idOrPrefix);
}

/** The failure (exit 2) of a session that the repository does not have. */
export function sessionNotFound(id: string): CopperheadError {
  return unclear("session-not-found", `There is no session "${id}" in this repository.`);
}

function unclear(code: string, message: string): CopperheadError {
  const advice = "copperhead sessions lists them.";
  return new CopperheadError({ code, message, advice, exitCode: exitCodes.usage });
}

/** As `findSession`. Throws `session-foreign` (exit 2) for one that is not this user's own. */
export async function findOwnSession(
  root: string,
  idOrPrefix: string,
  env: Environment = process.env,
): Promise<Session> {
  const session = await findSession(root, idOrPrefix, env);
  if (!session.isOwn) {
    throw new CopperheadError({
      code: "session-foreign",
      message: `Session ${session.id} was not written by your copperhead on this machine: it can only be replayed.`,
      advice: `To look at it: copperhead replay ${shellWord(transcriptPath(session.folder))}`,
      exitCode: exitCodes.usage,
    });
  }
  return session;
}
