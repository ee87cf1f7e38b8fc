import { join } from "node:path";
import * as z from "zod";
import { type Component, exportNetlist, type Net, type Netlist } from "../kicad/cli/netlist.js";
import type { UnboundedResult } from "./text/bounds.js";
import { defineTool, type ToolContext } from "./tool.js";
import { withDesign } from "./with-design.js";

/** How many components or nets are listed, and how many pins of a net. */
const mostRows = 250;
const mostPins = 40;

type Listing = { what: string; rows: (netlist: Netlist) => { all: number; matching: string[] } };

async function list({ what, rows }: Listing, context: ToolContext): Promise<UnboundedResult> {
  return await withDesign("schematic", context, async (cli, path) => {
    const { root, signal } = context;
    const { all, matching } = rows(await exportNetlist(cli, join(root, path), { signal }));
    const shown = matching.slice(0, mostRows);
    const more =
      matching.length > shown.length ? ` The first ${shown.length} follow; narrow the filter.` : "";
    const head = `${matching.length} of ${all} ${what}`;
    return {
      outcome: "success",
      text: [`${head} in ${path}.${more}`, ...shown].join("\n"),
      detail: [head, ...shown].join("\n"),
      ...(more !== "" && { whole: matching.join("\n") }),
    };
  });
}

function describeComponent({ reference, value, footprint, sheet, flags, fields }: Component): string {
  const added = Object.entries(fields).map(([name, content]) => `${name}=${content}`);
  const place = sheet === "/" ? [] : [`sheet ${sheet}`];
  return [reference, value, footprint || "no footprint", ...place, ...flags, ...added].join(" | ");
}

function describeNet({ name, pins }: Net): string {
  const shown = pins.slice(0, mostPins).map((pin) => {
    const named = pin.name === "" || pin.name === pin.pin ? "" : ` (${pin.name})`;
    return `${pin.reference}.${pin.pin}${named}`;
  });
  const more = pins.length > mostPins ? `, and ${pins.length - mostPins} more pins` : "";
  return `${name}: ${shown.join(", ")}${more}`;
}

function holds(text: string, filter: string): boolean {
  return text.toLowerCase().includes(filter.toLowerCase());
}

function isReference(reference: string, filter: string): boolean {
  return reference.toLowerCase() === filter.toLowerCase();
}

/** `list_components`: the parts of the schematic, without reading it. */
export const listComponents = defineTool({
  name: "list_components",
  description: `Lists the schematic's components: reference | value | footprint | sheet, flags and further fields; at most ${mostRows}. Cheaper than reading the file.`,
  parameters: z.strictObject({
    filter: z
      .string()
      .optional()
      .describe("text that the line must hold, in either case, like R1, 100n or 0805"),
  }),
  kind: "other",
  changes: false,
  example: { filter: "100n" },
  title: ({ filter }) => (filter === undefined ? "List components" : `List components with ${filter}`),
  run: async ({ filter = "" }, context) =>
    await list(
      {
        what: "components",
        rows: ({ components }) => ({
          all: components.length,
          matching: components.map(describeComponent).filter((row) => holds(row, filter)),
        }),
      },
      context,
    ),
});

/** `list_nets`: what is connected to what. */
export const listNets = defineTool({
  name: "list_nets",
  description: `Lists the schematic's nets with their pins, reference.pin (pin name); at most ${mostRows} nets, ${mostPins} pins of each.`,
  parameters: z.strictObject({
    filter: z
      .string()
      .optional()
      .describe("text that the net's name must hold, or a reference like U1 for all its nets"),
  }),
  kind: "other",
  changes: false,
  example: { filter: "U1" },
  title: ({ filter }) => (filter === undefined ? "List nets" : `List nets with ${filter}`),
  run: async ({ filter = "" }, context) =>
    await list(
      {
        what: "nets",
        rows: ({ nets }) => ({
          all: nets.length,
          matching: nets
            .filter(
              ({ name, pins }) =>
                holds(name, filter) || pins.some((pin) => isReference(pin.reference, filter)),
            )
            .map(describeNet),
        }),
      },
      context,
    ),
});
