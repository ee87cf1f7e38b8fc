/** Runs the command that argv asks for, and ends the process with its exit code. */
import { CopperheadError, type ExitCode, exitCodes, toFailure } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import type { Invocation } from "../cli/options.js";
import { type Output, processOutput } from "../cli/output.js";

type Command = (context: CommandContext) => Promise<ExitCode>;

/** Commands are loaded when they are asked for: what draws is not loaded by what prints. */
async function load({ command }: Invocation): Promise<Command> {
  switch (command) {
    case undefined:
    case "do":
      return (await import("./do.js")).run;
    case "check":
      return (await import("./check.js")).check;
    case "undo":
      return (await import("./undo.js")).undo;
    case "redo":
      return (await import("./undo.js")).redo;
    case "demo":
      return (await import("./demo.js")).demo;
    case "sessions":
      return (await import("./sessions.js")).sessions;
    case "models":
      return (await import("./models.js")).models;
    case "doctor":
      return (await import("./doctor.js")).doctor;
    case "replay":
      return (await import("./replay.js")).replay;
    default:
      return command satisfies never;
  }
}

async function perform(argv: readonly string[], version: string, output: Output): Promise<ExitCode> {
  const read = async () => {
    const { parseOptions } = await import("../cli/options.js");
    return { ...parseOptions(argv), version, env: process.env, output };
  };
  // Nothing to be read, and somebody is looking: what reads words is loaded behind the first frame.
  if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY) {
    const { runInteractive } = await import("../compose/interactive.js");
    return runInteractive({ request: "", oneTurn: false, context: read });
  }
  const context = await read();
  if (context.flags.version) {
    output.out(`${version}\n`);
    return exitCodes.done;
  }
  if (context.flags.help) {
    const { helpText } = await import("../cli/table.js");
    output.out(helpText());
    return exitCodes.done;
  }
  const command = await load(context);
  return command(context);
}

/** Never rejects: a failure is told in the format that was asked for, and becomes the exit code. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const output = processOutput();
  let exitCode: ExitCode;
  try {
    exitCode = await perform(argv, version, output);
  } catch (error) {
    const failure = toFailure(error);
    const [{ formatOf }, { printFailure }] = await Promise.all([
      import("../cli/options.js"),
      import("../print/print.js"),
    ]);
    printFailure(failure, formatOf(argv), output);
    if (argv.includes("--debug") && error instanceof Error && !(error instanceof CopperheadError)) {
      output.err(`${error.stack}\n`);
    }
    exitCode = failure.exitCode;
  }
  await output.flush();
  if (exitCode === exitCodes.hangup && isTerminalGone()) {
    dieOfHangUp(exitCode);
  }
  process.exit(exitCode);
}

function isTerminalGone(): boolean {
  return process.stdin.isTTY && (process.stdin.destroyed || process.stdin.readableEnded);
}

/** Node 20 crashes where it restores a terminal that is gone. The signal ends the process without that. */
function dieOfHangUp(exitCode: ExitCode): void {
  // A signal skips what is to be done on exit: ending children, removing temporary folders.
  process.emit("exit", exitCode);
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}
