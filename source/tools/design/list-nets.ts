import * as z from "zod";
import type { Net } from "../../kicad/cli/netlist.js";
import { fromArgument } from "../pages.js";
import { defineTool } from "../tool.js";
import { projectArgument } from "./design-query.js";
import { contains, mostRows, queryNetlist } from "./netlist-query.js";

/** The most pins of a net that are listed. */
const mostPins = 40;

/** `list_nets`: which pins each net connects. */
export const listNets = defineTool({
  name: "list_nets",
  description: `Lists the schematic's nets with their pins, reference.pin (pin name), ${mostRows} at a time; describe lists all pins of one.`,
  parameters: z.strictObject({
    filter: z.string().optional().describe("text in the net's name, or a reference like U1 for all its nets"),
    project: projectArgument,
    from: fromArgument,
  }),
  kind: "other",
  example: { filter: "U1" },
  title: ({ filter }) => (filter === undefined ? "List nets" : `List nets with ${filter}`),
  run: async (args, context) =>
    await queryNetlist("nets", args, context, ({ nets }) => ({
      all: nets.length,
      matching: nets.filter((net) => matches(net, args.filter ?? "")).map(toRow),
    })),
});

function matches({ name, pins }: Net, filter: string): boolean {
  const isPart = pins.some(({ reference }) => reference.toLowerCase() === filter.toLowerCase());
  return isPart || contains(name, filter);
}

function toRow({ name, pins }: Net): string {
  const shown = pins.slice(0, mostPins).map((pin) => {
    const pinName = pin.name === "" || pin.name === pin.pin ? "" : ` (${pin.name})`;
    return `${pin.reference}.${pin.pin}${pinName}`;
  });
  const more = pins.length > mostPins ? `, and ${pins.length - mostPins} more pins (describe ${name})` : "";
  return `${name}: ${shown.join(", ")}${more}`;
}
