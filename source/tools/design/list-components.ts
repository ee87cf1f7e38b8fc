import * as z from "zod";
import type { Component } from "../../kicad/cli/netlist.js";
import { fromArgument } from "../pages.js";
import { defineTool } from "../tool.js";
import { projectArgument } from "./design-query.js";
import { contains, mostRows, queryNetlist } from "./netlist-query.js";

/** `list_components`: the parts of the schematic, without reading it. */
export const listComponents = defineTool({
  name: "list_components",
  description: `Lists the schematic's components: reference | value | footprint | sheet, flags and further fields, ${mostRows} at a time.`,
  parameters: z.strictObject({
    filter: z.string().optional().describe("text in the line, in either case, like R1, 100n or 0805"),
    project: projectArgument,
    from: fromArgument,
  }),
  kind: "other",
  example: { filter: "100n" },
  title: ({ filter }) => (filter === undefined ? "List components" : `List components with ${filter}`),
  run: async (args, context) =>
    await queryNetlist("components", args, context, ({ components }) => ({
      all: components.length,
      matching: components.map(toRow).filter((row) => contains(row, args.filter ?? "")),
    })),
});

function toRow({ reference, value, footprint, sheet, flags, fields }: Component): string {
  const others = Object.entries(fields).map(([name, content]) => `${name}=${content}`);
  const place = sheet === "/" ? [] : [`sheet ${sheet}`];
  return [reference, value, footprint || "no footprint", ...place, ...flags, ...others].join(" | ");
}
