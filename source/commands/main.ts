/** Runs the command that argv asks for, and ends the process with its exit code. */
import { CopperheadError, type ExitCode, toFailure } from "../runtime/failure.js";
import { formatOf, type Invocation, parseOptions } from "./options.js";
import { type Output, processOutput } from "./output.js";
import { printFailure } from "./print-failure.js";
import { helpText } from "./table.js";

/** What every command gets. */
export type CommandContext = Invocation & { version: string; env: NodeJS.ProcessEnv; output: Output };

type Command = (context: CommandContext) => Promise<ExitCode>;

/** Commands are loaded when they are asked for: what draws is not loaded by what prints. */
async function load({ command }: Invocation): Promise<Command> {
  switch (command) {
    case undefined:
    case "do":
      return (await import("./run.js")).run;
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

/** Never rejects: a failure is told in the format that was asked for, and becomes the exit code. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const output = processOutput();
  let exitCode: ExitCode;
  try {
    const invocation = parseOptions(argv);
    if (invocation.flags.version || invocation.flags.help) {
      output.out(invocation.flags.version ? `${version}\n` : helpText());
      exitCode = 0;
    } else {
      const command = await load(invocation);
      exitCode = await command({ ...invocation, version, env: process.env, output });
    }
  } catch (error) {
    const failure = toFailure(error);
    printFailure(failure, formatOf(argv), output);
    if (argv.includes("--debug") && error instanceof Error && !(error instanceof CopperheadError)) {
      output.err(`${error.stack}\n`);
    }
    exitCode = failure.exitCode;
  }
  await output.flush();
  process.exit(exitCode);
}
