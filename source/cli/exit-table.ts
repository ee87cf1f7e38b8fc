/** How the program ends, and what of the environment it reads, as tables. */
import { type ExitCode, exitCodes } from "../base/failure.js";

export type ExitName = keyof typeof exitCodes;

/** `files`: what becomes of the files that an unattended turn changed. */
type ExitEntry = { summary: string; files: "kept" | "put back" | "–" };

export const exitTable: Readonly<Record<ExitName, ExitEntry>> = {
  done: { summary: "done, or refused by the model", files: "kept" },
  failed: {
    summary: "the turn failed; another turn runs; undo could not put everything back",
    files: "put back",
  },
  usage: { summary: "usage, settings, unknown model", files: "–" },
  cursor: { summary: "the Cursor CLI is missing, not logged in, or at its limit", files: "put back" },
  tripwire: { summary: "Cursor used a tool of its own (tripwire)", files: "put back" },
  unfinished: { summary: "steps used up, or no progress", files: "kept" },
  verification: { summary: "new ERC or DRC errors remain", files: "put back" },
  hangup: { summary: "ended by SIGHUP", files: "put back" },
  interrupted: { summary: "ended by SIGINT (Ctrl-C), or the reader of stdout left", files: "put back" },
  terminated: { summary: "ended by SIGTERM", files: "put back" },
};

/** The endings by their codes, smallest first. */
export function endings(): readonly ({ name: ExitName; code: ExitCode } & ExitEntry)[] {
  const names = Object.keys(exitTable) as ExitName[];
  return names.map((name) => ({ name, code: exitCodes[name], ...exitTable[name] }));
}

/** The variables that copperhead reads, and what each does. */
export const environmentTable: readonly { name: string; summary: string }[] = [
  {
    name: "COPPERHEAD_CURSOR_PATH",
    summary: "the Cursor CLI (default: agent, then cursor-agent, on PATH)",
  },
  { name: "COPPERHEAD_KICAD_CLI", summary: "kicad-cli (default: the one on PATH)" },
  { name: "COPPERHEAD_MODEL", summary: "as --model" },
  { name: "NO_COLOR, FORCE_COLOR", summary: "colours off or on" },
  { name: "XDG_CONFIG_HOME", summary: "where your settings are (default: ~/.config)" },
  { name: "XDG_STATE_HOME", summary: "where copperhead keeps its register (default: ~/.local/state)" },
  {
    name: "XDG_CACHE_HOME",
    summary: "where Node 22 and later keep what they compile of copperhead (default: ~/.cache)",
  },
  { name: "VISUAL, EDITOR", summary: "the editor of Ctrl-G" },
  { name: "PAGER", summary: "the pager of Ctrl-O" },
  { name: "INK_SCREEN_READER", summary: "true: a labelled reading, line by line" },
];
