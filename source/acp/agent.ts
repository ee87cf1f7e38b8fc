/** The requests that an editor makes of copperhead, as an agent of the Agent Client Protocol. */

import { isAbsolute } from "node:path";
import {
  type AgentApp,
  type AgentContext,
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { toFailure } from "../base/failure.js";
import { EditorSession } from "./editor-session.js";
import type { Host, OpenedSession } from "./host.js";
import { promptText } from "./prompt-text.js";
import { requestError } from "./stop-reason.js";

const { initialize, authenticate, session } = methods.agent;

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
        loadSession: false,
        promptCapabilities: { embeddedContext: true },
      },
      authMethods: [loginMethod],
    };
  }

  async #create(cwd: string, client: AgentContext) {
    const opened = await this.#open(this.#host.open(requireAbsolute(cwd)));
    const shown = this.#show(opened, client);
    await opened.start();
    afterAnswer(() => shown.show());
    return { sessionId: shown.id };
  }

  async #open(opening: Promise<OpenedSession>): Promise<OpenedSession> {
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  #show(opened: OpenedSession, client: AgentContext): EditorSession {
    const shown = new EditorSession(opened, client);
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

/** Some editors lose what they are sent of a session before the request that opened it is answered. */
function afterAnswer(show: () => void): void {
  setImmediate(show);
}

/** Whatever is thrown on the way becomes an error of the protocol, with a sentence and no stack. */
async function answering<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestError ? error : requestError(toFailure(error));
  }
}
