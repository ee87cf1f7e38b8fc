/** How the rows of the live region are shared out, so that it never reaches the height of the terminal. Pure. */

/** Rows that each pane would fill, its title included; 0 where it has nothing to show. */
type PaneRows = { thinking: number; calls: number; discarded: number; result: number };

/** Terminals at least this wide have thinking and calls side by side. */
export const wideFrom = 120;

const most: PaneRows = { thinking: 5, calls: 7, discarded: 2, result: 12 };
/** A title and one row; less shows nothing. */
const least = 2;

/** The rows that each pane gets out of `available`; those that matter more are served first. */
export function planPanes(available: number, wants: PaneRows, isWide: boolean): PaneRows {
  const capped = (name: keyof PaneRows) => Math.min(wants[name], most[name]);
  const got: PaneRows = { thinking: 0, calls: 0, discarded: 0, result: 0 };
  let left = Math.max(0, available);
  const grant = (name: keyof PaneRows, rows: number) => {
    const other = name === "calls" ? "thinking" : name === "thinking" ? "calls" : undefined;
    // Side by side, the lower of the two costs nothing.
    const free = isWide && other ? Math.max(0, got[other] - got[name]) : 0;
    const granted = Math.min(rows, left + free);
    if (got[name] + granted >= Math.min(least, wants[name])) {
      got[name] += granted;
      left -= Math.max(0, granted - free);
    }
  };
  for (const name of ["result", "calls", "discarded", "thinking"] as const) {
    grant(name, Math.min(least, capped(name)));
  }
  for (const name of ["calls", "result", "thinking"] as const) {
    grant(name, Math.max(0, capped(name) - got[name]));
  }
  return got;
}
