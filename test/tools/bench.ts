/** A repository, a journal and a context for tools, in a temporary folder. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findTool } from "../../source/tools/catalog.js";
import type { Tool, ToolContext } from "../../source/tools/tool.js";
import type { ToolResult } from "../../source/tools/tool-result.js";
import { TurnJournal } from "../../source/workspace/journal/journal.js";
import { loadSettings } from "../../source/workspace/settings/settings.js";
import { temporaryFolder } from "../temporary-folder.js";

export type Bench = {
  root: string;
  context: ToolContext;
  write(path: string, content: string | Uint8Array): Promise<void>;
  read(path: string): Promise<string>;
  run(tool: string, args?: Record<string, unknown>): Promise<ToolResult>;
  tool(name: string): Tool;
};

/** `root` is made where none is given. Without an `env` there is no kicad-cli. */
export async function openBench(options: { root?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Bench> {
  const folder = temporaryFolder();
  const root = options.root ?? join(folder, "repository");
  await mkdir(root, { recursive: true });
  const context: ToolContext = {
    root,
    journal: await TurnJournal.open({ sessionFolder: join(folder, "session"), turn: 1, root }),
    config: await loadSettings({ root, env: { HOME: folder } }),
    env: options.env ?? { PATH: folder },
    resultsFolder: join(folder, "session/results"),
    signal: new AbortController().signal,
  };
  const tool = (name: string): Tool => {
    const found = findTool(name);
    if (!found) {
      throw new Error(`no tool ${name}`);
    }
    return found;
  };
  return {
    root,
    context,
    write: async (path, content) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    read: (path) => readFile(join(root, path), "utf8"),
    run: (name, args = {}) => tool(name).run(args, context),
    tool,
  };
}
