/** The ways into the application, for the commands. Ink and all that draws is loaded only when it is drawn. */
import type { RecordedEvent } from "../recording/recorded-event.js";
import { KeyReader } from "./keys/key-reader.js";
import type { AppOptions } from "./services.js";
import { ReplaySession, replayServices } from "./session/replay-session.js";
import { TerminalGuard } from "./terminal/guard.js";
import { processTerminal } from "./terminal/terminal.js";

/**
 * Runs the application on the process's own terminal until the user leaves it, and returns the exit code. Rejects for a
 * session that cannot be opened or a terminal that breaks, never for what the session does.
 */
export async function runApp(options: AppOptions): Promise<number> {
  const terminal = processTerminal();
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

/** Shows a recording at `speed` times its own pace (0: at once). Returns the exit code of its last turn. */
export async function runReplay(
  pieces: AsyncIterable<readonly RecordedEvent[]>,
  speed: number,
): Promise<number> {
  const session = new ReplaySession();
  const work = async () => {
    await session.play(pieces, speed);
    return session.exitCode;
  };
  return runApp({ open: async () => ({ session, services: replayServices, work }) });
}

/** Terminals that cannot move a cursor, and readers to whom a moving screen is noise. */
function isLinear(env: NodeJS.ProcessEnv): boolean {
  return env.TERM === "dumb" || env.INK_SCREEN_READER === "true";
}
