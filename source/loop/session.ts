/** A session as front ends and commands use it, whichever way Cursor is driven. */
import type { RuntimeEvent } from "../base/events.js";
import type { ExitCode } from "../base/failure.js";
import type { Usage } from "../base/outcomes.js";
import type { Approval, FinishedTurn, TurnResult } from "./state.js";

/** `always` holds for the rest of the turn; the `reason` of a no goes to the model. */
export type ApprovalDecision = { answer: "yes" } | { answer: "always" } | { answer: "no"; reason?: string };

/** The state of the session between two events; plain data, made anew when something in it changes. */
export type SessionSnapshot = {
  /** `starting`: the session is not open yet. */
  phase: "starting" | "idle" | "thinking" | "acting" | "approving" | "verifying" | "stopping" | "closed";
  /** `replay`: nothing acts, a recording is shown. */
  mode: "reasoning" | "native" | "replay";
  sessionId: string;
  /** `cursor` or `cursor:<id>`, as the user names it. */
  model: string;
  /** What the user named the session, else the first line of its first request; "" before there is one. */
  title: string;
  /** Whether a change waits for the user's word. In native mode Cursor asks, by its own rules. */
  approvals: "never" | "on-request";
  /** What each finished turn came to, oldest first. */
  turns: readonly FinishedTurn[];
  /** The name of the KiCad project that is chosen. */
  project?: string;
  chatId?: string;
  /** The step that runs, from 1; 0 between turns. */
  step: number;
  maxSteps: number;
  usage: Usage;
  /** Tokens that the chat held at the last step; 0 where that is not known. */
  contextTokens: number;
  /** Milliseconds since the epoch, while a turn runs. */
  turnStartedAt?: number;
  /** Messages typed during the turn, oldest first; they go to the model with the next step, which in native mode is the next turn. */
  queued: readonly string[];
  approval?: Approval;
};

/** Whether there is something that an interruption would stop. */
export function isTurnRunning({ phase }: SessionSnapshot): boolean {
  return phase !== "starting" && phase !== "idle" && phase !== "closed";
}

/** One conversation in one repository, driven by a front end. No method throws; what fails becomes an event. */
export type AgentSession = {
  snapshot(): SessionSnapshot;
  /** Called after every change of the snapshot. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
  /** Called with every canonical event, in order. Returns the unsubscriber. */
  onEvent(listener: (event: RuntimeEvent) => void): () => void;
  /** Starts a turn, or queues the text while one runs. */
  submit(text: string): void;
  /** Removes the queued message at `index` (0 is the oldest; without one, the newest) and returns it. */
  takeBack(index?: number): string | undefined;
  /** Stops the turn gracefully, to end with `exitCode` (130 where none is named); a second call ends what runs at once. */
  interrupt(exitCode?: ExitCode): void;
  decide(decision: ApprovalDecision): void;
  /** From the next step on. */
  setModel(model: string): void;
  /** Whether changes wait for the user's word from now on; without effect in native mode. */
  setApproval(approval: "never" | "on-request"): void;
  /** Names the session; "" gives it the title of its first request again. */
  setTitle(title: string): void;
  /** Forgets the request of that turn and all that followed; the files stay. Only between turns. */
  rewind(turn: number): void;
  /** Chooses the KiCad project, by its name; for the calls from now on. */
  setProject(project: string): void;
  /** Forgets the conversation and starts a fresh chat; the files stay. Only between turns. */
  clear(): void;
  /** Forgets what the tools returned and starts a fresh chat with requests and answers. Only between turns. */
  compact(): void;
  /** Records that the user undid or redid turns of this session. */
  recordMove(move: { direction: "undo" | "redo"; turns: number[]; files: string[] }): void;
  /** Interrupts what runs, writes the end of the session, ends every process. */
  close(): Promise<void>;
};

/** A sentence for the user, a stable code, and what to do. */
export type Notice = { message: string; code: string; advice?: string };

/** A session as a command starts it, waits for it, and looks at its results. */
export type RunnableSession = AgentSession & {
  /** Begins the session: its listeners receive `session.started`. */
  start(version: string): void;
  /** Warns the user of something outside of any turn. */
  warn(notice: Notice): void;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
  /** Real path of the repository. */
  readonly repository: string;
  /** What each finished turn came to, those of a resumed session included; oldest first. */
  readonly results: readonly TurnResult[];
};
