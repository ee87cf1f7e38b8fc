import { posix } from "node:path";
import * as z from "zod";
import { describeOutputs, exportProject } from "../../kicad/export/export-project.js";
import { exportKinds } from "../../kicad/export/outputs.js";
import { contain } from "../../workspace/containment.js";
import { readRepositoryFile } from "../repository-files.js";
import { countOf, isBinary } from "../text/text-file.js";
import { defineTool, type ToolContext } from "../tool.js";
import { rejected, type UnboundedResult } from "../tool-result.js";
import { projectArgument, queryProject } from "./design-query.js";

/** The journal keeps every file twice, in bytes. */
const largestFile = 64_000_000;

const parameters = z.strictObject({
  what: z.array(z.enum(exportKinds)),
  folder: z.string(),
  project: projectArgument,
});
type Arguments = z.infer<typeof parameters>;

const example: Arguments = { what: ["bom", "step"], folder: "fab" };

/** `export`: what a manufacturer or a reader needs of a design, made by KiCad. */
export const exportTool = defineTool({
  name: "export",
  description: `Makes files of the design in a new, empty or own folder. Example: ${JSON.stringify(example)}`,
  parameters,
  kind: "file-change",
  example,
  title,
  needsConfirmation: async ({ folder }, { root }) => (await contain(root, folder)).isObeyed,
  preview: async (args, { root }) => {
    const { relative } = await contain(root, args.folder);
    const meaning = [
      "KiCad makes new files there, and replaces those of an earlier export; undo puts them back.",
    ];
    return { paths: [relative || "."], meaning, diff: "" };
  },
  run: async (args, context) => {
    const { relative, isObeyed } = await contain(context.root, args.folder);
    if (isObeyed && !context.isConfirmed) {
      return rejected(
        `Nothing was exported: other programs run or obey what is in ${relative}. Name another folder.`,
        `${relative} is a folder that other programs obey`,
      );
    }
    return await makeExport(args, relative || ".", context);
  },
});

function title({ what, folder }: Arguments): string {
  return `Export ${what.join(", ")} to ${folder}`;
}

async function makeExport(
  { what, project: wanted }: Arguments,
  shown: string,
  context: ToolContext,
): Promise<UnboundedResult> {
  return await queryProject(wanted, context, async ({ cli, root, project }) => {
    const changed = new Map<string, { path: string; added: number; removed: number }>();
    const results = await exportProject({
      ...{ cli, root, project, shown, signal: context.signal, largest: largestFile },
      kinds: what,
      folder: (await contain(root, shown)).absolute,
      write: async (name, bytes) => {
        const path = (await contain(root, posix.join(shown, name))).relative;
        const before = await readRepositoryFile(root, path);
        await context.journal.write(path, bytes);
        changed.set(path, { path, added: linesOf(bytes), removed: linesOf(before) });
      },
    });
    const text = describeOutputs(results, shown).join("\n");
    return {
      outcome: results.some(({ failure }) => failure) ? "failure" : "success",
      text,
      detail: text,
      changed: [...changed.values()],
    };
  });
}

function linesOf(bytes: Uint8Array | null): number {
  return bytes === null || isBinary(Buffer.from(bytes))
    ? 0
    : countOf(Buffer.from(bytes).toString("latin1"), "\n");
}
