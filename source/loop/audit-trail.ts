/** What a session leaves for people to look into: its transcript, the log of each step, its summary. */
import { rm } from "node:fs/promises";
import { toFailure } from "../base/failure.js";
import type { Redactor } from "../workspace/secrets/redaction.js";
import { StepLog } from "../workspace/sessions/step-log.js";
import type { Transcript } from "../workspace/sessions/transcript.js";
import type { RecordedAction } from "./records.js";
import type { LoopState } from "./state.js";
import { writeSummary } from "./summary.js";

export type AuditTrailOptions = {
  sessionFolder: string;
  transcript: Transcript;
  redactor: Redactor;
  /** Keeps other processes out of the session; released at its end. */
  lock?: { release(): Promise<void> };
};

/** A trail that cannot be written any more is reported once; the session goes on. */
export class AuditTrail {
  readonly #options: AuditTrailOptions;
  #stepLog: StepLog | undefined;
  #onLost = (_reason: string): void => {};
  #isLost = false;

  constructor(options: AuditTrailOptions) {
    this.#options = options;
  }

  onLost(listener: (reason: string) => void): void {
    this.#onLost = listener;
  }

  record({ type, ...data }: RecordedAction): void {
    this.guard(this.#options.transcript.append(type, data));
  }

  /** Begins the log of a step. Throws where it cannot be written. */
  async beginStep(): Promise<void> {
    this.#stepLog = await StepLog.open(this.#options.sessionFolder, this.#options.redactor);
  }

  /** Logs a line that Cursor printed in the step. */
  logLine(line: string): void {
    this.#stepLog?.append(line);
  }

  async endStep(): Promise<void> {
    await this.guard(this.#stepLog?.close());
    this.#stepLog = undefined;
  }

  /** Writes the summary of the session and closes its transcript. Nothing is kept of a session without a turn. */
  async close(state: LoopState): Promise<void> {
    const { sessionFolder, redactor, transcript, lock } = this.#options;
    const isEmpty = state.turns === 0;
    await this.guard(isEmpty ? undefined : writeSummary(sessionFolder, state, redactor));
    await this.guard(transcript.close());
    await lock?.release();
    if (isEmpty) {
      await this.guard(rm(sessionFolder, { recursive: true, force: true }));
    }
  }

  /** Waits for what is written; where that fails, the trail is lost. Never rejects. */
  async guard(written: Promise<unknown> | undefined): Promise<void> {
    try {
      await written;
    } catch (error) {
      if (!this.#isLost) {
        this.#isLost = true;
        this.#onLost(toFailure(error).message);
      }
    }
  }
}
