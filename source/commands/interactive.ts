/** A session in the panes: `copperhead`, `copperhead do` and `copperhead demo` on a terminal. */
import type { ExitCode } from "../runtime/failure.js";
import { runApp } from "../ui/run.js";
import { findSession } from "../workspace/sessions.js";
import { recoverAbandoned } from "./abandoned.js";
import { appServices, pastOf } from "./app-services.js";
import type { CommandContext } from "./main.js";
import { openSession } from "./open-session.js";

/** `do` is one turn, and nobody is there to keep what a bad ending leaves. */
export async function runInteractive(context: CommandContext): Promise<ExitCode> {
  const { command, flags, words } = context;
  const oneTurn = command === "do";
  const session = await openSession(context, { unattended: oneTurn, canAsk: true });
  const root = session.repository;
  const isResumed = flags.continue || flags.resume !== undefined;
  const past = isResumed ? await pastOf((await findSession(root, session.snapshot().sessionId)).folder) : [];
  session.start(context.version);
  const request = words.join(" ").trim();
  const running = runApp({
    session,
    services: await appServices(context, root),
    past,
    exitAfterTurn: oneTurn,
    ...(request !== "" && { initialRequest: request }),
  });
  await recoverAbandoned(root, session);
  const { exitCode } = await running;
  return exitCode as ExitCode;
}
