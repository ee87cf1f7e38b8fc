/** The ways into the application, for the commands. Ink and all that draws is loaded only when it is drawn. */
import type { RecordedItem } from "../loop/recording.js";
import type { AgentSession } from "../loop/session.js";
import { KeyReader } from "./input/key-reader.js";
import { ReplaySession, replayServices } from "./replay-session.js";
import type { AppServices } from "./services.js";
import { TerminalGuard } from "./terminal/guard.js";
import { processTerminal, type Terminal } from "./terminal/terminal.js";
import type { ViewEvent } from "./view/reduce-view.js";

export type AppOptions = {
  session: AgentSession;
  services: AppServices;
  /** What was said in the session before; shown first. */
  past?: readonly ViewEvent[];
  /** Sent at once. */
  initialRequest?: string;
  /** Ends with the turn, with its exit code. */
  exitAfterTurn?: boolean;
  /** Runs beside the panes once they follow the session; the application ends with its exit code. */
  work?: () => Promise<number>;
  /** The process's own unless given. Both sides must be terminals. */
  terminal?: Terminal;
};

/** Runs the application until the user leaves it. Never rejects for what the session does; may for a broken terminal. */
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
  items: AsyncIterable<RecordedItem>,
  { speed, terminal }: { speed: number; terminal?: Terminal },
): Promise<{ exitCode: number }> {
  const session = new ReplaySession();
  const work = async () => {
    await session.play(items, speed);
    return session.exitCode;
  };
  return runApp({ session, services: replayServices, work, ...(terminal && { terminal }) });
}

/** Terminals that cannot move a cursor, and readers to whom a moving screen is noise. */
function isLinear(env: NodeJS.ProcessEnv): boolean {
  return env.TERM === "dumb" || env.INK_SCREEN_READER === "true";
}
