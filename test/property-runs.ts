/** How often a property is tried. */

/** `full` under CI; elsewhere a quarter, with other cases each time, for many runs there are not worth the wait. */
export function runs(full: number): number {
  return process.env.CI ? full : Math.ceil(full / 4);
}
