/** What something of a project is, for `copperhead explain` and `/explain`. */
import { explainInProject } from "../kicad/check/explain-project.js";
import type { Explanation } from "../kicad/design/describe/schema.js";
import { describeExplanation } from "../kicad/design/describe/text.js";
import { requireKicadCli } from "./check-project.js";
import { requireProject } from "./projects.js";

type Wanted = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** The project by path or name; undefined is the one that a command works on without it. */
  project: string | undefined;
  signal: AbortSignal;
};

/**
 * Explains a reference, a pin, a net or a sheet. Throws what `requireProject` throws, `kicad-missing`, `not-in-design`
 * with what is near, and what kicad-cli's netlist throws.
 */
export async function explainDesign(
  what: string,
  { root, env, project: wanted, signal }: Wanted,
): Promise<Explanation> {
  const project = await requireProject({ root, env, wanted });
  const cli = await requireKicadCli(env);
  return await explainInProject({ cli, root, project, env }, what, { signal });
}

/** The whole of it as text. */
export function explanationText(explanation: Explanation): string {
  const { head, rows } = describeExplanation(explanation);
  return [...head, ...rows].join("\n");
}
