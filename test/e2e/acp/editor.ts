/**
 * An editor, made with the protocol's own SDK, that starts `copperhead acp`; every line of either side is checked against
 * the protocol's published schema.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  type ClientConnection,
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { Ajv2020 } from "ajv/dist/2020.js";
import { endAfterTest } from "../../processes.js";
import { type Bench, programPath } from "../../program.js";

const sdk = join(dirname(createRequire(import.meta.url).resolve("@agentclientprotocol/sdk")), "../../..");
const schema = JSON.parse(readFileSync(join(sdk, "schema/v1/schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
ajv.addSchema(schema, "acp");

/** The parameters and results by method, as the schema names them. */
const shapes = new Map<string, { request?: string; response?: string }>();
for (const [name, definition] of Object.entries<{ "x-method"?: string }>(schema.$defs)) {
  const method = definition["x-method"];
  if (method !== undefined) {
    const kind = name.endsWith("Response") ? "response" : "request";
    shapes.set(method, { ...shapes.get(method), [kind]: name });
  }
}

type Line = { id?: unknown; method?: string; params?: unknown; result?: unknown; error?: unknown };

/** Validates the lines of a connection: each as a message, and its content by its method. */
class Protocol {
  readonly faults: string[] = [];
  readonly #requests = new Map<string, string>();

  check(side: "editor" | "agent", text: string): Line {
    const line: Line = JSON.parse(text);
    const { id, method, params, result, error } = line;
    this.#validate("acp", line, text);
    if (method !== undefined) {
      this.#requests.set(`${side}:${id}`, method);
      this.#validate(`acp#/$defs/${shapes.get(method)?.request ?? "unknown method"}`, params, text);
    } else if (error === undefined) {
      const asked = this.#requests.get(`${side === "agent" ? "editor" : "agent"}:${id}`) ?? "";
      this.#validate(`acp#/$defs/${shapes.get(asked)?.response ?? "no request"}`, result, text);
    } else {
      this.#validate("acp#/$defs/Error", error, text);
    }
    return line;
  }

  #validate(name: string, value: unknown, text: string): void {
    const validate = ajv.getSchema(name);
    if (!validate) {
      this.faults.push(`${name}: ${text}`);
    } else if (!validate(value)) {
      this.faults.push(`${name}: ${ajv.errorsText(validate.errors)}: ${text}`);
    }
  }
}

type Answer = (
  request: RequestPermissionRequest,
) => RequestPermissionOutcome | Promise<RequestPermissionOutcome>;

export class Editor {
  readonly protocol = new Protocol();
  readonly updates: SessionUpdate[] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  /** What the agent wrote on stderr. */
  log = "";
  answer: Answer = () => ({ outcome: "selected", optionId: "yes" });
  readonly child: ChildProcessWithoutNullStreams;
  readonly #connection: ClientConnection;
  #arrived: (() => void)[] = [];

  private constructor(bench: Bench, args: readonly string[]) {
    this.child = spawn("node", [programPath, "acp", ...args], {
      cwd: bench.home,
      env: bench.env,
      detached: true,
    });
    endAfterTest(this.child.pid);
    this.child.stderr.on("data", (bytes) => {
      this.log += String(bytes);
    });
    const stream = ndJsonStream(
      this.#checked("editor", Writable.toWeb(this.child.stdin) as WritableStream<Uint8Array>),
      (Readable.toWeb(this.child.stdout) as ReadableStream<Uint8Array>).pipeThrough(this.#checking("agent")),
    );
    this.#connection = client({ name: "test" })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params.update);
        for (const look of this.#arrived) {
          look();
        }
      })
      .onRequest(methods.client.session.requestPermission, async ({ params }) => {
        this.permissions.push(params);
        return { outcome: await this.answer(params) };
      })
      .connect(stream);
  }

  /** Starts the agent, which `initialize` has answered. */
  static async start(bench: Bench, args: readonly string[] = []): Promise<Editor> {
    const editor = new Editor(bench, args);
    await editor.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientInfo: { name: "test", version: "1" },
    });
    return editor;
  }

  get agent(): ClientContext {
    return this.#connection.agent;
  }

  async open(cwd: string): Promise<string> {
    const { sessionId } = await this.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    return sessionId;
  }

  prompt(sessionId: string, text: string) {
    return this.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: "text", text }],
    });
  }

  /** Resolves with the first update, of those that came and those to come, that `match` accepts. */
  update<Kind extends SessionUpdate["sessionUpdate"]>(
    kind: Kind,
    match: (update: Extract<SessionUpdate, { sessionUpdate: Kind }>) => boolean = () => true,
  ): Promise<Extract<SessionUpdate, { sessionUpdate: Kind }>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.of(kind).find(match);
        if (found) {
          this.#arrived = this.#arrived.filter((other) => other !== look);
          resolve(found);
        }
      };
      this.#arrived.push(look);
      look();
    });
  }

  of<Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind) {
    return this.updates.filter(
      (update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
    );
  }

  /** The answer so far. */
  get text(): string {
    return this.of("agent_message_chunk")
      .map(({ content }) => (content.type === "text" ? content.text : ""))
      .join("");
  }

  /** Closes stdin. Resolves with the exit code. */
  async leave(): Promise<number | null> {
    this.child.stdin.end();
    return this.exit();
  }

  /** What is left of an editor that was killed: the ends of its pipes are closed. */
  vanish(): void {
    for (const stream of this.child.stdio) {
      stream?.destroy();
    }
  }

  exit(): Promise<number | null> {
    return this.child.exitCode === null && this.child.signalCode === null
      ? new Promise((resolve) => this.child.once("exit", resolve))
      : Promise.resolve(this.child.exitCode);
  }

  #checked(side: "editor", to: WritableStream<Uint8Array>): WritableStream<Uint8Array> {
    const through = this.#checking(side);
    void through.readable.pipeTo(to).catch(() => {});
    return through.writable;
  }

  #checking(side: "editor" | "agent"): TransformStream<Uint8Array, Uint8Array> {
    let rest = "";
    const decoder = new TextDecoder();
    return new TransformStream({
      transform: (bytes, controller) => {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          this.protocol.check(side, line);
        }
        controller.enqueue(bytes);
      },
    });
  }
}
