/** The whole state of a conversation, and the vocabulary of its life: phases, endings, results. */
import type { ProjectVerification } from "../base/events.js";
import type { ExitCode, Failure } from "../base/failure.js";
import { GrowingList } from "../base/growing-list.js";
import type { CheckOutcome, ToolKind, TurnStatus, Usage } from "../base/outcomes.js";
import type { KnownChat } from "../cursor/reasoning/provider.js";
import type { Call, Message, Refusal } from "../protocol/messages.js";

/** A change that waits for the user's word: what it means, a sentence each, and its unified diff. */
export type Approval = { title: string; paths: string[]; meaning: string[]; diff: string };

/** How a turn is going to end, decided before its files are settled. */
export type Ending = { status: TurnStatus; exitCode: ExitCode; answer?: Answer; failure?: Failure };

/** `finish`: its summary is an item of its own; `prose`: the item of the last step. */
export type Answer = { text: string; from: "prose" | "finish" };

/** A call that could not run. `toolKind` is there when the tool itself is known. */
export type CheckedRefusal = Refusal & { toolKind?: ToolKind };

/** What the calls of one reply still need; `failed`: one of them went wrong. */
type Work = { call: Call; rest: readonly Call[]; failed: boolean };

type Phase =
  | { name: "opening" }
  | { name: "thinking" }
  | ({ name: "acting"; announced: boolean } & Work)
  | ({ name: "approving"; approval: Approval } & Work)
  | { name: "verifying"; ending: Ending }
  | { name: "settling"; ending: Ending };

/** The phase of one name. */
export type PhaseOf<Name extends Phase["name"] = Phase["name"]> = Extract<Phase, { name: Name }>;

/** The verifications of a turn: how few new errors there were at best, and how often that did not improve. */
export type Repair = {
  fewestErrors: number;
  cyclesWithoutProgress: number;
  errorsRemain: boolean;
  findings?: string;
  /** The messages about changes of nets that the model was sent. */
  sent: readonly string[];
};

/** The last one of a turn: the checks of all projects together, and what was found of each. */
export type Verification = { erc?: CheckOutcome; drc?: CheckOutcome; projects?: ProjectVerification[] };

export type Turn = {
  id: string;
  /** What the user asked for, to begin with. */
  request: string;
  number: number;
  /** How many messages there were before it. */
  earlier: number;
  /** The step that runs or ran last, from 1; 0 while the turn opens. */
  step: number;
  phase: Phase;
  /** Set when the turn was asked to stop; the exit code depends on by whom. */
  stop?: ExitCode;
  /** The prose of the step so far. */
  prose: string;
  thinking: boolean;
  /** The item of the connection's retry, while it is interrupted. */
  retry?: string;
  /** How many calls, notes and retries there were so far; these number their items. */
  calls: number;
  notes: number;
  retries: number;
  reply: {
    calls: readonly Call[];
    refusals: readonly CheckedRefusal[];
    notice?: string;
    nudged: boolean;
    text: string | null;
  };
  nudgesInARow: number;
  approvedAll: boolean;
  /** Whether it wrote a schematic or a board that has not been verified since with nothing to repair. */
  wroteDesign: boolean;
  /** How the turn ends where the model, asked whether its changes are meant, does not answer; null once it changes more. */
  accepted: Ending | null;
  /** What the model must know before the request: files that are not as it saw them last. */
  preface?: string;
  /** How many messages of the conversation came before its request. */
  messagesBefore: number;
  repair: Repair;
  verification?: Verification;
  usage: Usage;
  discarded: { blocks: number; calls: number };
};

/** Hashes of files by their repository-relative paths; `null` where there is no file. */
export type SeenFiles = Readonly<Record<string, string | null>>;

/** What came of a finished turn. */
export type TurnResult = {
  turnId: string;
  request: string;
  status: TurnStatus;
  exitCode: ExitCode;
  answer: string;
  usage: Usage;
  /** Repository-relative; empty after a restore. */
  filesChanged: readonly string[];
  verification: Verification;
  discarded: { blocks: number; calls: number };
  /** Rules of ERC and DRC that the turn changed, and boards that it left behind, in words. */
  notes: readonly string[];
  /** What a dry run would have changed, as a unified diff. */
  diff?: string;
  failure?: Failure;
};

/** A finished turn of the session, and what became of its files. */
export type FinishedTurn = TurnResult & {
  /** From 1, over the whole session. */
  number: number;
  /** The files that were put back at its end. */
  restored: readonly string[];
  /** Whether the user undid it afterwards. */
  isUndone: boolean;
  /** How many messages of the conversation came before its request, where the conversation still has it. */
  messagesBefore?: number;
};

export type Limits = { maxSteps: number; maxRepairCycles: number; requireVerification: boolean };

export type LoopState = {
  sessionId: string;
  /** What the user named it; "" where its first request is its title. */
  title: string;
  /** `native`: Cursor's own tools act, and a turn is one step. */
  mode: "reasoning" | "native";
  model: string;
  limits: Limits;
  /** `on-request`: a change waits for the user's word. */
  approval: "never" | "on-request";
  /** The name of the KiCad project that the session works on; `null` where none is chosen. */
  project: string | null;
  messages: GrowingList<Message>;
  chat: KnownChat | null;
  /** The chat of the last `thread.started`. */
  announcedChat: string | null;
  /** The files as the model saw them last, where it read or wrote them. */
  seen: SeenFiles;
  /** The repository's notes to agents, as the model was given them last; "" where it has none. */
  notes: string;
  /** Tokens that the chat held at the last step; 0 where that is not known. */
  contextTokens: number;
  /** Requests that arrived during the turn, oldest first. */
  queued: readonly { text: string; turnId: string }[];
  turn: Turn | null;
  turns: number;
  /** What each finished turn came to, oldest first. */
  results: readonly FinishedTurn[];
  closed: boolean;
};

/** A session before its first turn. */
export function initialState(
  options: Pick<LoopState, "sessionId" | "model" | "limits" | "approval"> &
    Partial<Pick<LoopState, "mode" | "project">>,
): LoopState {
  return {
    mode: "reasoning",
    title: "",
    project: null,
    ...options,
    messages: GrowingList.of(),
    chat: null,
    announcedChat: null,
    seen: {},
    notes: "",
    contextTokens: 0,
    queued: [],
    turn: null,
    turns: 0,
    results: [],
    closed: false,
  };
}

/** The model's id for the CLI, where the user named one: `cursor:<id>`. */
export function modelId(model: string): string | undefined {
  return model.slice("cursor:".length) || undefined;
}
