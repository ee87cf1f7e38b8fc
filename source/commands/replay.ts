/** `copperhead replay <file|->`: shows a recorded stream or a transcript. Needs no Cursor CLI and no repository. */
import { open } from "node:fs/promises";
import { CopperheadError, type ExitCode, exitCodes } from "../base/failure.js";
import { type CommandContext, isOnTerminal } from "../cli/context.js";
import { usageError } from "../cli/options.js";
import { textLine } from "../cli/output.js";
import { eventPrinter, printResult } from "../print/print.js";
import { openRecording, type Recording } from "../recording/open-recording.js";
import { paced } from "../recording/pace.js";
import type { RecordedEvent } from "../recording/recorded-event.js";

/** Ends with the exit code of the last turn that was recorded. */
export async function replay(context: CommandContext): Promise<ExitCode> {
  const [named] = context.words;
  if (named === undefined) {
    throw usageError("replay needs a recording: a file, or - for stdin.");
  }
  const recording = await openRecording(await readBytes(named));
  if (!isOnTerminal(context)) {
    return printReplay(recording, context);
  }
  const { runReplay } = await import("../ui/start.js");
  return (await runReplay(recording.pieces, context.flags.speed ?? 1)) as ExitCode;
}

async function printReplay(recording: Recording, { flags, output }: CommandContext): Promise<ExitCode> {
  const format = flags.outputFormat ?? "text";
  const reader = new AbortController();
  output.onClosed(() => reader.abort());
  let ids: { sessionId: string; chatId: string | null } = { sessionId: "", chatId: null };
  const printEvent = eventPrinter(format, output);
  const print = (event: RecordedEvent) => {
    if (event.type === "request") {
      if (format !== "stream-json") {
        output.err(textLine(`> ${event.text.replaceAll("\n", "\n  ")}`));
      }
      return;
    }
    ids = { sessionId: event.sessionId, chatId: event.threadId ?? ids.chatId };
    printEvent(event);
    const turn = recording.lastTurn();
    // A recording may hold several turns: as text each has its answer, as JSON the last one is the result.
    if (event.type === "turn.completed" && turn && format === "text") {
      printResult(turn, ids, format, output);
    }
  };
  for await (const piece of paced(recording.pieces, flags.speed ?? 0, reader.signal)) {
    piece.forEach(print);
  }
  if (reader.signal.aborted) {
    return exitCodes.done;
  }
  const turn = recording.lastTurn();
  if (!turn) {
    const message = "The recording holds no turn.";
    throw new CopperheadError({ code: "no-turn", message, exitCode: exitCodes.failed });
  }
  if (format === "json") {
    printResult(turn, ids, format, output);
  }
  return turn.exitCode;
}

/** Throws a usage error where there is no such file, or it cannot be read. */
async function readBytes(named: string): Promise<AsyncIterable<Uint8Array>> {
  if (named === "-") {
    return process.stdin;
  }
  const file = await open(named).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === "ENOENT"
        ? `There is no file ${named}.`
        : `${named} cannot be read: ${error.code ?? error}.`,
    );
  });
  if ((await file.stat()).isDirectory()) {
    await file.close();
    throw usageError(`${named} is a folder; a session's transcript is its transcript.jsonl.`);
  }
  return file.createReadStream();
}
