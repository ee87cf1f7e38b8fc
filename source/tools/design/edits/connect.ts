import * as z from "zod";
import { connect } from "../../../kicad/edit/connect.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool, planSchematicEdit } from "./edit-tool.js";

/** `connect`: pins come to a net. */
export const connectTool = defineEditTool({
  name: "connect",
  description:
    "Puts pins (U3.5 or U3.VCC) on a net, which is made where there is none of that name, with a wire, a label or a power symbol.",
  parameters: z.strictObject({
    pins: z.array(z.string()).min(1),
    net: z.string(),
    project: projectArgument,
  }),
  example: { pins: ["U3.5", "R4.1"], net: "RESET" },
  title: ({ pins, net }) => `Connect ${pins.join(", ")} to ${net}`,
  plan: async ({ pins, net }, project) =>
    planSchematicEdit(project, (design) => connect(design, { pins, net })),
});
