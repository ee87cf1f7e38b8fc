import { defineTool } from "../tool.js";
import { findArguments, findInLibraries } from "./find-in-libraries.js";

/** `find_footprint`: footprints of the libraries, by words or by id. */
export const findFootprint = defineTool({
  name: "find_footprint",
  description: `Finds footprints of the project's and the installed libraries by words; an exact id gives its pads. Example: {"query":"SOIC 8"}`,
  parameters: findArguments,
  kind: "other",
  example: { query: "SOIC 8" },
  title: ({ query }) => `Find footprint ${query}`,
  run: async (args, context) => await findInLibraries("footprint", args, context),
});
