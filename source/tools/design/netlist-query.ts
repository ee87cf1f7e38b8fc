/** Rows of the schematic's netlist, for the model. */
import { exportNetlist } from "../../kicad/cli/export-netlist.js";
import type { Netlist } from "../../kicad/cli/netlist.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";
import { queryDesign } from "./design-query.js";

/** The most components or nets that are listed. */
export const mostRows = 250;

type Rows = { all: number; matching: string[] };

/** Lists the rows that `select` makes of the netlist; `noun` names them, `project` is the argument of the tool. */
export async function queryNetlist(
  noun: string,
  project: string | undefined,
  context: ToolContext,
  select: (netlist: Netlist) => Rows,
): Promise<UnboundedResult> {
  return await queryDesign("schematic", project, context, async ({ cli, file, path }) => {
    const { all, matching } = select(await exportNetlist(cli, file, { signal: context.signal }));
    const shown = matching.slice(0, mostRows);
    const isCut = matching.length > shown.length;
    const head = `${matching.length} of ${all} ${noun}`;
    const more = isCut ? ` The first ${shown.length} follow; narrow the filter.` : "";
    return {
      outcome: "success",
      text: [`${head} in ${path}.${more}`, ...shown].join("\n"),
      detail: [head, ...shown].join("\n"),
      ...(isCut && { whole: matching.join("\n") }),
    };
  });
}

/** Whether a text contains the filter, in either case. */
export function contains(text: string, filter: string): boolean {
  return text.toLowerCase().includes(filter.toLowerCase());
}
