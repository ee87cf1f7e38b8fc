/** The state as a front end sees it. Pure. */
import { noUsage } from "../base/no-usage.js";
import { firstLine } from "../base/text/safe-text.js";
import type { SessionSnapshot } from "./session.js";
import type { LoopState, PhaseOf } from "./state.js";

const phases = {
  opening: "thinking",
  thinking: "thinking",
  acting: "acting",
  settling: "acting",
  approving: "approving",
  verifying: "verifying",
} as const satisfies Record<PhaseOf["name"], SessionSnapshot["phase"]>;

function phaseOf({ turn, closed }: LoopState): SessionSnapshot["phase"] {
  if (!turn) {
    return closed ? "closed" : "idle";
  }
  return turn.stop === undefined ? phases[turn.phase.name] : "stopping";
}

/** A request may have megabytes, and a snapshot is made often. Characters. */
const longestTitle = 400;

/** The first line of a request, as the title of its session. */
function titleOf(request: string): string {
  return firstLine(request.slice(0, longestTitle).trim());
}

/** `turnStartedAt` is in milliseconds since the epoch; undefined between turns. */
export function snapshotOf(state: LoopState, turnStartedAt: number | undefined): SessionSnapshot {
  const { turn, chat, announcedChat } = state;
  const chatId = announcedChat ?? chat?.id;
  return {
    phase: phaseOf(state),
    mode: state.mode,
    sessionId: state.sessionId,
    model: state.model,
    title: state.title || titleOf(state.results[0]?.request ?? turn?.request ?? ""),
    approvals: state.approval,
    turns: state.results,
    ...(state.project !== null && { project: state.project }),
    ...(chatId !== undefined && { chatId }),
    step: turn?.step ?? 0,
    maxSteps: state.limits.maxSteps,
    contextTokens: state.contextTokens,
    usage: turn?.usage ?? state.results.at(-1)?.usage ?? noUsage,
    ...(turnStartedAt !== undefined && { turnStartedAt }),
    queued: state.queued.map(({ text }) => text),
    ...(turn?.phase.name === "approving" && { approval: turn.phase.approval }),
  };
}
