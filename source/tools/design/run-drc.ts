import { defineTool } from "../tool.js";
import { checkArguments, queryCheck } from "./check-query.js";

/** `run_drc`: the design rules of the board, its unconnected items, and its parity with the schematic. */
export const runDrc = defineTool({
  name: "run_drc",
  description:
    "Runs KiCad's DRC on the board: counts, and findings with their items' names and places (mm), unconnected items and differences from the schematic included, errors first.",
  parameters: checkArguments,
  kind: "command",
  example: {},
  title: () => "Run DRC",
  run: async (args, context) => await queryCheck("drc", args, context),
});
