/** The CLI's short commands: which models it offers, whether it has a login, and making a chat. */
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { CopperheadError } from "../../base/failure.js";
import { parseJson } from "../../base/files/json-lines.js";
import type { Environment } from "../../base/processes/environment.js";
import { oneLine } from "../../base/text/safe-text.js";
import { classifyExit } from "../stream/classify-failure.js";
import { type Captured, capture } from "./capture.js";
import { acquireStart } from "./start-lock.js";

/** Milliseconds. Some need the network; making a chat has been seen to take half a minute. */
const commandMs = 30_000;
const createChatMs = 60_000;

type CommandOptions = { env?: Environment; signal?: AbortSignal };

function run(binary: string, args: readonly string[], options: CommandOptions): Promise<Captured> {
  const { env = process.env, signal } = options;
  return capture(binary, args, { env, timeoutMs: commandMs, signal });
}

/** Why a command did not print what it is for. */
function failureOf({ stdout, exit }: Captured): CopperheadError {
  return new CopperheadError(classifyExit({ ...exit, lines: stdout.split(/\r?\n/) }));
}

export type CursorModel = { id: string; label: string; isDefault: boolean };

const modelLine = /^\s*([\w.-]+) - (.+?)\s*(?:\(([^()]*\b(?:current|default)\b[^()]*)\))?\s*$/;

/** Reads the text of `models`; lines that name no model are left out. Pure. */
export function parseModels(text: string): CursorModel[] {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, id, label = "", marks = ""] = modelLine.exec(line) ?? [];
    return id === undefined ? [] : [{ id, label: oneLine(label, 120), marks }];
  });
  const mark = found.some(({ marks }) => marks.includes("current")) ? "current" : "default";
  return found.map(({ id, label, marks }) => ({ id, label, isDefault: marks.includes(mark) }));
}

/** The models that the subscription offers. Throws where the CLI is not logged in or prints no list. */
export async function listModels(binary: string, options: CommandOptions = {}): Promise<CursorModel[]> {
  const captured = await run(binary, ["models"], options);
  const models = parseModels(captured.stdout);
  if (models.length === 0) {
    throw failureOf(captured);
  }
  return models;
}

export type Login = { loggedIn: boolean; email?: string };

const statusReport = z.looseObject({
  isAuthenticated: z.boolean(),
  userInfo: z.looseObject({ email: z.string().nullish() }).nullish(),
});

/**
 * Whether the CLI has a login, by what it prints: its exit code can be 0 when logged out. Throws where it prints
 * neither.
 */
export async function checkLogin(binary: string, options: CommandOptions = {}): Promise<Login> {
  const { stdout } = await run(binary, ["status", "--format", "json"], options);
  const report = statusReport.safeParse(parseJson(stdout)).data;
  if (report) {
    return login(report.isAuthenticated, report.userInfo?.email);
  }
  // Older versions only know the text form.
  const text = await run(binary, ["status"], options);
  if (/\bNot logged in\b/i.test(text.stdout)) {
    return login(false);
  }
  const email = /Logged in as (\S+)/.exec(text.stdout)?.[1];
  if (email !== undefined) {
    return login(true, email);
  }
  throw failureOf(text);
}

function login(loggedIn: boolean, email?: string | null): Login {
  return email ? { loggedIn, email: oneLine(email, 200) } : { loggedIn };
}

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i;
const chatId = /^[A-Za-z0-9][\w-]{7,}$/;

/**
 * Makes an empty chat and returns its id. The CLI files it by `workspace`; `startLock` is the path of the lock that
 * serialises starts.
 */
export async function createChat(
  binary: string,
  options: CommandOptions & { workspace: string; startLock: string },
): Promise<string> {
  const { workspace, startLock, env = process.env, signal } = options;
  // Where it was interrupted, `capture` throws.
  const release = await acquireStart(startLock, signal).catch(() => () => {});
  const args = ["create-chat", "--workspace", workspace];
  const captured = await capture(binary, args, {
    env,
    cwd: workspace,
    timeoutMs: createChatMs,
    signal,
  }).finally(release);
  const id = findChatId(captured);
  if (id === undefined) {
    throw failureOf(captured);
  }
  return id;
}

/**
 * The last UUID on a line of its own, else the first within one, else the last line: notices may be around it. A failure
 * may name another UUID.
 */
function findChatId({ stdout, exit }: Captured): string | undefined {
  const lines = stripVTControlCharacters(stdout)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const last = lines.at(-1) ?? "";
  return (
    lines.findLast((line) => uuid.exec(line)?.[0] === line) ??
    (exit.code === 0 ? uuid.exec(lines.join("\n"))?.[0] : undefined) ??
    (chatId.test(last) ? last : undefined)
  );
}
