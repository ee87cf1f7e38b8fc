/** An adapter that drives the scripted agent in a folder of its own, and all that it emits. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import type { RuntimeEvent } from "../../../source/base/events.js";
import { CursorAdapter, type CursorAdapterOptions } from "../../../source/cursor/library/adapter.js";
import type { SessionRequest } from "../../../source/cursor/library/adapter-requests.js";
import { ScriptedAgent } from "../../scripted-agent.js";
import { temporaryFolder } from "../../temporary-folder.js";

export class AdapterBench {
  readonly adapter: CursorAdapter;
  readonly events: RuntimeEvent[] = [];
  readonly lines: string[] = [];
  readonly #listening: Promise<void>;
  readonly #waiting: (() => void)[] = [];

  private constructor(
    readonly agent: ScriptedAgent,
    /** Everything of this test. */
    readonly folder: string,
    options: CursorAdapterOptions,
  ) {
    this.adapter = new CursorAdapter({
      startLock: this.startLock,
      onLine: (_, line) => this.lines.push(line),
      ...options,
      env: { ...agent.env, ...options.env, COPPERHEAD_CURSOR_PATH: agent.binary },
    });
    this.#listening = this.#listen();
  }

  static async create(scenario: Scenario, options: CursorAdapterOptions = {}): Promise<AdapterBench> {
    const folder = temporaryFolder();
    const bench = new AdapterBench(await ScriptedAgent.create(scenario), folder, options);
    onTestFinished(async () => {
      await bench.stop();
    });
    await mkdir(bench.cwd);
    await writeFile(join(bench.cwd, "NOTES.md"), "# Blinky\n\nR1 limits the current.\n");
    return bench;
  }

  /** The folder that Cursor acts in. */
  get cwd(): string {
    return join(this.folder, "project");
  }

  get startLock(): string {
    return join(this.folder, "start.lock");
  }

  /** A session as an application starts it: the CLI is found, and makes a chat. */
  async startFresh(request: Partial<SessionRequest> = {}) {
    return this.adapter.startSession({ cwd: this.cwd, ...request });
  }

  /** A session in a chat that is there already, which takes no start of the CLI. */
  async start(request: Partial<SessionRequest> = {}) {
    const cwd = request.cwd ?? this.cwd;
    const resumeCursor = { chatId: this.agent.makeChat(cwd) };
    return this.startFresh({ binaryPath: this.agent.binary, resumeCursor, ...request });
  }

  /** A whole turn; its last event. */
  async turn(sessionId: string, input = "Go on.") {
    return (await this.adapter.sendTurn({ sessionId, input })).completed;
  }

  /** All events, once the adapter has emitted its last one. */
  async stop(): Promise<RuntimeEvent[]> {
    await this.adapter.stopAll();
    await this.#listening;
    return this.events;
  }

  /** Resolves when an event of that type has been emitted. */
  async emitted(type: RuntimeEvent["type"]): Promise<void> {
    while (!this.events.some((event) => event.type === type)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #listen(): Promise<void> {
    for await (const event of this.adapter.streamEvents()) {
      this.events.push(event);
      for (const look of this.#waiting.splice(0)) {
        look();
      }
    }
  }
}
