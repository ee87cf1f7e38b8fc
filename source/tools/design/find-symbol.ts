import { defineTool } from "../tool.js";
import { findArguments, findInLibraries } from "./find-in-libraries.js";

/** `find_symbol`: symbols of the libraries, by words or by id. */
export const findSymbol = defineTool({
  name: "find_symbol",
  description: `Finds symbols of the project's and the installed libraries by words; an exact id gives its pins. Example: {"query":"opamp dual"}`,
  parameters: findArguments,
  kind: "other",
  example: { query: "opamp dual" },
  title: ({ query }) => `Find symbol ${query}`,
  run: async (args, context) => await findInLibraries("symbol", args, context),
});
