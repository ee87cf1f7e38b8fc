/** How much of a test is done where nobody waits for it, and where somebody does. */

/** `full` under CI; elsewhere a quarter: runs of a property, which have other cases each time, or the size of a text. */
export function sampled(full: number): number {
  return process.env.CI ? full : Math.ceil(full / 4);
}
