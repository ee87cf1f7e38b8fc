import { defineTool } from "../tool.js";
import { checkArguments, queryCheck } from "./check-query.js";

/** `run_erc`: the electrical rules of the whole schematic. */
export const runErc = defineTool({
  name: "run_erc",
  description:
    "Runs KiCad's ERC on the schematic with all its sheets: counts, and findings with their items' names and places (mm), errors first.",
  parameters: checkArguments,
  kind: "command",
  example: {},
  title: () => "Run ERC",
  run: async (args, context) => await queryCheck("erc", args, context),
});
