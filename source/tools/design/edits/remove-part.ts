import * as z from "zod";
import { removePart } from "../../../kicad/edit/remove-part.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool, planSchematicEdit } from "./edit-tool.js";

/** `remove_part`: a part goes from the schematic. */
export const removePartTool = defineEditTool({
  name: "remove_part",
  description:
    "Removes a part from the schematic, with the wires and labels that would then lead nowhere; its footprint stays on the board.",
  parameters: z.strictObject({ ref: z.string(), project: projectArgument }),
  example: { ref: "R7" },
  title: ({ ref }) => `Remove ${ref}`,
  plan: async ({ ref }, project) => planSchematicEdit(project, (design) => removePart(design, { ref })),
});
