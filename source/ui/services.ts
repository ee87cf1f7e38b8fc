/** What the application needs from the rest of the program: plain functions, injected. Each may reject. */
import type { DoctorCheck } from "../base/doctor-check.js";
import type { CursorModel } from "../cursor/process/short-commands.js";
import type { Project } from "../kicad/design/project.js";
import type { Drawing } from "../kicad/drawing/draw.js";
import type { PictureTerminal } from "../kicad/drawing/picture.js";
import type { AgentSession } from "../loop/session.js";
import type { RecordedEvent } from "../recording/recorded-event.js";
import type { Tool } from "../tools/tool.js";
import type { UndoneTurns, UndoResult } from "../workspace/journal/undo.js";
import type { SessionInfo } from "../workspace/sessions/session-folders.js";
import type { UserCommand } from "../workspace/user-commands.js";
import type { HistoryFile } from "./prompt/prompt-history.js";
import type { Item } from "./view/view.js";

/** A word from copperhead itself. */
export type Notice = Extract<Item, { kind: "notice" }>;

/** What happened in a session before it was opened; `earlier` are turns that are not shown, in the first `lines` of its transcript. */
export type PastTurns = {
  events: readonly RecordedEvent[];
  earlier?: { sessionId: string; turns: number; lines: number };
};

/** A session, and what happened in it before where that is not shown yet. */
export type OpenedSession = {
  session: AgentSession;
  past?: PastTurns;
};

/** All that the application waits for before it can do what it is asked. */
export type Opened = OpenedSession & {
  services: AppServices;
  /** Runs beside the panes once they follow the session; a number ends the application, with it as exit code. */
  work?: () => Promise<number | undefined>;
  /** Says where the user is, and what is missing: shown when the panes are there. */
  greeting?: () => Promise<readonly Notice[]>;
  /** Shown on the way out, where there was a turn. */
  farewell?: string;
};

/** How the application is started. */
export type AppOptions = {
  /**
   * Called once the first frame is there and the keyboard is held; `show` shows what happened in a session that is still
   * being opened. Where it rejects, the application ends by that.
   */
  open: (show: (past: PastTurns) => void) => Promise<Opened>;
  /** Sent as soon as the session is open. */
  initialRequest?: string;
  /** Ends with the turn, with its exit code. */
  exitAfterTurn?: boolean;
};

export type Notify = "off" | "bell" | "desktop";

/** What a session changed. */
export type SessionDifference = {
  /** What that means for the design, a sentence each. */
  meaning: readonly string[];
  /** What can be drawn before and after it. */
  drawn?: { project: string; parts: readonly ("board" | "schematic")[] };
  /** Unified. */
  diff: string;
  /** That of the files that are no designs; "" where there is none. */
  otherDiff: string;
};

export type AppServices = {
  /** The branch of the repository, for the status line. */
  branch(): Promise<string | undefined>;
  /** The repository's absolute path, for links to its files; undefined where nothing is to be linked to. */
  root: string | undefined;
  /** Repository-relative paths of the files that `@` completes. */
  files(): Promise<readonly string[]>;
  models(): Promise<readonly CursorModel[]>;
  /** Newest first. */
  sessions(): Promise<readonly SessionInfo[]>;
  /** Deletes a session of the user's own that nobody has open, with what its undo needs. */
  deleteSession(sessionId: string): Promise<void>;
  /** Opens an earlier session; it is the caller's to close. */
  resume(sessionId: string): Promise<OpenedSession>;
  /** Puts back what turns of the session changed. */
  undo(sessionId: string, turns: UndoneTurns): Promise<UndoResult>;
  /** What the session changed, or its turns from `from` on; undefined where nothing is. */
  diff(sessionId: string, signal: AbortSignal, from?: number): Promise<SessionDifference | undefined>;
  /** Makes the changes of the turn that was undone last again. */
  redo(sessionId: string): Promise<UndoResult>;
  /** The KiCad projects of the repository. */
  projects(): Promise<readonly Project[]>;
  /**
   * The board or the schematic as rows of half blocks, and as a picture for a terminal of `pictures`; before and after
   * where the session changed it. `where`: a reference, a place in mm, a finding (`#2`), or "" for all. The rows hold no
   * control sequence but their colours.
   */
  draw(
    sessionId: string,
    view: {
      project: string | undefined;
      part: "board" | "schematic";
      where: string;
      pictures?: Promise<PictureTerminal | undefined>;
      signal: AbortSignal;
    },
  ): Promise<Drawing>;
  /**
   * Counts and findings of ERC and DRC, as text: of the projects that `words` mean (paths or names), of all without any;
   * `all` lists each finding.
   */
  check(wanted: { words: readonly string[]; all: boolean }, signal: AbortSignal): Promise<string>;
  /** What a part, a pin, a net or a sheet is, as text; `project` is the session's. */
  explain(what: string, project: string | undefined, signal: AbortSignal): Promise<string>;
  tools(): Promise<readonly Pick<Tool, "name" | "description" | "changes">[]>;
  /** The slash commands that the repository and its user wrote. */
  commands(): Promise<readonly UserCommand[]>;
  /**
   * What happened in a session, with the results of calls whole and the discarded text: what the lines of its transcript
   * from one up to another have of it, by default all.
   */
  recorded(sessionId: string, from?: number, to?: number): AsyncIterable<RecordedEvent>;
  /** Writes the transcript as markdown, to `path` where one is given, and returns its path. */
  exportTranscript(sessionId: string, path: string | undefined): Promise<string>;
  /** The settings in force with `model`, and where each comes from, as markdown. */
  config(model: string): Promise<string>;
  /** Sets one setting, and returns the file that was written. Rejects where there is none, or it cannot have that value. */
  setSetting(name: string, value: string): Promise<string>;
  /** `isOnline`: Cursor is asked for its login, for which it needs the network. */
  doctor(isOnline: boolean): Promise<readonly DoctorCheck[]>;
  /** What calls the user whose window has no focus. */
  notify: Notify;
  /** The file that keeps what the user typed, over sessions; undefined keeps nothing. */
  promptHistory: HistoryFile | undefined;
};
