/** What an editor shows a call as. Pure. */
import type { ToolKind } from "@agentclientprotocol/sdk";
import type { ToolKind as Kind } from "../../base/outcomes.js";

/** By the tools' own names: copperhead's, then Cursor's. */
const kinds: ReadonlyMap<string, ToolKind> = new Map([
  ...named("read", [
    "read_file",
    "describe",
    "list_components",
    "list_nets",
    "diff_turn",
    "read",
    "readLints",
  ]),
  ...named("search", ["list_files", "search", "find_symbol", "find_footprint"]),
  ...named("search", ["grep", "glob", "ls", "semSearch"]),
  ...named("delete", ["delete"]),
  ...named("fetch", ["webFetch", "webSearch"]),
]);

function named(kind: ToolKind, tools: readonly string[]): [string, ToolKind][] {
  return tools.map((tool) => [tool, kind]);
}

const fallbacks = { command: "execute", "file-change": "edit", other: "other" } as const;

/** `tool` is the tool's name, where that is known. */
export function callKind(tool: string | undefined, kind: Kind): ToolKind {
  return kinds.get(tool ?? "") ?? fallbacks[kind];
}
