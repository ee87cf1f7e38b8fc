/** The CLI's short commands: what it knows of its models, its login and itself, and making a chat. */
import * as z from "zod";
import type { Environment } from "../../base/environment.js";
import { CopperheadError } from "../../base/failure.js";
import { oneLine } from "../../base/safe-text.js";
import { classifyExit, cursorNotStarted, interrupted } from "../stream/failures.js";
import { type Captured, capture } from "./capture.js";
import { acquireStart } from "./start-lock.js";

/** Milliseconds. Some need the network; making a chat has been seen to take half a minute. */
const commandMs = 30_000;
const createChatMs = 60_000;

type CommandOptions = { env?: Environment; signal?: AbortSignal };

async function run(binary: string, args: readonly string[], options: CommandOptions): Promise<Captured> {
  const { env = process.env, signal } = options;
  return started(
    binary,
    await capture(binary, args, { env, timeoutMs: commandMs, ...(signal ? { signal } : {}) }),
  );
}

function started(binary: string, captured: Captured): Captured {
  const { startError } = captured.exit;
  if (startError !== undefined) {
    throw cursorNotStarted(binary, startError);
  }
  return captured;
}

/** What a command that did not give what it is for says of the reason. */
function refusal({ stdout, exit }: Captured): CopperheadError {
  return new CopperheadError(classifyExit({ ...exit, lines: stdout.split(/\r?\n/) }));
}

function jsonOf<T>(schema: z.ZodType<T>, stdout: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(stdout)).data;
  } catch {
    return undefined;
  }
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

/** The models that the subscription offers. Throws where the CLI is not logged in or gives no list. */
export async function listModels(binary: string, options: CommandOptions = {}): Promise<CursorModel[]> {
  const captured = await run(binary, ["models"], options);
  const models = parseModels(captured.stdout);
  if (models.length === 0) {
    throw refusal(captured);
  }
  return models;
}

export type Login = { loggedIn: boolean; email?: string };

const statusReport = z.looseObject({
  isAuthenticated: z.boolean(),
  userInfo: z.looseObject({ email: z.string().nullish() }).nullish(),
});

/**
 * Whether the CLI has a login. What it says counts, not its exit code, which can be 0 when logged out. Throws where
 * it says neither.
 */
export async function checkLogin(binary: string, options: CommandOptions = {}): Promise<Login> {
  const report = await run(binary, ["status", "--format", "json"], options);
  const told = jsonOf(statusReport, report.stdout);
  if (told) {
    const email = told.userInfo?.email;
    return { loggedIn: told.isAuthenticated, ...(email ? { email: oneLine(email, 200) } : {}) };
  }
  // Older versions only know the text form.
  const text = await run(binary, ["status"], options);
  const email = /Logged in as (\S+)/.exec(text.stdout)?.[1];
  if (/\bNot logged in\b/i.test(text.stdout)) {
    return { loggedIn: false };
  }
  if (email !== undefined) {
    return { loggedIn: true, email: oneLine(email, 200) };
  }
  throw refusal(text);
}

const aboutReport = z.looseObject({
  cliVersion: z.string().nullish(),
  subscriptionTier: z.string().nullish(),
  userEmail: z.string().nullish(),
  osPlatform: z.string().nullish(),
  osArch: z.string().nullish(),
});
export type About = z.infer<typeof aboutReport>;

/** What the CLI tells of itself; `undefined` where it knows no such command. */
export async function about(binary: string, options: CommandOptions = {}): Promise<About | undefined> {
  return jsonOf(aboutReport, (await run(binary, ["about", "--format", "json"], options)).stdout);
}

const chatId = /^[A-Za-z0-9][\w-]{7,}$/;

/**
 * Makes an empty chat and gives its id. The CLI files it by `workspace`; `startLock` is the path of the lock that
 * serialises starts.
 */
export async function createChat(
  binary: string,
  {
    workspace,
    startLock,
    env = process.env,
    signal,
  }: CommandOptions & { workspace: string; startLock: string },
): Promise<string> {
  const release = await acquireStart(startLock, signal).catch((error: unknown) => {
    throw signal?.aborted ? interrupted() : error;
  });
  const options = { env, cwd: workspace, timeoutMs: createChatMs, ...(signal ? { signal } : {}) };
  const captured = started(
    binary,
    await capture(binary, ["create-chat", "--workspace", workspace], options).finally(release),
  );
  // Notices may stand before it.
  const last = captured.stdout
    .split(/\r?\n/)
    .map((line) => line.trim())
    .findLast((line) => line !== "");
  if (last === undefined || !chatId.test(last)) {
    throw refusal(captured);
  }
  return last;
}
