/** `copperhead/schemas`: the shapes of all that copperhead prints for programs, and of its settings. */
import * as z from "zod";
import { difference as printedDifference } from "./base/design-difference.js";
import { runtimeEvent } from "./base/events.js";
import { explanation as printedExplanation } from "./kicad/design/describe/schema.js";
import {
  printedCheck,
  printedDoctor,
  printedExport,
  printedModels,
  printedResult,
  printedSessions,
} from "./print/printed.js";
import { settingsFile as configFile } from "./workspace/settings/schema.js";

export {
  configFile,
  printedCheck,
  printedDifference,
  printedDoctor,
  printedExplanation,
  printedExport,
  printedModels,
  printedResult,
  printedSessions,
  runtimeEvent,
};

const published = {
  result: [printedResult, "The object of copperhead --output-format json"],
  check: [printedCheck, "The object of copperhead check --json"],
  explain: [printedExplanation, "The object of copperhead explain --json"],
  diff: [printedDifference, "The object of copperhead diff --json"],
  models: [printedModels, "The object of copperhead models --json"],
  sessions: [printedSessions, "The object of copperhead sessions --json"],
  doctor: [printedDoctor, "The object of copperhead doctor --json"],
  export: [printedExport, "The object of copperhead export --json"],
  events: [runtimeEvent, "One line of copperhead --output-format stream-json"],
  config: [configFile, "A settings file: .copperhead/config.json, or that of the user"],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

export type SchemaName = keyof typeof published;

/**
 * The schemas as JSON Schema (draft 2020-12), by the names they have in the package: `copperhead/schemas/result.json`.
 * Objects are open, except the settings: later versions may print more fields.
 */
export function jsonSchemas(): Record<SchemaName, Record<string, unknown>> {
  const entries = Object.entries(published).map(([name, [schema, title]]) => {
    return [name, { title, ...z.toJSONSchema(schema, { io: "input" }) }];
  });
  return Object.fromEntries(entries);
}
