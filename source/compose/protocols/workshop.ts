/** The session of another agent: opened with its first call, each change a turn of one call. */
import { join } from "node:path";
import { CopperheadError, exitCodes, type Failure } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { CallDriver } from "../../loop/drivers/call-driver.js";
import { SessionRunner } from "../../loop/session-runner.js";
import type { LoopState } from "../../loop/state.js";
import type { CallContext, ChangeResult } from "../../mcp/host.js";
import type { Tool, ToolContext } from "../../tools/tool.js";
import { TurnJournal } from "../../workspace/journal/journal.js";
import { sessionsFolder } from "../../workspace/repository-folder.js";
import type { Settings } from "../../workspace/settings/schema.js";
import { startSession } from "../open-session.js";
import { prepareSession } from "../prepare-session.js";

/** Another agent's user sees to its changes, which therefore stay whatever the checks find. */
const elsewhere = { unattended: false, canAsk: true } as const;

/** A turn is a step with the call, and one with its result; errors that it makes are the caller's to repair. */
const limits = { maxSteps: 2, maxRepairCycles: 0 } as const;

export type Workshop = {
  /** Real path of the repository. */
  root: string;
  config: Settings;
  /** The folder of the session; absolute. */
  folder: string;
  runner: SessionRunner;
  driver: CallDriver;
  /** Whether changes wait for a yes of this program's own user, who cannot be asked here. */
  mustAsk: boolean;
  /** The name of the project that is meant where a call names none. */
  project: string | undefined;
  env: NodeJS.ProcessEnv;
};

/** Throws a failure where there is no repository, or what is wrong in its settings. */
export async function openWorkshop(context: CommandContext): Promise<Workshop> {
  const prepared = await prepareSession(context, elsewhere, "reasoning");
  const { root, config, state, files, trail, notices } = prepared;
  const driver = new CallDriver();
  const own: LoopState = { ...state, limits: { ...state.limits, ...limits } };
  const runner = new SessionRunner({ state: own, files, trail, driver, notices });
  await startSession(runner, context);
  const folder = join(sessionsFolder(root), state.sessionId);
  const mustAsk = state.approval === "on-request";
  return {
    root,
    config,
    folder,
    runner,
    driver,
    mustAsk,
    project: state.project ?? undefined,
    env: context.env,
  };
}

/** What a tool that changes nothing works with. */
export async function readingContext(
  { root, config, folder, runner, project, env }: Workshop,
  signal: AbortSignal,
): Promise<ToolContext> {
  // Of a turn that there is not: nothing is written.
  const journal = await TurnJournal.open({ sessionFolder: folder, turn: runner.results.length + 1, root });
  return {
    ...{ root, config, env, signal, journal },
    resultsFolder: join(folder, "results"),
    ...(project !== undefined && { project }),
  };
}

/** Runs the call as a turn. Throws the failure of a turn that did not come to its call, such as `lock-held`. */
export async function runTurn(
  { runner, driver, mustAsk }: Workshop,
  tool: Tool,
  args: Record<string, unknown>,
  { signal, onProgress }: CallContext,
): Promise<ChangeResult> {
  signal.throwIfAborted();
  if (mustAsk) {
    throw new CopperheadError(mayNotAsk);
  }
  let ended: Pick<ChangeResult, "outcome" | "detail" | "diff"> | undefined;
  const changed: { path: string; added: number; removed: number }[] = [];
  const warnings: string[] = [];
  const stops = [
    runner.onEvent((event) => {
      if (event.type === "tool.completed") {
        const { outcome, detail, diff } = event;
        ended = { outcome, ...(detail !== undefined && { detail }), ...(diff !== undefined && { diff }) };
      }
      if (event.type === "verification.completed" && event.warnings !== undefined) {
        warnings.push(event.warnings);
      }
      if (event.type === "file.changed") {
        changed.push({ path: event.path, added: event.added, removed: event.removed });
      }
    }),
    runner.onChange(() => {
      if (runner.snapshot().phase === "verifying") {
        onProgress("ERC and DRC of what changed");
      }
    }),
  ];
  const cancel = () => runner.interrupt();
  signal.addEventListener("abort", cancel);
  try {
    onProgress(tool.title(args));
    driver.next = { tool: tool.name, args };
    runner.submit(tool.title(args));
    await runner.idle();
  } finally {
    signal.removeEventListener("abort", cancel);
    for (const stop of stops) {
      stop();
    }
  }
  const turn = runner.results.at(-1);
  if (!ended) {
    throw new CopperheadError(turn?.failure ?? neverRun);
  }
  return {
    ...ended,
    text: driver.result,
    ...(changed.length > 0 && { changed }),
    checks: turn?.verification ?? {},
    ...(turn?.failure && { problem: turn.failure.message }),
    ...(warnings.length > 0 && { warnings: warnings.join("\n\n") }),
  };
}

const neverRun: Failure = { code: "not-run", message: "The call did not run.", exitCode: exitCodes.failed };

const mayNotAsk: Failure = {
  code: "approval-needed",
  message:
    "Changes wait for the user's yes (--approval on-request, or the setting approval), who cannot be asked here.",
  advice: "Where the other agent asks before each call, start its server as: copperhead mcp --approval never",
  exitCode: exitCodes.usage,
};
