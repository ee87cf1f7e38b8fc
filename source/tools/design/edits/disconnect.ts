import * as z from "zod";
import { disconnect } from "../../../kicad/edit/disconnect.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool, planSchematicEdit } from "./edit-tool.js";

/** `disconnect`: pins leave their nets. */
export const disconnectTool = defineEditTool({
  name: "disconnect",
  description: "Takes pins off their nets, with the wires and labels that would then lead nowhere.",
  parameters: z.strictObject({ pins: z.array(z.string()).min(1), project: projectArgument }),
  example: { pins: ["U3.5"] },
  title: ({ pins }) => `Disconnect ${pins.join(", ")}`,
  plan: async ({ pins }, project) => planSchematicEdit(project, (design) => disconnect(design, { pins })),
});
