/** Runs the command that argv names, and ends the process with its exit code. */
import nodeModule from "node:module";
import { join } from "node:path";
import { CopperheadError, type ExitCode, exitCodes, toFailure } from "../base/failure.js";
import { type CommandContext, isOnTerminal } from "../cli/context.js";
import { processOutput, type StatusOutput } from "../cli/output.js";
import type { CommandName } from "../cli/table.js";
import { cacheFolder } from "../workspace/user-folders.js";

type Command = (context: CommandContext) => Promise<ExitCode>;

/** Each is loaded when it is needed: what prints does not load what draws. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  do: async () => (await import("./do.js")).runRequest,
  check: async () => (await import("./design/check.js")).check,
  explain: async () => (await import("./design/explain.js")).explain,
  diff: async () => (await import("./design/diff.js")).diff,
  export: async () => (await import("./design/export.js")).exportOutputs,
  undo: async () => (await import("./undo.js")).undo,
  redo: async () => (await import("./undo.js")).redo,
  mcp: async () => (await import("./mcp.js")).mcp,
  acp: async () => (await import("./acp.js")).acp,
  sessions: async () => (await import("./sessions.js")).sessions,
  models: async () => (await import("./models.js")).models,
  doctor: async () => (await import("./doctor.js")).doctor,
  replay: async () => (await import("./replay.js")).replay,
  demo: async () => (await import("./demo.js")).demo,
  config: async () => (await import("./config.js")).config,
  completion: async () => (await import("./completion.js")).completion,
  help: async () => (await import("./help.js")).help,
};

/** What has panes where it is on a terminal; the others print. */
const withPanes: ReadonlySet<CommandName | undefined> = new Set([undefined, "do", "replay", "demo"]);

async function perform(argv: readonly string[], version: string, output: StatusOutput): Promise<ExitCode> {
  const contextOf = async () => {
    const { parseOptions } = await import("../cli/options.js");
    return { ...parseOptions(argv), version, env: process.env, output };
  };
  requireWorkingFolder();
  // With nothing to parse, what parses is loaded after the first frame.
  if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY) {
    const { runPanes } = await import("../compose/panes.js");
    return runPanes({ request: "", oneTurn: false, context: contextOf });
  }
  const context = await contextOf();
  if (context.flags.version) {
    output.out(`${version}\n`);
    return exitCodes.done;
  }
  if (context.flags.help) {
    const { helpOf } = await import("./help.js");
    output.out(await helpOf(context.command));
    return exitCodes.done;
  }
  if (process.stderr.isTTY && !(withPanes.has(context.command) && isOnTerminal(context))) {
    const { showWaits } = await import("../cli/wait-line.js");
    showWaits({ output, env: process.env, columns: () => process.stderr.columns || 80 });
  }
  const command = await commands[context.command ?? "do"]();
  return command(context);
}

/** Throws where the folder that this process was started in was removed: the system has no name for it any more. */
function requireWorkingFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new CopperheadError({
      code: "no-working-folder",
      message: "The working directory is gone: somebody removed it.",
      advice: "cd to a folder that exists, then start copperhead again.",
      exitCode: exitCodes.usage,
    });
  }
}

/**
 * Has Node (22.1 and later) keep what it compiles for the next start, which takes a tenth less then. Not in Node's default
 * folder, which is in the temporary one and may be another user's.
 */
function keepCompiled(env: NodeJS.ProcessEnv): void {
  type Since22 = { enableCompileCache?: (folder: string) => void };
  const { enableCompileCache }: typeof nodeModule & Since22 = nodeModule;
  enableCompileCache?.(join(cacheFolder(env), "compiled"));
}

/** Never rejects: a failure is printed in the format that argv names, and becomes the exit code. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const output = processOutput();
  let exitCode: ExitCode;
  keepCompiled(process.env);
  try {
    exitCode = await perform(argv, version, output);
  } catch (error) {
    const failure = toFailure(error);
    const [{ formatOf, helpAdvice }, { printFailure }] = await Promise.all([
      import("../cli/options.js"),
      import("../print/print.js"),
    ]);
    const advised = failure.code === "usage" ? { advice: helpAdvice(argv), ...failure } : failure;
    printFailure(advised, formatOf(argv), output);
    if (argv.includes("--debug") && error instanceof Error && !(error instanceof CopperheadError)) {
      output.err(`${error.stack}\n`);
    }
    exitCode = failure.exitCode;
  }
  await output.flush();
  const isTerminalGone = process.stdin.isTTY && (process.stdin.destroyed || process.stdin.readableEnded);
  if (exitCode === exitCodes.hangup && isTerminalGone) {
    dieOfHangUp();
  }
  process.exit(exitCode);
}

/** Node 20 crashes where it restores a terminal that is gone. The signal ends the process without that. */
function dieOfHangUp(): void {
  // A signal skips what is to be done on exit: ending children, removing temporary folders.
  process.emit("exit", exitCodes.hangup);
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}
