/** The server: its tools, with their schemas and annotations, and what becomes of a call. */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { toFailure } from "../base/failure.js";
import { visible } from "../base/text/safe-text.js";
import { shortSchema } from "../tools/catalog.js";
import type { Host } from "./host.js";
import type { Answer } from "./results.js";
import { type ServedTool, servedTools } from "./tools.js";

const instructions =
  "Edits and checks the KiCad designs of one repository. Each change is proved by KiCad before it is written, checked after it, and can be undone (undo, or copperhead undo in a shell). Prefer set_fields, add_part, connect and edit_design to edit_file: they work out places, ids and wires.";

export function makeServer(host: Host): McpServer {
  const server = new McpServer({ name: "copperhead", version: host.version }, { instructions });
  for (const tool of servedTools) {
    const { name, description, input, output, effect } = tool;
    const annotations = {
      readOnlyHint: effect === "none",
      ...(effect !== "none" && { destructiveHint: effect === "destructive" }),
    };
    server.registerTool(
      name,
      { description, inputSchema: short(input), outputSchema: short(output), annotations },
      async (args: Record<string, unknown>, context: ServerContext) => call(tool, host, args, context),
    );
  }
  return server;
}

/** The same schema, listed in as few words as the model of copperhead's own sessions reads. */
function short(schema: z.ZodObject) {
  const json = () => shortSchema(schema);
  const standard = schema["~standard"];
  return { "~standard": { ...standard, jsonSchema: { input: json, output: json } } };
}

async function call(tool: ServedTool, host: Host, args: Record<string, unknown>, { mcpReq }: ServerContext) {
  const { signal } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  const onProgress = (message: string) => {
    progress += 1;
    if (progressToken !== undefined) {
      const params = { progressToken, progress, message: visible(message) };
      // A client that is gone needs none.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    }
  };
  try {
    return toResult(await tool.run(host, args, { signal, onProgress }));
  } catch (error) {
    const { message, advice } = toFailure(error);
    return toResult({
      text: visible(advice === undefined ? message : `${message} ${advice}`),
      isError: true,
    });
  }
}

function toResult({ text, structured, images = [], isError = false }: Partial<Answer> & { text: string }) {
  return {
    content: [
      { type: "text" as const, text },
      ...images.map((png) => ({
        type: "image" as const,
        data: Buffer.from(png).toString("base64"),
        mimeType: "image/png",
      })),
    ],
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}
