import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { z } from "zod";
import type { RuntimeEvent } from "../../base/events.js";
import { type ExitCode, exitCodes } from "../../base/failure.js";
import type { Environment } from "../../base/processes/environment.js";
import { stateFolder } from "../../workspace/user-folders.js";
import { findCursor } from "../process/binary.js";
import { createChat } from "../process/short-commands.js";
import {
  invalid,
  processFailed,
  sessionClosed,
  sessionNotFound,
  unsupported,
  workspaceBusy,
} from "./adapter-errors.js";
import {
  parseRequest,
  type SessionRequest,
  sessionRequest,
  type TurnRequest,
  turnRequest,
} from "./adapter-requests.js";
import { Broadcast } from "./broadcast.js";
import { type AdapterSession, NativeSession, type StartedTurn } from "./native-session.js";
import type { ThreadSnapshot } from "./thread.js";
import { ThreadLog } from "./thread-log.js";

/** A name is looked for on PATH; a path counts from this process's own folder, not from the session's. */
function absolute(program: string): string {
  return program.includes("/") ? resolve(program) : program;
}

/** The folder itself, whatever links lead to it. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

export type CursorAdapterOptions = {
  /** The user's environment, of which the CLI gets what is on the allow-list; `process.env` by default. */
  env?: Environment;
  /** Path of the lock that serialises starts across processes; in the user's state folder by default. */
  startLock?: string;
  /** Milliseconds of silence after which a turn is given up, open calls excepted; ten minutes by default. */
  idleTimeoutMs?: number;
  /** Called with each line that the CLI prints, as it came. */
  onLine?: (sessionId: string, line: string) => void;
  /** Receives the process group of each turn's child; the child gets its prompt after that. */
  onStarted?: (sessionId: string, group: number) => Promise<void>;
};

const defaultIdleTimeoutMs = 600_000;

/**
 * Drives Cursor natively: its own tools act in a folder, and what they do is emitted as canonical events. Methods reject
 * with an AdapterError and nothing else; what goes wrong within a turn is in the turn's events.
 *
 * @example
 * const adapter = new CursorAdapter();
 * const { sessionId } = await adapter.startSession({ cwd: process.cwd() });
 * const turn = await adapter.sendTurn({ sessionId, input: "What is in this folder?" });
 * console.log((await turn.completed).status);
 * await adapter.stopAll();
 */
export class CursorAdapter {
  readonly #options: CursorAdapterOptions;
  readonly #sessions = new Map<string, NativeSession>();
  readonly #closed = new Set<string>();
  readonly #events = new Broadcast<RuntimeEvent>();
  /** Starts and stops of one session happen one after the other. */
  readonly #changes = new Map<string, Promise<unknown>>();
  #starting = new AbortController();

  constructor(options: CursorAdapterOptions = {}) {
    this.#options = options;
  }

  /** Starts a session in a chat of its own, or in the one that is resumed; ends a session of the same id first. */
  async startSession(request: SessionRequest): Promise<AdapterSession> {
    const parsed = parseRequest(sessionRequest, request);
    const folder = await stat(parsed.cwd).catch(() => undefined);
    if (!folder?.isDirectory()) {
      throw invalid(`cwd: ${parsed.cwd} is no folder`);
    }
    const sessionId = parsed.sessionId ?? randomUUID();
    return this.#change(sessionId, () => this.#start(sessionId, parsed));
  }

