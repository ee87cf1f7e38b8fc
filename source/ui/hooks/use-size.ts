import { useSyncExternalStore } from "react";
import type { Screen, Size } from "../terminal/screen.js";

/** The size to draw for; follows the terminal's. */
export function useSize(screen: Screen): Size {
  return useSyncExternalStore(
    (listener) => {
      screen.on("size", listener);
      return () => screen.off("size", listener);
    },
    () => screen.size,
  );
}
