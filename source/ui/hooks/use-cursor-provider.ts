import { useEffect, useMemo } from "react";
import type { AgentSession } from "../../loop/session.js";

/** What the user can do to Cursor's process. */
export type CursorControl = {
  /** Stops it gracefully; called again, at once. */
  interrupt(): void;
};

/** Holds the session's Cursor process for as long as the component shows it, and ends it afterwards. */
export function useCursorProvider(session: AgentSession): CursorControl {
  useEffect(() => () => void session.close(), [session]);
  return useMemo(() => ({ interrupt: () => session.interrupt() }), [session]);
}
