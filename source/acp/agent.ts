/** The requests that an editor makes of copperhead, as an agent of the Agent Client Protocol. */

import { isAbsolute } from "node:path";
import {
  type AgentApp,
  type AgentContext,
  agent,
  type ListSessionsRequest,
  type LoadSessionRequest,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { toFailure } from "../base/failure.js";
import { modelName } from "../base/model-name.js";
import { visibleName } from "../base/text/safe-text.js";
import type { CursorModel } from "../cursor/process/short-commands.js";
import { EditorSession, type Origin } from "./editor-session.js";
import type { Host, OpenedSession } from "./host.js";
import { promptText } from "./prompt-text.js";
import { configOptions, modeNamed, modeState } from "./session-options.js";
import { availableCommands } from "./slash-commands.js";
import { requestError } from "./stop-reason.js";

const { initialize, authenticate, session } = methods.agent;

/** How many sessions are listed at once. */
const pageLength = 100;

const loginMethod = {
  id: "cursor",
  name: "Cursor",
  description: "Log in with Cursor's own command line: agent login",
};

/** The sessions of one editor. */
export class Agent {
  readonly #host: Host;
  readonly #sessions = new Map<string, EditorSession>();
  /** What is being opened, too. */
  readonly #opening = new Set<Promise<OpenedSession>>();
  #closed: Promise<void> | undefined;
  #models: readonly CursorModel[] = [];
  #asking: Promise<void> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The requests and notifications, each with its handler. */
  app(): AgentApp {
    return agent({ name: "copperhead" })
      .onRequest(initialize, () => this.#initialize())
      .onRequest(authenticate, () =>
        answering(async () => {
          await this.#host.requireLogin();
          return {};
        }),
      )
      .onRequest(session.new, ({ params, client }) => answering(() => this.#create(params.cwd, client)))
      .onRequest(session.load, ({ params, client }) => answering(() => this.#load(params, client)))
      .onRequest(session.list, ({ params }) => answering(() => this.#list(params)))
      .onRequest(session.close, ({ params }) => answering(() => this.#end(params.sessionId)))
      .onRequest(session.setMode, ({ params }) =>
        answering(async () => {
          await this.#setMode(params.sessionId, params.modeId);
          return {};
        }),
      )
      .onRequest(session.setConfigOption, ({ params }) =>
        answering(() => this.#configure(params.sessionId, params.configId, params.value)),
      )
      .onRequest(session.prompt, ({ params, signal }) =>
        answering(async () => {
          const found = this.#find(params.sessionId);
          const read = () => promptText(params.prompt, found.repository);
          return { stopReason: await found.prompt(read, signal) };
        }),
      )
      .onNotification(session.cancel, ({ params }) => this.#sessions.get(params.sessionId)?.cancel());
  }

  /** Stops what runs; called again, at once. */
  interrupt(): void {
    for (const one of this.#sessions.values()) {
      one.cancel();
    }
  }

  /** Ends every session, those too that are being opened. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const opening = [...this.#opening].map((one) =>
      one.then(({ session }) => session.close()).catch(() => {}),
    );
    await Promise.all([...opening, ...[...this.#sessions.values()].map((one) => one.close())]);
  }

  #initialize() {
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "copperhead", title: "copperhead", version: this.#host.version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { embeddedContext: true },
        sessionCapabilities: { list: {}, close: {} },
      },
      authMethods: [loginMethod],
    };
  }

  async #create(cwd: string, client: AgentContext) {
    const { mode } = this.#host;
    const opened = await this.#open(this.#host.open({ cwd: requireAbsolute(cwd), mode }));
    const shown = this.#show(opened, { cwd, client });
    await opened.start();
    this.#showAfterAnswer(shown);
    return { sessionId: shown.id, ...this.#optionsOf(shown) };
  }

  /** Shows an earlier session, with what happened in it. One that is open here already is closed first. */
  async #load({ cwd, sessionId }: LoadSessionRequest, client: AgentContext) {
    requireAbsolute(cwd);
    const known = this.#sessions.get(sessionId);
    if (known?.isBusy) {
      throw RequestError.invalidRequest(undefined, "a turn of this session runs; cancel it first");
    }
    await this.#end(sessionId);
    const opened = await this.#open(this.#host.load({ cwd, sessionId }));
    const shown = this.#show(opened, { cwd, client });
    await shown.replay(opened.past);
    await opened.start();
    this.#showAfterAnswer(shown);
    return this.#optionsOf(shown);
  }

  async #list({ cwd, cursor }: ListSessionsRequest) {
    const { repository, sessions } = await this.#host.list(requireAbsolute(cwd ?? process.cwd()));
    const start = cursor == null ? 0 : sessions.findIndex(({ id }) => id === cursor) + 1;
    const page = sessions.slice(start, start + pageLength);
    const last = page.at(-1)?.id;
    return {
      sessions: page.map(({ id, title, startedAt }) => ({
        sessionId: id,
        cwd: repository,
        title: visibleName(title),
        updatedAt: startedAt,
      })),
      ...(last !== undefined && start + pageLength < sessions.length && { nextCursor: last }),
    };
  }

  async #end(sessionId: string) {
    const known = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await known?.close();
    return {};
  }

  /** A session stays in its mode once it has had a turn; before, another one of the same id takes its place. */
  async #setMode(sessionId: string, modeId: string): Promise<void> {
    const known = this.#find(sessionId);
    const mode = modeNamed(modeId);
    if (mode === undefined) {
      throw RequestError.invalidParams(undefined, `there is no mode ${JSON.stringify(modeId)}`);
    }
    if (mode === known.snapshot.mode) {
      return;
    }
    if (known.hasTurns) {
      throw RequestError.invalidParams(undefined, "a session stays in its mode; start another session");
    }
    const { cwd, client } = known.origin;
    const { model } = known.snapshot;
    await this.#end(sessionId);
    const opened = await this.#open(this.#host.open({ cwd, mode, sessionId }));
    const shown = this.#show(opened, { cwd, client });
    await opened.start();
    shown.setModel(model);
    this.#showAfterAnswer(shown);
  }

  async #configure(sessionId: string, configId: string, value: unknown) {
    if (configId === "mode") {
      await this.#setMode(sessionId, String(value));
    } else if (configId === "model" && typeof value === "string" && modelName.test(value)) {
      this.#find(sessionId).setModel(value);
    } else {
      throw RequestError.invalidParams(
        undefined,
        `${JSON.stringify(configId)} cannot be ${JSON.stringify(value)}`,
      );
    }
    return { configOptions: this.#optionsOf(this.#find(sessionId)).configOptions };
  }

  #optionsOf({ snapshot: { mode, model } }: EditorSession) {
    const own = mode === "native" ? mode : "reasoning";
    return { modes: modeState(own), configOptions: configOptions({ mode: own, model }, this.#models) };
  }

  /** Some editors lose what they are sent of a session before the request that opened it is answered. */
  #showAfterAnswer(shown: EditorSession): void {
    shown.send({ sessionUpdate: "available_commands_update", availableCommands });
    setImmediate(() => {
      shown.show();
      void this.#offerModels(shown);
    });
  }

  /** Cursor is asked for its models once, beside what the user does; without an answer the list stays short. */
  async #offerModels(shown: EditorSession): Promise<void> {
    this.#asking ??= this.#host.models().then(
      (models) => {
        this.#models = models.filter(({ id }) => modelName.test(`cursor:${id}`));
      },
      () => {},
    );
    await this.#asking;
    if (this.#models.length > 0 && !this.#closed) {
      const { configOptions } = this.#optionsOf(shown);
      shown.send({ sessionUpdate: "config_option_update", configOptions });
    }
  }

  async #open(opening: Promise<OpenedSession>): Promise<OpenedSession> {
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  #show(opened: OpenedSession, origin: Origin): EditorSession {
    const shown = new EditorSession(opened, origin);
    this.#sessions.set(shown.id, shown);
    return shown;
  }

  #find(sessionId: string): EditorSession {
    const found = this.#sessions.get(sessionId);
    if (!found) {
      throw RequestError.invalidParams(undefined, `There is no session ${JSON.stringify(sessionId)} here.`);
    }
    return found;
  }
}

function requireAbsolute(cwd: string): string {
  if (!isAbsolute(cwd)) {
    throw RequestError.invalidParams(undefined, "cwd must be an absolute path.");
  }
  return cwd;
}

/** Whatever is thrown on the way becomes an error of the protocol, with a sentence and no stack. */
async function answering<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestError ? error : requestError(toFailure(error));
  }
}
