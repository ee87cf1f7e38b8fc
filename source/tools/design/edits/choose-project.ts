/** The project that a call edits. */
import { findKicadCli } from "../../../kicad/cli/kicad-cli.js";
import { findProject } from "../../../kicad/design/project.js";
import type { ToolContext } from "../../tool.js";
import type { ToolResult } from "../../tool-result.js";
import { OpenProject } from "./open-project.js";

/** The session's project, or a result that says what is missing. */
export async function openProject(
  _wanted: string | undefined,
  { root, config, env, signal }: ToolContext,
): Promise<OpenProject | ToolResult> {
  const { schematic, board } = await findProject(root, config);
  if (schematic.status !== "found" && board.status !== "found") {
    return { outcome: "failure", text: schematic.reason, detail: schematic.reason };
  }
  const cli = await findKicadCli(env);
  if (!cli) {
    return {
      outcome: "failure",
      text: "kicad-cli was not found, so no edit can be proved and none is made. Say so in your answer: the user can install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI.",
      detail: "kicad-cli was not found",
    };
  }
  const paths = {
    path: schematic.status === "found" ? schematic.path : "the board",
    ...(schematic.status === "found" && { schematic: schematic.path }),
    ...(board.status === "found" && { board: board.path }),
  };
  return new OpenProject(cli, root, paths, { signal });
}
