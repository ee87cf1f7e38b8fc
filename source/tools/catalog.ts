/** All tools, as the model reads them and as its calls are checked. */
import * as z from "zod";
import type { ToolDescription } from "../protocol/messages.js";
import { describeTool } from "./design/describe.js";
import { addPartTool } from "./design/edits/add-part.js";
import { connectTool } from "./design/edits/connect.js";
import { disconnectTool } from "./design/edits/disconnect.js";
import { moveFootprintTool } from "./design/edits/move-footprint.js";
import { removePartTool } from "./design/edits/remove-part.js";
import { renameNetTool } from "./design/edits/rename-net.js";
import { setFieldsTool } from "./design/edits/set-fields.js";
import { exportTool } from "./design/export.js";
import { findFootprint } from "./design/find-footprint.js";
import { findSymbol } from "./design/find-symbol.js";
import { listComponents } from "./design/list-components.js";
import { listNets } from "./design/list-nets.js";
import { runDrc } from "./design/run-drc.js";
import { runErc } from "./design/run-erc.js";
import { diffTurn } from "./diff-turn.js";
import { editFile } from "./edit-file.js";
import { finish } from "./finish.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import { search } from "./search.js";
import type { Tool } from "./tool.js";
import { writeFile } from "./write-file.js";

export const tools: readonly Tool[] = [
  listFiles,
  readFile,
  search,
  editFile,
  writeFile,
  runErc,
  runDrc,
  listComponents,
  listNets,
  describeTool,
  findSymbol,
  findFootprint,
  setFieldsTool,
  addPartTool,
  connectTool,
  disconnectTool,
  renameNetTool,
  removePartTool,
  moveFootprintTool,
  exportTool,
  diffTurn,
  finish,
];

export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

/**
 * The catalogue for the model, arguments as JSON Schema. What holds for all of them is left out: arguments that the
 * schema does not name, and empty ones, are refused; numbers are no larger than JavaScript's.
 */
export function describeTools(): ToolDescription[] {
  return tools.map(({ name, description, parameters }) => {
    return { name, description, parameters: shortSchema(parameters) };
  });
}

/** A schema as JSON Schema, without what a model can do without. */
export function shortSchema(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...short } = z.toJSONSchema(schema, { override: leaveOutTheUsual });
  return short;
}

function leaveOutTheUsual({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.maximum;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
    delete jsonSchema.minimum;
  }
  if (jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  for (const key of ["minLength", "minItems"] as const) {
    if (jsonSchema[key] === 1) {
      delete jsonSchema[key];
    }
  }
  delete jsonSchema.propertyNames;
}

type CheckedArguments = { ok: true; args: Record<string, unknown> } | { ok: false; reason: string };

/** Checks arguments against the tool's schema; the reason names each mistake and shows a valid call. */
export function checkArguments(tool: Tool, args: Record<string, unknown>): CheckedArguments {
  const checked = tool.parameters.safeParse(args);
  if (checked.success) {
    return { ok: true, args: checked.data };
  }
  const mistakes = checked.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  const shape = JSON.stringify({ tool: tool.name, args: tool.example });
  return { ok: false, reason: `${tool.name}: ${mistakes.join("; ")}. The right shape is like ${shape}` };
}
