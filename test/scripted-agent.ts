/** Sets the scripted agent up for one test: its folder, its scenario, and what it recorded. */
import { existsSync, realpathSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Scenario } from "../fixtures/agent/scenario-types.js";
import { State } from "../fixtures/agent/state.js";
import { ended } from "./processes.js";
import { type OnFinished, temporaryFolder } from "./temporary-folder.js";

/** The path of the scripted `agent`, for `COPPERHEAD_CURSOR_PATH`. */
export const agentBinary = fileURLToPath(new URL("../fixtures/agent/agent", import.meta.url));

type Stamp = { pid: number; at: number };

/** One line of the agent's record; the agent's README lists them. */
export type AgentRecord = Stamp &
  (
    | { kind: "start"; command: string; argv: string[]; cwd: string; env: Record<string, string> }
    | { kind: "prompt"; stdin: string; chatId: string; turn: number }
    | { kind: "signal"; signal: string }
    | { kind: "grandchild"; child: number }
  );

export class ScriptedAgent {
  readonly binary = agentBinary;

  private constructor(
    /** The agent's state folder. */
    readonly folder: string,
  ) {}

  /** An agent with a folder of its own; what it started is ended, and the folder removed, after the test. */
  static async create(scenario: Scenario, onFinished: OnFinished = onTestFinished): Promise<ScriptedAgent> {
    const agent = new ScriptedAgent(temporaryFolder(onFinished));
    onFinished(() => agent.#end());
    await agent.play(scenario);
    return agent;
  }

  /** The environment a child needs to find this agent's scenario. */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, CURSOR_CONFIG_DIR: this.folder };
  }

  /** Replaces the scenario for the starts that follow. */
  async play(scenario: Scenario): Promise<void> {
    await writeFile(join(this.folder, "scenario.json"), JSON.stringify(scenario));
  }

  /** A new chat of that workspace, as `create-chat` makes it, without a start of the agent. */
  makeChat(workspace: string): string {
    const state = new State();
    state.folder = this.folder;
    return state.chats(realpathSync(workspace)).create();
  }

  async records(): Promise<AgentRecord[]> {
    const file = join(this.folder, "record.ndjson");
    if (!existsSync(file)) {
      return [];
    }
    const lines = (await readFile(file, "utf8")).split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as AgentRecord);
  }

  async recorded<Kind extends AgentRecord["kind"]>(
    kind: Kind,
  ): Promise<Extract<AgentRecord, { kind: Kind }>[]> {
    const records = await this.records();
    return records.filter((record): record is Extract<AgentRecord, { kind: Kind }> => record.kind === kind);
  }

  /** The starts that ran a prompt, without `create-chat` and the like. */
  async runs() {
    return (await this.recorded("start")).filter((start) => start.command === "run");
  }

  /** Lets a `waitForFile` step go on. */
  async release(name: string): Promise<void> {
    await writeFile(join(this.folder, name), "");
  }

  /** Resolves when a `touch` step was reached. */
  async reached(name: string): Promise<void> {
    while (!existsSync(join(this.folder, name))) {
      await wait(10);
    }
  }

  /** Resolves when no process of it is left; fails by the test's own time limit. */
  async gone(): Promise<void> {
    for (const { pid } of await this.#processes()) {
      await ended(pid);
    }
  }

  /** Ends what a scenario left running. */
  async #end(): Promise<void> {
    for (const { pid, name } of await this.#processes()) {
      await end(pid, name);
    }
  }

  /** The processes that were started, each with a part of its command line. */
  async #processes(): Promise<{ pid: number; name: string }[]> {
    return (await this.records()).flatMap((record) => {
      switch (record.kind) {
        case "start":
          return [{ pid: record.pid, name: agentBinary }];
        case "grandchild":
          return [{ pid: record.child, name: "worker-server" }];
        default:
          return [];
      }
    });
  }
}

/** Ends a process if it still is the one that was recorded: its id may have been given to another since. */
async function end(pid: number, name: string): Promise<void> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (!command.includes(name)) {
    return;
  }
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already, which is what is wanted.
  }
  await ended(pid);
}
