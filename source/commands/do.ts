/** `copperhead [request]` and `copperhead do`: a session in the panes, or one printed turn. */
import { CopperheadError, type ExitCode, exitCodes, type Failure } from "../base/failure.js";
import { type CommandContext, isOnTerminal } from "../cli/context.js";
import { usageError } from "../cli/options.js";
import { readRequest } from "../cli/request.js";
import { onEndingSignal } from "../cli/signals.js";
import { openSession, startSession } from "../compose/open-session.js";
import type { RunnableSession } from "../loop/session.js";
import { eventPrinter, printResult } from "../print/print.js";

export async function runRequest(context: CommandContext): Promise<ExitCode> {
  const { resume, ...flags } = context.flags;
  const oneTurn = context.command === "do";
  const isChoosing = resume === "";
  if (isChoosing && (oneTurn || context.words.length > 0 || !isOnTerminal(context))) {
    throw usageError("--resume needs a value: <session>; see: copperhead sessions");
  }
  if (!isOnTerminal(context)) {
    return printRequest(context);
  }
  if (oneTurn && context.words.length === 0) {
    throw usageError('do needs a request, as in copperhead do "check the board".');
  }
  const { runPanes } = await import("../compose/panes.js");
  if (isChoosing) {
    return runPanes({ request: "/resume", oneTurn, context: async () => ({ ...context, flags }) });
  }
  return runPanes({ request: context.words.join(" ").trim(), oneTurn, context: async () => context });
}

async function printRequest(context: CommandContext): Promise<ExitCode> {
  const { words, output } = context;
  const stopped = stopOnSignal();
  try {
    const warn = (warning: string) => output.err(`copperhead: ${warning}\n`);
    const request = await stopped.or(readRequest(words, process.stdin, warn));
    const session = await stopped.or(openSession(context, { unattended: true, canAsk: false }));
    return await printTurn(session, request, context, stopped.or);
  } finally {
    stopped.remove();
  }
}

/** Before there is a session to interrupt, a signal ends the wait for it. */
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

/** Runs one turn of `session` and closes it, printing in the format of the flags. */
async function printTurn(
  session: RunnableSession,
  request: string,
  context: CommandContext,
  unlessStopped: (starting: Promise<void>) => Promise<void>,
): Promise<ExitCode> {
  const { flags, output } = context;
  const format = flags.outputFormat ?? "text";
  const closings: { failure: Failure | undefined }[] = [];
  output.onClosed((failure) => {
    closings.push({ failure });
    session.interrupt();
  });
  const removeSignals = onEndingSignal((exitCode) => session.interrupt(exitCode));
  session.onEvent(eventPrinter(format, output));
  try {
    await unlessStopped(startSession(session, context));
  } catch (error) {
    await session.close();
    throw error;
  }
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
  const [closing] = closings;
  if (closing?.failure) {
    throw new CopperheadError(closing.failure);
  }
  return turn?.exitCode ?? (closing ? exitCodes.interrupted : exitCodes.failed);
}
