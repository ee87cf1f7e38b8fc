import { useEffect, useMemo } from "react";
import type { SessionOwner } from "../session/session-owner.js";

/** What the user can do to Cursor's process. */
export type CursorControl = {
  /** Stops it gracefully; called again, at once. */
  interrupt(): void;
};

/**
 * Has the session opened that drives Cursor once the component is drawn, and closed when it goes: Cursor's process lives
 * no longer than what shows it.
 */
export function useCursorProvider(owner: SessionOwner): CursorControl {
  useEffect(() => {
    owner.start();
    return () => void owner.close();
  }, [owner]);
  return useMemo(() => ({ interrupt: () => owner.interrupt() }), [owner]);
}
