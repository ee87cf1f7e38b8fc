/** The built program as a user runs it: in a repository of its own, with a home of its own and the scripted agent. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { onTestFinished } from "vitest";
import which from "which";
import type { Scenario } from "../fixtures/agent/scenario-types.js";
import { bundledBoard } from "./kicad/bundled-board.js";
import { ScriptedAgent } from "./scripted-agent.js";
import { type OnFinished, temporaryFolder } from "./temporary-folder.js";

export const programPath = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

type RunOptions = { stdin?: string; env?: NodeJS.ProcessEnv };

export class Bench {
  readonly #onFinished: OnFinished;

  private constructor(
    readonly folder: string,
    readonly agent: ScriptedAgent,
    onFinished: OnFinished,
  ) {
    this.#onFinished = onFinished;
  }

  /** A repository with the bundled board, or an empty one; removed after the test, with all that still runs in it. */
  static async create(
    scenario: Scenario,
    { board = false, onFinished = onTestFinished }: { board?: boolean; onFinished?: OnFinished } = {},
  ): Promise<Bench> {
    const folder = temporaryFolder(onFinished);
    const bench = new Bench(folder, await ScriptedAgent.create(scenario, onFinished), onFinished);
    await mkdir(bench.home);
    await mkdir(bench.repository);
    if (board) {
      await cp(bundledBoard, bench.repository, { recursive: true });
    }
    await execa("git", ["init", "-q"], { cwd: bench.repository });
    return bench;
  }

  get repository(): string {
    return join(this.folder, "repository");
  }

  readonly program = programPath;

  get home(): string {
    return join(this.folder, "home");
  }

  /** The environment of the program: nothing of the developer's own home or keys. */
  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.home,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      CURSOR_CONFIG_DIR: this.agent.folder,
      COPPERHEAD_CURSOR_PATH: this.agent.binary,
    };
  }

  /** Starts the program without a terminal. */
  start(args: readonly string[], options: RunOptions = {}) {
    return this.startIn("node", [programPath, ...args], options);
  }

  /** Starts a command in the repository, with the environment of the program. */
  startIn(command: string, args: readonly string[], { stdin = "", env = {} }: RunOptions = {}) {
    const run = execa(command, args, {
      cwd: this.repository,
      env: { ...this.env, ...env },
      extendEnv: false,
      input: stdin,
      reject: false,
      stripFinalNewline: false,
    });
    this.#onFinished(async () => {
      run.kill("SIGKILL");
      await run;
    });
    return run;
  }

  /** A PATH with node and git alone. */
  async bareNodePath(): Promise<string> {
    const folder = join(this.folder, "bin");
    await mkdir(folder);
    for (const name of ["node", "git"]) {
      await symlink(name === "node" ? process.execPath : await which(name), join(folder, name));
    }
    return folder;
  }

  /** The CLI no longer knows the chats it had. */
  async forgetChats(): Promise<void> {
    await rm(join(this.agent.folder, "chats"), { recursive: true });
  }

  async write(path: string, content: string): Promise<void> {
    await writeFile(join(this.repository, path), content);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.repository, path), "utf8");
  }

  /** The newest session's folder. */
  async sessionFolder(): Promise<string> {
    const sessions = join(this.repository, ".copperhead", "sessions");
    const newest = (await readdir(sessions)).toSorted().at(-1);
    return join(sessions, newest ?? "none");
  }

  async transcript(): Promise<{ ts: string; type: string; data: Record<string, unknown> }[]> {
    const text = await readFile(join(await this.sessionFolder(), "transcript.jsonl"), "utf8");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  /** What Cursor printed, by step. */
  async nativeLogs(): Promise<string[]> {
    const folder = join(await this.sessionFolder(), "native");
    const names = (await readdir(folder)).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  }
}

/** A call as a model writes it. */
export function asked(tool: string, args: Record<string, unknown> = {}): string {
  return `\`\`\`json\n${JSON.stringify({ tool, args })}\n\`\`\``;
}
