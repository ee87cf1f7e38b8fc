import * as z from "zod";
import { defineTool } from "../tool.js";
import { queryCheck } from "./check-query.js";
import { projectArgument } from "./design-query.js";

/** `run_erc`: the electrical rules of the whole schematic. */
export const runErc = defineTool({
  name: "run_erc",
  description:
    "Runs KiCad's ERC on the root schematic with all its sheets: counts, and the findings with the names and places (mm) of their items, errors first.",
  parameters: z.strictObject({ project: projectArgument }),
  kind: "command",
  example: {},
  title: () => "Run ERC",
  run: async ({ project }, context) => await queryCheck("erc", project, context),
});
