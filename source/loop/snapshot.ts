/** The state as a front end sees it. Pure. */
import { noUsage } from "../base/events.js";
import type { SessionSnapshot } from "./session.js";
import type { LoopState, Turn } from "./state.js";

function phaseOf(turn: Turn): SessionSnapshot["phase"] {
  if (turn.stop !== undefined) {
    return "stopping";
  }
  switch (turn.phase.name) {
    case "opening":
    case "thinking":
      return "thinking";
    case "acting":
    case "settling":
      return "acting";
    case "approving":
      return "approving";
    case "verifying":
      return "verifying";
    default:
      return turn.phase satisfies never;
  }
}

/** `turnStartedAt` is in milliseconds since the epoch; undefined between turns. */
export function snapshotOf(state: LoopState, turnStartedAt: number | undefined): SessionSnapshot {
  const { turn, chat, announcedChat } = state;
  const chatId = announcedChat ?? chat?.id;
  const idle = state.closed ? "closed" : "idle";
  return {
    phase: turn ? phaseOf(turn) : idle,
    mode: state.mode,
    sessionId: state.sessionId,
    model: state.model,
    ...(chatId !== undefined && { chatId }),
    step: turn?.step ?? 0,
    maxSteps: state.limits.maxSteps,
    usage: turn?.usage ?? state.results.at(-1)?.usage ?? noUsage,
    ...(turnStartedAt !== undefined && { turnStartedAt }),
    queued: state.queued.map(({ text }) => text),
    ...(turn?.phase.name === "approving" && { approval: turn.phase.approval }),
  };
}
