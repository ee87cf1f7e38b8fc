/** What the agent needs from the rest of the program: plain functions, injected. Each may reject. */
import type { CursorModel } from "../cursor/process/short-commands.js";
import type { Project } from "../kicad/design/project.js";
import type { RunnableSession, SessionSnapshot } from "../loop/session.js";
import type { RecordedEvent } from "../recording/recorded-event.js";
import type { UndoResult } from "../workspace/journal/undo.js";
import type { SessionInfo } from "../workspace/sessions/session-folders.js";

/** How Cursor is driven. */
export type Mode = Exclude<SessionSnapshot["mode"], "replay">;

/** What of a design is shown. */
export type DesignPart = "board" | "schematic";

/** What the slash commands do in the repository of a session. */
export type EditorServices = {
  /** Puts back what the last turn, or every turn, of the session changed. */
  undo(sessionId: string, turns: "last" | "all"): Promise<UndoResult>;
  /** Makes the changes of the turn that was undone last again. */
  redo(sessionId: string): Promise<UndoResult>;
  /** What the session changed: what it means, a sentence each, and a unified diff; undefined where nothing is. */
  diff(
    sessionId: string,
    signal: AbortSignal,
  ): Promise<{ meaning: readonly string[]; diff: string } | undefined>;
  projects(): Promise<readonly Project[]>;
  /** Findings of ERC and DRC as text, of the projects that `words` mean, of all without any. */
  check(wanted: { words: readonly string[]; all: boolean }, signal: AbortSignal): Promise<string>;
  /** What a part, pin, net or sheet is, as text. */
  explain(what: string, project: string | undefined, signal: AbortSignal): Promise<string>;
  /**
   * The design as PNG files: as it is, or before and after what the session changed. `where`: a reference, a place in mm,
   * a finding (`#2`), or "" for all.
   */
  picture(
    sessionId: string,
    view: { project: string | undefined; part: DesignPart; where: string; signal: AbortSignal },
  ): Promise<{ images: Uint8Array[]; caption: string }>;
};

/** A session that is open and not started yet; it is the caller's to close. */
export type OpenedSession = {
  session: RunnableSession;
  /** Begins the session, and cleans up after a process that was killed in its repository. */
  start(): Promise<void>;
  /** What happened in it before it was opened. */
  past: AsyncIterable<RecordedEvent>;
  services: EditorServices;
};

export type Host = {
  /** Of copperhead. */
  version: string;
  /** How a new session drives Cursor. */
  mode: Mode;
  /**
   * Opens a new session in the repository of `cwd`, an absolute path; with `sessionId`, one of that id, which there must
   * not be. Throws a failure where there is no repository.
   */
  open(options: { cwd: string; mode: Mode; sessionId?: string }): Promise<OpenedSession>;
  /**
   * Finds an earlier session of the repository of `cwd`, and returns what opens it. Throws `session-not-found` where the
   * repository has none of that id.
   */
  find(options: { cwd: string; sessionId: string }): Promise<() => Promise<OpenedSession>>;
  /** The sessions of the repository of `cwd` that can be loaded, newest first. */
  list(cwd: string): Promise<{ repository: string; sessions: readonly SessionInfo[] }>;
  /** The models that the subscription offers. */
  models(): Promise<readonly CursorModel[]>;
  /** Throws `not-logged-in` where Cursor's CLI has no login, and what keeps it from being asked. */
  requireLogin(): Promise<void>;
};
