/** What a reference, pin, net or sheet of a project is. */
import type { Environment } from "../../base/processes/environment.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import { explain } from "../design/describe/explain.js";
import { withUnrouted } from "../design/describe/on-board.js";
import { readDesign } from "../design/describe/read-design.js";
import type { Explanation } from "../design/describe/schema.js";
import type { Project } from "../design/project.js";
import { knownUnrouted } from "./unrouted.js";

/**
 * Explains `what` in `project`, in the repository at `root` (real path). Throws `not-in-design` with what is near, and
 * what kicad-cli's netlist throws.
 */
export async function explainInProject(
  { cli, root, project, env }: { cli: KicadCli; root: string; project: Project; env: Environment },
  what: string,
  options: CliOptions = {},
): Promise<Explanation> {
  const explanation = explain(await readDesign({ cli, root, project }, options), what);
  const { board } = project;
  if (explanation.kind !== "net" || board === undefined) {
    return explanation;
  }
  const unrouted = await knownUnrouted({ cli, root, board, env }, options);
  return unrouted ? withUnrouted(explanation, unrouted) : explanation;
}
