import { useEffect, useState } from "react";

/** Milliseconds since the epoch, anew every second while something is timed; an idle program has no timer. */
export function useNow(isTiming: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTiming) {
      return;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTiming]);
  return now;
}
