import * as z from "zod";
import { defineTool } from "../tool.js";
import { queryCheck } from "./check-query.js";
import { projectArgument } from "./design-query.js";

/** `run_drc`: the design rules of the board, its unconnected items, and its parity with the schematic. */
export const runDrc = defineTool({
  name: "run_drc",
  description:
    "Runs KiCad's DRC on the board: counts, unconnected items, differences from the schematic, and the findings with the names and places (mm) of their items, errors first.",
  parameters: z.strictObject({ project: projectArgument }),
  kind: "command",
  example: {},
  title: () => "Run DRC",
  run: async ({ project }, context) => await queryCheck("drc", project, context),
});
