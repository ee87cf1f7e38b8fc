import { useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { OpenedSession } from "../services.js";
import { AgentLoop, type LoopState } from "./agent-loop.js";

/** Follows a session: what it does becomes state, and the returned loop sends what the user does. */
export function useAgentLoop({ session, past }: OpenedSession): LoopState & { loop: AgentLoop } {
  const loop = useMemo(() => new AgentLoop(session, past), [session, past]);
  // Before anything is sent to the session: what comes of it must not be missed.
  useLayoutEffect(() => loop.follow(), [loop]);
  return { ...useSyncExternalStore(loop.state.subscribe, loop.state.get), loop };
}
