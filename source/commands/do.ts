/** `copperhead [request]` and `copperhead do`: a session in the panes, or one printed turn. */

import { CopperheadError, type ExitCode, exitCodes, type Failure } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { isOnTerminal } from "../cli/on-terminal.js";
import { usageError } from "../cli/options.js";
import { readRequest } from "../cli/request.js";
import { onEndingSignal } from "../cli/signals.js";
import { openSession } from "../compose/open-session.js";
import { recoverAbandoned } from "../compose/recover-abandoned.js";
import type { RunnableSession } from "../loop/session.js";
import { printEvent, printResult } from "../print/print.js";

export async function run(context: CommandContext): Promise<ExitCode> {
  if (!isOnTerminal(context)) {
    return printed(context);
  }
  if (context.command === "do" && context.words.length === 0) {
    throw usageError('do needs a request, as in copperhead do "check the board".');
  }
  const { runInteractive } = await import("../compose/interactive.js");
  return runInteractive({
    request: context.words.join(" ").trim(),
    oneTurn: context.command === "do",
    context: async () => context,
  });
}

async function printed(context: CommandContext): Promise<ExitCode> {
  const { words, output } = context;
  const stopped = stopOnSignal();
  try {
    const warn = (warning: string) => output.err(`copperhead: ${warning}\n`);
    const request = await stopped.or(readRequest(words, process.stdin, warn));
    const session = await stopped.or(openSession(context, { unattended: true, canAsk: false }));
    return await runPrintedTurn(session, request, context);
  } finally {
    stopped.remove();
  }
}

/** Until a session is there to be interrupted, a signal ends whatever is waited for. */
function stopOnSignal() {
  let stop: (reason: CopperheadError) => void = () => {};
  const signalled = new Promise<never>((_, reject) => {
    stop = reject;
  });
  signalled.catch(() => {});
  const remove = onEndingSignal((exitCode) => {
    stop(
      new CopperheadError({ code: "interrupted", message: "Interrupted before the turn began.", exitCode }),
    );
  });
  return { remove, or: <Value>(work: Promise<Value>) => Promise.race([work, signalled]) };
}

/** One turn of `session` from start to exit code, with its output in the format that was asked for. */
export async function runPrintedTurn(
  session: RunnableSession,
  request: string,
  { flags, output, version }: CommandContext,
): Promise<ExitCode> {
  const format = flags.outputFormat ?? "text";
  const closed: { failure: Failure | undefined }[] = [];
  output.onClosed((failure) => {
    closed.push({ failure });
    session.interrupt();
  });
  const removeSignals = onEndingSignal((exitCode) => session.interrupt(exitCode));
  session.onEvent((event) => printEvent(event, format, output));
  session.start(version);
  await recoverAbandoned(session.repository, session);
  session.submit(request);
  await session.idle();
  const turn = session.results.at(-1);
  if (turn) {
    const { sessionId, chatId = null } = session.snapshot();
    printResult(turn, { sessionId, chatId }, format, output);
  }
  await session.close();
  removeSignals();
  await output.flush();
  const [end] = closed;
  if (end?.failure) {
    throw new CopperheadError(end.failure);
  }
  return end ? exitCodes.done : (turn?.exitCode ?? exitCodes.failed);
}
