/** The checks of what a turn wrote, begun while the model thinks on. */
import type { FileChange } from "../base/files/file-change.js";
import { inBackground } from "../base/waits.js";
import type { CheckedFiles } from "./verify-turn.js";

/** Those of one turn. What they find is kept by content: nothing is believed of a state that is gone. */
export class EarlyChecks {
  readonly #files: CheckedFiles;
  readonly #over = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #written = new AbortController();
  #isChecked = true;

  constructor(files: CheckedFiles) {
    this.#files = files;
  }

  /** Begins them, unless that was done since the last write. `signal` ends them as well. */
  begin(readChanges: () => Promise<FileChange[]>, signal: AbortSignal): void {
    if (this.#isChecked) {
      return;
    }
    this.#isChecked = true;
    const until = { over: AbortSignal.any([signal, this.#over.signal]), written: this.#written.signal };
    const checks = inBackground(async () => {
      const { verifyAhead } = await import("./verify-turn.js");
      await verifyAhead(this.#files, readChanges, until);
    })
      .catch(() => {})
      .finally(() => this.#running.delete(checks));
    this.#running.add(checks);
  }

  /** Ends those of the present state, which is about to be written over. */
  beforeWrite(): void {
    this.#written.abort();
    this.#written = new AbortController();
    this.#isChecked = false;
  }

  /** Ends all of them. Never throws. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#running);
  }
}
