/** The ways into the application, for the commands. Ink and all that draws is loaded only when it is drawn. */
import type { RecordedEvent } from "../recording/recorded-event.js";
import { KeyReader } from "./keys/key-reader.js";
import type { AppOptions } from "./services.js";
import { ReplaySession, replayServices } from "./session/replay-session.js";
import { TerminalGuard } from "./terminal/guard.js";
import { processTerminal, type Terminal } from "./terminal/terminal.js";

/**
 * Runs the application until the user leaves it. Rejects for a session that cannot be opened or a terminal that breaks,
 * never for what the session does.
 */
export async function runApp(options: AppOptions): Promise<{ exitCode: number }> {
  const terminal = options.terminal ?? processTerminal();
  if (isLinear(terminal.env)) {
    const { runLinear } = await import("./linear.js");
    return runLinear(options, terminal);
  }
  // Ink draws nothing under CI, and looks for its developer tools under DEV; both are read when it is loaded.
  delete process.env.CI;
  delete process.env.DEV;
  // The keyboard is held before the rest is loaded: what is typed meanwhile is neither echoed nor lost.
  const guard = new TerminalGuard(terminal);
  const reader = new KeyReader(terminal.input);
  try {
    guard.enter();
    reader.start();
    const { Application } = await import("./application.js");
    return await new Application(options, { terminal, guard, reader }).run();
  } finally {
    reader.stop();
    guard.dispose();
  }
}

/**
 * Shows a recording in the panes, at `speed` times the pace they had (0: at once), and ends with them.
 * The exit code is that of the last turn recorded.
 */
export async function runReplay(
  items: AsyncIterable<RecordedEvent>,
  { speed, terminal }: { speed: number; terminal?: Terminal },
): Promise<{ exitCode: number }> {
  const session = new ReplaySession();
  const work = async () => {
    await session.play(items, speed);
    return session.exitCode;
  };
  const open = async () => ({ session, past: [], services: replayServices, work });
  return runApp({ open, ...(terminal && { terminal }) });
}

/** Terminals that cannot move a cursor, and readers to whom a moving screen is noise. */
function isLinear(env: NodeJS.ProcessEnv): boolean {
  return env.TERM === "dumb" || env.INK_SCREEN_READER === "true";
}