  /**
   * Begins a turn; `completed` settles at its end. Rejects where the session is in a turn, and with a `request` error of
   * the code `workspace-busy` where another session of this adapter is in one in the same folder.
   */
  async sendTurn(request: TurnRequest): Promise<StartedTurn> {
    const { sessionId, input, model, turnId = randomUUID() } = parseRequest(turnRequest, request);
    const session = this.#session(sessionId);
    const others = [...this.#sessions.values()].filter((other) => other !== session && other.turn);
    if (others.some(({ cwd }) => realFolder(cwd) === realFolder(session.cwd))) {
      throw workspaceBusy(session.cwd);
    }
    return session.begin({ turnId, input, model });
  }

  /** Ends the running turn gracefully, with `exitCode`; no error where none runs. Asking again changes nothing. */
  async interruptTurn(sessionId: string, exitCode: ExitCode = exitCodes.interrupted): Promise<void> {
    this.#session(sessionId).turn?.interrupt(exitCode);
  }

  /** Ends the running turn's process group at once. */
  async killTurn(sessionId: string, exitCode: ExitCode = exitCodes.interrupted): Promise<void> {
    this.#session(sessionId).turn?.kill(exitCode);
  }

  /** Always rejects: headless, the CLI answers its own requests. */
  async respondToRequest(_sessionId: string, _requestId: string, _decision: unknown): Promise<never> {
    const advice = "approvalPolicy sets beforehand what Cursor may do.";
    throw unsupported("Answering a request of Cursor's", advice);
  }

  /** Always rejects. */
  async rollbackThread(_sessionId: string, _turns: number): Promise<never> {
    throw unsupported("Rolling a chat back", "Start a new session without resumeCursor.");
  }

  /**
   * The session's turns so far, the running one included; a copy. Those from before a `resumeCursor` are in it only where
   * `log` names the file in which they were kept: the CLI has no interface that returns them.
   */
  async readThread(sessionId: string): Promise<ThreadSnapshot> {
    return this.#session(sessionId).snapshot();
  }

  /** Interrupts what runs and ends the session. Ending it again changes nothing. */
  async stopSession(sessionId: string, exitCode: ExitCode = exitCodes.interrupted): Promise<void> {
    if (!this.#changes.has(sessionId) && !this.#closed.has(sessionId)) {
      this.#session(sessionId);
    }
    await this.#change(sessionId, () => this.#stop(sessionId, exitCode));
  }

  listSessions(): AdapterSession[] {
    return [...this.#sessions.values()].map((session) => session.describe());
  }

  hasSession(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** Ends every session and every event stream. The adapter can be used again afterwards. */
  async stopAll(exitCode: ExitCode = exitCodes.interrupted): Promise<void> {
    this.#starting.abort();
    this.#starting = new AbortController();
    const ids = new Set([...this.#changes.keys(), ...this.#sessions.keys()]);
    await Promise.all([...ids].map((id) => this.#change(id, () => this.#stop(id, exitCode))));
    this.#events.end();
  }

  /**
   * Every event of every session from now on, in order. To leave the loop is to unsubscribe; it ends by itself with
   * `stopAll`. Several may read at once, and a slow one loses nothing.
   */
  streamEvents(): AsyncIterable<RuntimeEvent> {
    return this.#events.subscribe();
  }

  /** The process group that the session's turn runs in: it is to be ended after a crash. */
  processGroup(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.turn?.processGroup;
  }

  async #start(sessionId: string, request: z.output<typeof sessionRequest>): Promise<AdapterSession> {
    await this.#stop(sessionId, exitCodes.interrupted);
    const { env = process.env, idleTimeoutMs = defaultIdleTimeoutMs, onLine, onStarted } = this.#options;
    const { cwd, model, trust, approvalPolicy, resumeCursor } = request;
    const binary =
      request.binaryPath === undefined ? (await findCursor(env)).path : absolute(request.binaryPath);
    const startLock = this.#options.startLock ?? join(await stateFolder(env), "start.lock");
    const { signal } = this.#starting;
    const chatId =
      resumeCursor?.chatId ?? (await createChat(binary, { workspace: cwd, startLock, env, signal }));
    const log = request.log === undefined ? undefined : await ThreadLog.open(request.log, env);
    if ([...this.#sessions.values()].some((session) => session.chatId === chatId)) {
      await log?.close();
      throw invalid(`another session is in the chat ${chatId}`);
    }
    const session = new NativeSession({
      sessionId,
      chatId,
      binary,
      cwd,
      model,
      trust,
      startLock,
      idleTimeoutMs,
      env,
      log,
      approval: approvalPolicy,
      publish: (event) => this.#events.publish(event),
      onLine: (line) => onLine?.(sessionId, line),
      onStarted: async (group) => onStarted?.(sessionId, group),
    });
    this.#sessions.set(sessionId, session);
    this.#closed.delete(sessionId);
    session.open();
    return session.describe();
  }

  async #stop(sessionId: string, exitCode: ExitCode): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (!session) {
      return;
    }
    await session.close(exitCode);
    this.#sessions.delete(sessionId);
    this.#closed.add(sessionId);
    session.exit();
  }

  async #change<T>(sessionId: string, make: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(sessionId) ?? Promise.resolve();
    const change = before.then(make, make);
    this.#changes.set(sessionId, change);
    try {
      return await change;
    } catch (error) {
      throw processFailed(error);
    } finally {
      if (this.#changes.get(sessionId) === change) {
        this.#changes.delete(sessionId);
      }
    }
  }

  #session(sessionId: string): NativeSession {
    const session = this.#sessions.get(sessionId);
    if (session) {
      return session;
    }
    throw this.#closed.has(sessionId) ? sessionClosed(sessionId) : sessionNotFound(sessionId);
  }
}
