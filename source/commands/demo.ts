/** `copperhead demo`: the whole program on a scripted agent and a copy of the bundled board. */
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import wrapAnsi from "wrap-ansi";
import type { ExitCode } from "../base/failure.js";
import { inTemporaryFolder } from "../base/files/temporary-folder.js";
import { type CommandContext, isOnTerminal } from "../cli/context.js";
import { runRequest } from "./do.js";

/** Columns where there is no terminal to fit. */
const widest = 1000;

const request = "Close the open item in docs/bring-up.md, and check the board.";

export function demo(context: CommandContext): Promise<ExitCode> {
  return inTemporaryFolder("demo", async (folder) => {
    const fixtures = join(packageRoot(), "fixtures");
    const repository = join(folder, "board");
    const agentState = join(folder, "agent");
    await cp(join(fixtures, "board"), repository, { recursive: true });
    await mkdir(agentState);
    await cp(join(fixtures, "scenarios", "demo.json"), join(agentState, "scenario.json"));
    context.output.err(wrapAnsi(introduction(context, repository), process.stderr.columns ?? widest));
    return runRequest({
      ...context,
      words: [request],
      flags: { ...context.flags, repo: repository },
      env: {
        ...context.env,
        COPPERHEAD_CURSOR_PATH: join(fixtures, "agent", "agent"),
        CURSOR_CONFIG_DIR: agentState,
        XDG_CONFIG_HOME: join(folder, "config"),
        XDG_STATE_HOME: join(folder, "state"),
        COPPERHEAD_MODEL: undefined,
      },
    });
  });
}

/** The folder of package.json, from wherever the bundler has put this module. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    folder = dirname(folder);
  }
  return folder;
}

function introduction(context: CommandContext, repository: string): string {
  return [
    "This is a demonstration: the agent is scripted, no model thinks and no login is needed.",
    "The tools, the files, the checks and the undo are the real ones.",
    `The board is a copy, removed when the demonstration ends: ${repository}`,
    ...(isOnTerminal(context)
      ? ["Afterwards try /diff, /board D1, /undo, and ? for the keys; Ctrl-D leaves."]
      : []),
    "",
    // The panes show the request themselves.
    ...(isOnTerminal(context) ? [] : [`> ${request}`, ""]),
    "",
  ].join("\n");
}
