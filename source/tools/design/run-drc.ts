import { defineTool } from "../tool.js";
import { checkArguments, queryCheck } from "./check-query.js";

/** `run_drc`: the design rules of the board, its unconnected items, and its parity with the schematic. */
export const runDrc = defineTool({
  name: "run_drc",
  description:
    "Runs KiCad's DRC on the board: counts, unconnected items, differences from the schematic, and the findings with the names and places (mm) of their items, errors first, 30 at a time.",
  parameters: checkArguments,
  kind: "command",
  example: {},
  title: () => "Run DRC",
  run: async (args, context) => await queryCheck("drc", args, context),
});
