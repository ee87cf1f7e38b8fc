import { useEffect, useMemo } from "react";
import type { Opened } from "../services.js";
import type { SessionOwner } from "../session/session-owner.js";

/** What the user can do to Cursor's process. */
export type CursorControl = {
  /** Stops it gracefully; called again, at once. */
  interrupt(): void;
};

/**
 * Opens the session that drives Cursor once the component is drawn, and closes it when the component goes: Cursor's
 * process lives no longer than what shows it. `onStart` is called with the first session, which may fail to open.
 */
export function useCursorProvider(
  owner: SessionOwner,
  onStart: (started: Promise<Opened>) => void,
): CursorControl {
  useEffect(() => {
    onStart(owner.start());
    return () => void owner.close();
  }, [owner, onStart]);
  return useMemo(() => ({ interrupt: () => owner.interrupt() }), [owner]);
}
