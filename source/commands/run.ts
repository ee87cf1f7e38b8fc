/** `copperhead [request]` and `copperhead do`: a session in the panes, or one printed turn. */
import type { ReasoningSession } from "../loop/runner.js";
import { type ExitCode, exitCodes } from "../runtime/failure.js";
import { recoverAbandoned } from "./abandoned.js";
import type { CommandContext } from "./main.js";
import { isOnTerminal } from "./on-terminal.js";
import { openSession } from "./open-session.js";
import { usageError } from "./options.js";
import { printEvents, printResult } from "./print.js";
import { readRequest } from "./request.js";
import { onEndingSignal } from "./signals.js";

export async function run(context: CommandContext): Promise<ExitCode> {
  if (!isOnTerminal(context)) {
    return printed(context);
  }
  if (context.command === "do" && context.words.length === 0) {
    throw usageError('do needs a request, as in copperhead do "check the board".');
  }
  const { runInteractive } = await import("./interactive.js");
  return runInteractive(context);
}

async function printed(context: CommandContext): Promise<ExitCode> {
  const { flags, words, output } = context;
  if (flags.approval === "on-request" && !flags.native) {
    throw usageError("--approval on-request needs a terminal to ask on.");
  }
  const request = await readRequest(words, process.stdin, (warning) =>
    output.err(`copperhead: ${warning}\n`),
  );
  const session = await openSession(context, { unattended: true });
  return runPrintedTurn(session, request, context);
}

/** One turn of `session` from start to exit code, with its output in the format that was asked for. */
export async function runPrintedTurn(
  session: ReasoningSession,
  request: string,
  { flags, output, version }: CommandContext,
): Promise<ExitCode> {
  const format = flags.outputFormat ?? "text";
  let readerGone = false;
  output.onReaderGone(() => {
    readerGone = true;
    session.interrupt();
  });
  const removeSignals = onEndingSignal((exitCode) => session.interrupt(exitCode));
  printEvents(session, format, output);
  session.start(version);
  await recoverAbandoned(session.repository, session);
  session.submit(request);
  await session.idle();
  const turn = session.state.results.at(-1);
  if (turn) {
    const { sessionId, chatId = null } = session.snapshot();
    printResult(turn, { sessionId, chatId }, format, output);
  }
  await session.close();
  removeSignals();
  if (readerGone) {
    return exitCodes.done;
  }
  return turn?.exitCode ?? exitCodes.failed;
}
