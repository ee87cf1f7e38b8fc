/** The checks of what a turn wrote, begun while the model thinks on. */
import type { FileChange } from "../base/files/file-change.js";
import { inBackground } from "../base/waits.js";
import { checkAhead } from "../kicad/check/reports/check-ahead.js";
import { reportFolder } from "../kicad/check/reports/report-cache.js";
import { compareChanges } from "../kicad/compare/meaning.js";
import { isDesignFile } from "../kicad/design/kicad-files.js";
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
    const checks = inBackground(() => check(this.#files, readChanges, until))
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

async function check(
  { root, config, kicad: cli, env }: CheckedFiles,
  readChanges: () => Promise<FileChange[]>,
  { over, written }: { over: AbortSignal; written: AbortSignal },
): Promise<void> {
  const changes = await readChanges();
  if (!cli || !changes.some(({ path }) => isDesignFile(path))) {
    return;
  }
  const maker = { root, cli, cacheFolder: await reportFolder(env), signal: over };
  // Boards are compared by this process itself, and it has keys to answer.
  const withoutBoards = changes.filter(({ path }) => !path.endsWith(".kicad_pcb"));
  const signal = AbortSignal.any([over, written]);
  await Promise.allSettled([
    checkAhead(changes, config, maker, written),
    compareChanges(withoutBoards, { root, config, env, cli, signal }),
  ]);
}
