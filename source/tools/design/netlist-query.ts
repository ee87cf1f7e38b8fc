/** Rows of the schematic's netlist, for the model. */
import { exportNetlist } from "../../kicad/cli/export-netlist.js";
import type { Netlist } from "../../kicad/cli/netlist.js";
import { pageOf } from "../pages.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";
import { queryDesign } from "./design-query.js";

/** The most components or nets that are listed at once. */
export const mostRows = 250;

type Rows = { all: number; matching: string[] };

/** The arguments that these tools have in common. */
type NetlistArguments = {
  filter?: string | undefined;
  project?: string | undefined;
  from?: number | undefined;
};

/** Lists the rows that `select` makes of the netlist; `noun` names them in the plural, the tool is `list_${noun}`. */
export async function queryNetlist(
  noun: string,
  args: NetlistArguments,
  context: ToolContext,
  select: (netlist: Netlist) => Rows,
): Promise<UnboundedResult> {
  return await queryDesign("schematic", args.project, context, async ({ cli, file, path }) => {
    const { all, matching } = select(await exportNetlist(cli, file, { signal: context.signal }));
    const detail = `${matching.length} of ${all} ${noun}`;
    const head = [`${detail} in ${path}.`];
    return pageOf(`list_${noun}`, args, { head, detail, rows: matching, perPage: mostRows });
  });
}

/** Whether a text contains the filter, in either case. */
export function contains(text: string, filter: string): boolean {
  return text.toLowerCase().includes(filter.toLowerCase());
}
