/** What a session came to, for a person who opens its folder. Pure. */
import type { LoopState } from "./state.js";

export type SessionSummary = {
  sessionId: string;
  model: string;
  chatId: string | null;
  turns: number;
  request: string;
  lastTurn: LoopState["lastTurn"];
};

export function summaryOf(state: LoopState): SessionSummary {
  const first = state.messages.find(({ role }) => role === "user");
  return {
    sessionId: state.sessionId,
    model: state.model,
    chatId: state.chat?.id ?? null,
    turns: state.turns,
    request: first && "text" in first ? (first.text ?? "") : "",
    lastTurn: state.lastTurn,
  };
}
