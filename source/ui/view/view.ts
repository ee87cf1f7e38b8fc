/** What the panes show: plain data, reduced from events alone, live or replayed. */
import type { CheckOutcome, ToolKind, ToolOutcome, TurnStatus } from "../../base/outcomes.js";
import type { Shown } from "../../kicad/check/new-in-cycle.js";

/** One use of a tool; without an outcome it still runs. Times in milliseconds since the epoch. */
export type CallView = {
  itemId: string;
  kind: ToolKind;
  title: string;
  detail?: string | undefined;
  origin: "copperhead" | "cursor";
  startedAt: number;
  outcome?: ToolOutcome;
  diff?: string | undefined;
  durationMs?: number;
};

type Tone = "info" | "warning" | "error";

/** Something that is over, and goes to the terminal's scrollback. Never changed once it is there. */
export type Item =
  | { kind: "request"; text: string }
  | { kind: "thought"; text: string; durationMs: number }
  /** One or more whole blocks of markdown; the first of an answer opens it. */
  | { kind: "prose"; text: string; isFirst: boolean }
  | { kind: "call"; call: CallView }
  | { kind: "discarded"; itemId: string; blocks: number; calls: number; notice: string }
  /** `findings`: the new errors; `project` is there where the repository has several. */
  | {
      kind: "verification";
      project?: string | undefined;
      erc?: CheckOutcome | undefined;
      drc?: CheckOutcome | undefined;
      findings?: string | undefined;
      /** What the turn changed, a sentence each. */
      changes?: readonly string[];
    }
  | { kind: "notice"; tone: Tone; message: string; advice?: string | undefined }
  /** Stands for the turns in the first `lines` of a session's transcript. */
  | { kind: "earlier"; sessionId: string; turns: number; lines: number }
  /** What a command shows. */
  | { kind: "page"; title: string; text: string; format: "markdown" | "diff" | "text" }
  /** Rows that are already drawn; the caption puts in words what they show; `mark` stands for them as a picture. */
  | { kind: "drawing"; lines: readonly string[]; caption: string; mark?: string }
  | {
      kind: "turn";
      status: TurnStatus;
      exitCode: number;
      durationMs: number;
      files: readonly FileView[];
      errorMessage?: string | undefined;
    };

/** Lines over all changes of the file in the turn. */
export type FileView = { path: string; added: number; removed: number };

export type TurnView = {
  startedAt: number;
  files: readonly FileView[];
  discarded: { replies: number; blocks: number; calls: number };
  done: { succeeded: number; failed: number };
  /** The last verification of each project, by its name; "" where there is one project alone. */
  verified: ReadonlyMap<string, Shown>;
  /** The last error shown: the turn's end does not repeat it. */
  lastError?: string;
};

export type View = {
  /** Oldest first; only ever grows. */
  history: readonly Item[];
  turn?: TurnView;
  thinking?: { text: string; startedAt: number };
  /** The part of the answer that is not in the history yet. */
  answer?: { itemId: string; text: string; isFirst: boolean };
  /** The item whose deltas came last: its completion brings nothing new. */
  streamed?: string;
  /** Calls that run, oldest first. */
  calls: readonly CallView[];
};

export const emptyView: View = { history: [], calls: [] };
