/** A client that writes any line, and reads the answers by their ids. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { endAfterTest } from "../../processes.js";
import { type Bench, programPath } from "../../program.js";

type Answer = { id?: unknown; method?: string; result?: unknown; error?: { code: number; message: string } };

export class Lines {
  /** What the program wrote on stderr. */
  log = "";
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: { id: unknown; resolve: (answer: Answer) => void }[] = [];
  #next = 1;

  constructor(bench: Bench, command: "acp" | "mcp") {
    this.#child = spawn("node", [programPath, command], {
      cwd: bench.repository,
      env: bench.env,
      detached: true,
    });
    endAfterTest(this.#child.pid);
    this.#child.stderr.on("data", (bytes) => {
      this.log += String(bytes);
    });
    this.#child.stdin.on("error", () => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      // Whatever is on stdout is of the protocol.
      const answer: Answer = JSON.parse(line);
      const index = this.#waiting.findIndex(({ id }) => answer.method === undefined && id === answer.id);
      this.#waiting.splice(index, index < 0 ? 0 : 1)[0]?.resolve(answer);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  answer(id: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.push({ id, resolve });
    });
  }

  /** Sends a line as it is; resolves with the answer that has `id`. */
  send(line: string, id: unknown): Promise<Answer> {
    const answer = this.answer(id);
    this.write(`${line}\n`);
    return answer;
  }

  ask(request: { method: string; params: unknown }): Promise<Answer> {
    const id = this.#next;
    this.#next += 1;
    return this.send(JSON.stringify({ jsonrpc: "2.0", id, ...request }), id);
  }

  /** Closes stdin. Resolves with the exit code. */
  leave(): Promise<number | null> {
    this.#child.stdin.end();
    return this.exit();
  }

  exit(): Promise<number | null> {
    return this.#child.exitCode === null
      ? new Promise((resolve) => this.#child.once("exit", resolve))
      : Promise.resolve(this.#child.exitCode);
  }
}
