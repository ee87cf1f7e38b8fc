/** Lends the terminal to another program, a pager, an editor or the shell, and takes it back. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import type { KeyReader } from "../keys/key-reader.js";
import { editorStart, type ProgramStart, pagerStart } from "./foreign-program.js";
import type { TerminalGuard } from "./guard.js";
import type { Screen } from "./screen.js";

type HandOverParts = {
  guard: TerminalGuard;
  reader: KeyReader;
  screen: Screen;
  env: NodeJS.ProcessEnv;
};

/** `less` passes styles on, unless its user chose otherwise; what we write is safe. */
const pagerDefaults = { LESS: "R" };

/** A program that has the terminal; `over` resolves when it is taken back. */
type Excursion = { child: ChildProcess; isPager: boolean; over: Promise<void> };

/** A signal from the keyboard may arrive this much later than the end of the program that it ended. Milliseconds. */
const lateSignal = 500;
/** A program has this long to leave the terminal as it was. Milliseconds. */
const patience = 1000;

/** Runs one other program at a time on the terminal. */
export class HandOver {
  readonly #parts: HandOverParts;
  #isAway = false;
  #backSince = Number.NEGATIVE_INFINITY;
  #current: Excursion | undefined;

  constructor(parts: HandOverParts) {
    this.#parts = parts;
  }

  /** Whether a signal from the keyboard was meant for another program, which may have ended before it arrives. */
  get hasKeyboardElsewhere(): boolean {
    return this.#isAway || performance.now() - this.#backSince < lateSignal;
  }

  /** Ends the pager that has the terminal; an editor is left to its user. */
  end(): void {
    if (this.#current?.isPager) {
      this.#current.child.kill("SIGTERM");
    }
  }

  /** Ends the program that has the terminal, and waits until the terminal is back. */
  async recall(): Promise<void> {
    const { child, over } = this.#current ?? {};
    if (child && over) {
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), patience);
      await over;
      clearTimeout(insist);
    }
  }

  /** The job was stopped and goes on, by no key of ours: what the shell made of the terminal meanwhile is not ours. */
  continued(): void {
    if (!this.#isAway) {
      this.#give();
      this.#takeBack();
    }
  }

  /** Shows a text in `$PAGER`, as far as the pager reads it, until the user leaves it. Rejects where none starts. */
  async page(text: AsyncIterable<string>): Promise<void> {
    const { env } = this.#parts;
    await this.#run(pagerStart(env), env.PAGER || "less", { ...pagerDefaults, ...env }, text);
  }

  /** The text as the user left it in `$VISUAL` or `$EDITOR`. Rejects where none starts. */
  async edit(text: string): Promise<string> {
    const { env } = this.#parts;
    return inTemporaryFolder("message", async (folder) => {
      const file = join(folder, "message.md");
      await writeFile(file, text, { mode: 0o600 });
      await this.#run(editorStart(file, env), env.VISUAL || env.EDITOR || "vi", env);
      return (await readFile(file, "utf8")).replace(/\n$/, "");
    });
  }

  /** Stops the whole job, as the terminal itself would, until the shell continues it; on Windows no shell could. */
  suspend(): void {
    if (this.#isAway || process.platform === "win32") {
      return;
    }
    this.#give();
    process.kill(0, "SIGTSTP");
    // Not stopped at all where no shell could continue it.
    setTimeout(() => this.#takeBack(), 0);
  }

  async #run(
    { file, args, ...options }: ProgramStart,
    called: string,
    env: NodeJS.ProcessEnv,
    text?: AsyncIterable<string>,
  ): Promise<void> {
    if (this.#isAway) {
      return;
    }
    this.#give();
    let settle = () => {};
    const over = new Promise<void>((resolve) => {
      settle = resolve;
    });
    try {
      await new Promise<void>((resolve, reject) => {
        const isPager = text !== undefined;
        const child = spawn(file, args, {
          ...options,
          stdio: [isPager ? "pipe" : "inherit", "inherit", "inherit"],
          env,
        });
        this.#current = { child, isPager, over };
        child.on("error", reject);
        child.on("exit", (code) => {
          if (code === 127) {
            reject(new Error(`${called.split(" ")[0]} was not found`));
          } else {
            resolve();
          }
        });
        if (text !== undefined && child.stdin) {
          // The pager may be left before it has read everything.
          pipeline(text, child.stdin).catch(() => {});
        }
      });
    } finally {
      this.#current = undefined;
      this.#backSince = performance.now();
      this.#takeBack();
      settle();
    }
  }

  #give(): void {
    this.#isAway = true;
    this.#parts.reader.stop();
    this.#parts.screen.hide();
    this.#parts.guard.leave();
  }

  #takeBack(): void {
    this.#isAway = false;
    this.#parts.guard.enter();
    this.#parts.reader.start();
    this.#parts.screen.show();
  }
}
