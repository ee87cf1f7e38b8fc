import { CopperheadError, exitCodes } from "../../base/failure.js";
import { JsonLinesFile, readJsonLines } from "../../base/files/json-lines.js";
import type { Environment } from "../../base/processes/environment.js";
import { Redactor } from "../../workspace/secrets/redaction.js";
import { type ThreadTurn, threadTurn } from "./thread.js";

/** A file of finished turns, one a line and redacted, from which a thread is restored when its session starts again. */
export class ThreadLog {
  readonly #file: JsonLinesFile;
  readonly #redactor: Redactor;
  /** The turns that the file held when it was opened. */
  readonly turns: readonly ThreadTurn[];

  private constructor(file: JsonLinesFile, redactor: Redactor, turns: readonly ThreadTurn[]) {
    this.#file = file;
    this.#redactor = redactor;
    this.turns = turns;
  }

  /**
   * `env` is the environment whose secrets are kept out. Throws a CopperheadError where a line is no turn, a system
   * error where the file cannot be written.
   */
  static async open(path: string, env: Environment): Promise<ThreadLog> {
    const turns = threadTurn.array().safeParse(await readJsonLines(path));
    if (!turns.success) {
      const line = Number(turns.error.issues[0]?.path[0]) + 1;
      throw new CopperheadError({
        code: "file-damaged",
        message: `Line ${line} of ${path} is no turn of a session.`,
        advice: "Move the file away to start without the earlier turns.",
        exitCode: exitCodes.failed,
      });
    }
    return new ThreadLog(await JsonLinesFile.open(path), new Redactor(env), turns.data);
  }

  add(turn: ThreadTurn): Promise<void> {
    return this.#file.append(this.#redactor.value(turn));
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
