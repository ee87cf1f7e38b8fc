import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
export class StepLog {
  readonly #file: string;
  private constructor(file: string) {
    this.#file = file;
  }
  static async open(sessionFolder: string, step: number): Promise<StepLog> {
    mkdirSync(join(sessionFolder, "native"), { recursive: true });
    return new StepLog(join(sessionFolder, "native", `${String(step).padStart(4, "0")}.ndjson`));
  }
  append(line: string): void {
    appendFileSync(this.#file, `${line}\n`);
  }
  async close(): Promise<void> {}
}
