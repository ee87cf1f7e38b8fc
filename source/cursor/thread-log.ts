import { CopperheadError, exitCodes } from "../runtime/failure.js";
import { JsonLinesFile, readJsonLines } from "../workspace/json-lines.js";
import { type ThreadTurn, threadTurn } from "./thread.js";

/** A file of finished turns, one a line, from which a thread is restored when its session starts again. */
export class ThreadLog {
  readonly #file: JsonLinesFile;

  private constructor(
    file: JsonLinesFile,
    /** The turns that the file held when it was opened. */
    readonly turns: readonly ThreadTurn[],
  ) {
    this.#file = file;
  }

  /** Throws a CopperheadError where the file holds what is no turn, a system error where it cannot be written. */
  static async open(path: string): Promise<ThreadLog> {
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
    return new ThreadLog(await JsonLinesFile.open(path), turns.data);
  }

  add(turn: ThreadTurn): Promise<void> {
    return this.#file.append(turn);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
