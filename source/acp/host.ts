/** What the agent needs from the rest of the program: plain functions, injected. */
import type { RunnableSession } from "../loop/session.js";
import type { RecordedEvent } from "../recording/recorded-event.js";

/** A session that is open and not started yet; it is the caller's to close. */
export type OpenedSession = {
  session: RunnableSession;
  /** Begins the session, and cleans up after a process that was killed in its repository. */
  start(): Promise<void>;
  /** What happened in it before it was opened. */
  past: readonly RecordedEvent[];
};

export type Host = {
  /** Of copperhead. */
  version: string;
  /** Opens a new session in the repository of `cwd`, an absolute path. Throws a failure where there is none. */
  open(cwd: string): Promise<OpenedSession>;
  /** Throws `not-logged-in` where Cursor's CLI has no login, and what keeps it from being asked. */
  requireLogin(): Promise<void>;
};
