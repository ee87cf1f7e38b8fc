/** What the tools that ask KiCad need first: kicad-cli, and a design to ask about. */
import { findKicadCli, type KicadCli } from "../kicad/cli/kicad-cli.js";
import { findDesign } from "../kicad/design/project.js";
import type { UnboundedResult } from "./text/bounds.js";
import type { ToolContext } from "./tool.js";

/** Runs `use` with the design's repository-relative path; where something is missing, says what to do about it. */
export async function withDesign(
  part: "schematic" | "board",
  { root, config, env }: ToolContext,
  use: (cli: KicadCli, path: string) => Promise<UnboundedResult>,
): Promise<UnboundedResult> {
  const target = (await findDesign(root, config))[part];
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
  return await use(cli, target.path);
}
