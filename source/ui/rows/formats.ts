/** Numbers as people read them. */

/** `40 ms`, `2.4 s`, `12 s`, `3 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** A count of tokens: `950`, `12.3k`, `1.2M`. */
export function tokens(count: number): string {
  if (count < 1000) {
    return String(count);
  }
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
