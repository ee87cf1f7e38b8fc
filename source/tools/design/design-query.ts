/** What the tools that ask KiCad need: kicad-cli, and a schematic or a board. */
import { join } from "node:path";
import { findKicadCli, type KicadCli } from "../../kicad/cli/kicad-cli.js";
import { findProject } from "../../kicad/design/project.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";

/**
 * Runs `query` on the schematic or the board: `file` is its absolute path, `path` the repository-relative one. If it or
 * kicad-cli is missing, the result says what to do.
 */
export async function queryDesign(
  part: "schematic" | "board",
  { root, config, env }: ToolContext,
  query: (design: { cli: KicadCli; file: string; path: string }) => Promise<UnboundedResult>,
): Promise<UnboundedResult> {
  const target = (await findProject(root, config))[part];
  if (target.status !== "found") {
    return { outcome: "failure", text: target.reason, detail: target.reason };
  }
  const cli = await findKicadCli(env);
  if (!cli) {
    return {
      outcome: "failure",
      text: "kicad-cli was not found, so KiCad cannot be asked. Go on without it and say so in your answer: the user can install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI.",
      detail: "kicad-cli was not found",
    };
  }
  return await query({ cli, file: join(root, target.path), path: target.path });
}
