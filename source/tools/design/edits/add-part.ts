import * as z from "zod";
import { readLibrarySymbol } from "../../../kicad/design/libraries/library-item.js";
import { addPart } from "../../../kicad/edit/add-part.js";
import type { Design } from "../../../kicad/edit/edit.js";
import { requireLibraryItem } from "../../../kicad/edit/library-ids.js";
import { projectArgument } from "../design-query.js";
import { libraryOffer } from "../library-offer.js";
import { defineEditTool, planSchematicEdit } from "./edit-tool.js";
import { requireInLibraries } from "./library-check.js";

/** `add_part`: a new part, placed, annotated and connected. */
export const addPartTool = defineEditTool({
  name: "add_part",
  description:
    "Adds a part of a library to the schematic: places it in free room (near a part, or on a sheet), annotates it and puts its pins on nets.",
  parameters: z.strictObject({
    symbol: z.string().describe("library:name"),
    ref: z.string().optional(),
    value: z.string().optional(),
    footprint: z.string().optional().describe("library:name"),
    connect: z.record(z.string(), z.string()).optional().describe("net by pin number or name"),
    near: z.string().optional().describe("a reference"),
    sheet: z.string().optional().describe("by names, like /power/"),
    project: projectArgument,
  }),
  example: { symbol: "Device:C", value: "100n", connect: { 1: "+3V3", 2: "GND" }, near: "U3" },
  title: ({ symbol, ref, value }) => `Add ${[ref, symbol, value].filter((word) => word).join(" ")}`,
  plan: async ({ project: _, ...request }, project, context) => {
    const offer = await libraryOffer("symbol", project.paths.path, context);
    const { footprint = "" } = request;
    const notes = footprint === "" ? [] : await requireInLibraries("footprint", footprint, project, context);
    const plan = await planSchematicEdit(project, async (design) => {
      if (!isInDesign(design, request.symbol)) {
        notes.push(...requireLibraryItem("symbol", request.symbol, offer));
      }
      const library = await readLibrarySymbol(offer.libraries.found, request.symbol);
      return addPart(design, { ...request, library });
    });
    return { ...plan, notes: [...plan.notes, ...notes] };
  },
});

/** A symbol that the design has already can be used again, though no library has it any more. */
function isInDesign({ schematic }: Design, id: string): boolean {
  return [...schematic.files.values()].some(({ definitions }) => definitions.has(id));
}
