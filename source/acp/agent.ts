/** The requests that an editor makes of copperhead, as an agent of the Agent Client Protocol. */
import { isAbsolute } from "node:path";
import {
  type AgentApp,
  type AgentContext,
  agent,
  type ListSessionsRequest,
  type LoadSessionRequest,
  methods,
  type NewSessionRequest,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { toFailure } from "../base/failure.js";
import { modelName } from "../base/model-name.js";
import { counted } from "../base/text/counted.js";
import { visibleName } from "../base/text/safe-text.js";
import type { EditorSession } from "./editor-session.js";
import type { Host } from "./host.js";
import { ModelList } from "./model-list.js";
import { OpenSessions } from "./open-sessions.js";
import { promptText } from "./prompt-text.js";
import { configOptions, modeNamed, modeState } from "./session-options.js";
import { availableCommands } from "./slash-commands.js";
import { requestError } from "./stop-reason.js";
import { noticeOf } from "./updates/content.js";

const { initialize, authenticate, session } = methods.agent;

/** How many sessions are listed at once. */
const pageLength = 100;

const loginMethod = {
  id: "cursor",
  name: "Cursor",
  description: "Log in with Cursor's own command line: agent login",
};

/** What copperhead does for one editor. */
export class Agent {
  readonly #host: Host;
  readonly #sessions: OpenSessions;
  readonly #models: ModelList;
  #closed: Promise<void> | undefined;

  constructor(host: Host) {
    this.#host = host;
    this.#sessions = new OpenSessions(host);
    this.#models = new ModelList(() => host.models());
  }

  /** The requests and notifications, each with its handler. */
  app(): AgentApp {
    return agent({ name: "copperhead" })
      .onRequest(initialize, () => this.#initialize())
      .onRequest(authenticate, ({ params }) => answering(() => this.#authenticate(params.methodId)))
      .onRequest(session.new, ({ params, client }) => answering(() => this.#create(params, client)))
      .onRequest(session.load, ({ params, client }) => answering(() => this.#load(params, client)))
      .onRequest(session.list, ({ params }) => answering(() => this.#list(params)))
      .onRequest(session.close, ({ params }) =>
        answering(async () => {
          await this.#sessions.end(params.sessionId);
          return {};
        }),
      )
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
          const found = this.#sessions.find(params.sessionId);
          const read = () => promptText(params.prompt, found.repository);
          return { stopReason: await found.prompt(read, signal) };
        }),
      )
      .onNotification(session.cancel, ({ params }) => this.#sessions.cancel(params.sessionId));
  }

  /** Stops what runs; called again, at once. */
  interrupt(): void {
    this.#sessions.cancelAll();
  }

  /** Ends every session, those too that are being opened. */
  close(): Promise<void> {
    this.#closed ??= this.#sessions.endAll();
    return this.#closed;
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

  async #authenticate(methodId: string) {
    if (methodId !== loginMethod.id) {
      throw RequestError.invalidParams(undefined, `there is no login ${JSON.stringify(methodId)}`);
    }
    await this.#host.requireLogin();
    return {};
  }

  async #create({ cwd, mcpServers }: NewSessionRequest, client: AgentContext) {
    const origin = { cwd: requireAbsolute(cwd), client };
    const shown = await this.#sessions.create(this.#host.mode, origin);
    this.#showAfterAnswer(shown, mcpServers);
    return { sessionId: shown.id, ...this.#optionsOf(shown) };
  }

  async #load({ cwd, sessionId, mcpServers }: LoadSessionRequest, client: AgentContext) {
    const shown = await this.#sessions.load(sessionId, { cwd: requireAbsolute(cwd), client });
    this.#showAfterAnswer(shown, mcpServers);
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

  /** A session stays in its mode once it has had a turn. */
  async #setMode(sessionId: string, modeId: string): Promise<void> {
    const known = this.#sessions.find(sessionId);
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
    this.#showAfterAnswer(await this.#sessions.replace(known, mode));
  }

  async #configure(sessionId: string, configId: string, value: unknown) {
    if (configId === "mode") {
      await this.#setMode(sessionId, String(value));
    } else if (configId === "model" && typeof value === "string" && modelName.test(value)) {
      this.#sessions.find(sessionId).setModel(value);
    } else {
      throw RequestError.invalidParams(
        undefined,
        `${JSON.stringify(configId)} cannot be ${JSON.stringify(value)}`,
      );
    }
    return { configOptions: this.#optionsOf(this.#sessions.find(sessionId)).configOptions };
  }

  #optionsOf({ snapshot: { mode, model } }: EditorSession) {
    const own = mode === "native" ? mode : "reasoning";
    return { modes: modeState(own), configOptions: configOptions({ mode: own, model }, this.#models.known) };
  }

  /**
   * Some editors lose what they are sent of a session before the request that opened it is answered. `ignored` are the MCP
   * servers that came with it.
   */
  #showAfterAnswer(shown: EditorSession, ignored: readonly unknown[] = []): void {
    shown.send({ sessionUpdate: "available_commands_update", availableCommands });
    if (ignored.length > 0) {
      shown.send(noticeOf("Warning", { message: ignoredServers(ignored.length) }));
    }
    setImmediate(() => {
      shown.show();
      void this.#offerModels(shown);
    });
  }

  async #offerModels(shown: EditorSession): Promise<void> {
    await this.#models.loaded();
    if (this.#models.known.length > 0 && !this.#closed) {
      const { configOptions } = this.#optionsOf(shown);
      shown.send({ sessionUpdate: "config_option_update", configOptions });
    }
  }
}

function ignoredServers(count: number): string {
  const servers = counted(count, "MCP server");
  return `The editor's ${servers} will not be used: the model has copperhead's own tools alone.`;
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
