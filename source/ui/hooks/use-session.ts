import { useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { OpenedSession } from "../services.js";
import { SessionStore, type ShownSession } from "../session/session-store.js";

/** Follows a session: what it does becomes state, and the returned loop sends what the user does. */
export function useSession({ session, past }: OpenedSession): ShownSession & { loop: SessionStore } {
  const loop = useMemo(() => new SessionStore(session, past), [session, past]);
  // Before anything is sent to the session: what comes of it must not be missed.
  useLayoutEffect(() => loop.follow(), [loop]);
  return { ...useSyncExternalStore(loop.state.subscribe, loop.state.get), loop };
}
