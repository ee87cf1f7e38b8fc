import type { DoctorCheck } from "../../base/doctor-check.js";

type Screen = { isTTY?: boolean; columns?: number; rows?: number; getColorDepth?(env?: object): number };

/** With less, the panes have no room for anything. */
const leastColumns = 60;
const leastRows = 16;

const name = "terminal";

/** What the panes depend on: the size, the cursor, the characters and the colours of the terminal. */
export function examineTerminal(env: NodeJS.ProcessEnv, screen: Screen = process.stdout): DoctorCheck {
  if (!screen.isTTY) {
    return { name, status: "ok", detail: "none: copperhead prints" };
  }
  const { columns = 80, rows = 24 } = screen;
  const colours = 2 ** (screen.getColorDepth?.(env) ?? 1);
  const detail = `${columns}×${rows}, TERM=${env.TERM ?? ""}, ${colours > 2 ? `${colours} colours` : "no colours"}`;
  const advice = adviceOn(env, columns, rows);
  return advice === undefined ? { name, status: "ok", detail } : { name, status: "warn", detail, advice };
}

function adviceOn(env: NodeJS.ProcessEnv, columns: number, rows: number): string | undefined {
  if (env.TERM === "dumb") {
    return "This terminal cannot move its cursor, so there are lines in the place of panes.";
  }
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  if (process.platform !== "win32" && !/utf-?8/i.test(locale)) {
    return "Set LANG to a UTF-8 locale, such as C.UTF-8: other ones show the panes' lines as rubbish.";
  }
  return columns < leastColumns || rows < leastRows
    ? `Make the window larger: ${leastColumns}×${leastRows} at the least.`
    : undefined;
}
