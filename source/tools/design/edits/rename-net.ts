import { basename } from "node:path";
import * as z from "zod";
import { boardsAreSame } from "../../../kicad/design/difference/board-difference.js";
import { proveBoardEdit } from "../../../kicad/edit/board/prove-board.js";
import { type NewName, renameInProject, renameOnBoard } from "../../../kicad/edit/board/rename-on-board.js";
import { renameNet } from "../../../kicad/edit/rename-net.js";
import { applySplices } from "../../../kicad/edit/splice.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool, type EditedFile, planSchematicEdit } from "./edit-tool.js";
import type { OpenProject } from "./open-project.js";

/** `rename_net`: a net has another name, on its sheets, on the board and in the net classes. */
export const renameNetTool = defineEditTool({
  name: "rename_net",
  description:
    "Renames a net everywhere: labels, sheet pins and power symbols of the schematic, the board, net classes.",
  parameters: z.strictObject({
    from: z.string(),
    to: z.string(),
    project: projectArgument,
  }),
  example: { from: "DATA0", to: "SDA" },
  title: ({ from, to }) => `Rename net ${from} to ${to}`,
  plan: async ({ from, to }, project) => {
    let renamed: NewName[] = [];
    const plan = await planSchematicEdit(project, (design) => {
      const rename = renameNet(design, { from, to });
      renamed = rename.renamed;
      return rename;
    });
    const others = [await renamedBoard(project, renamed), await renamedProject(project, renamed)];
    return { ...plan, files: [...plan.files, ...others.filter((file) => file !== undefined)] };
  },
});

async function renamedBoard(project: OpenProject, renamed: NewName[]): Promise<EditedFile | undefined> {
  const found = await project.board();
  const splices = found ? renameOnBoard(found.board, renamed) : [];
  if (!found || splices.length === 0) {
    return undefined;
  }
  const { path, board } = found;
  const edit = { splices, isExpected: boardsAreSame };
  const proof = await proveBoardEdit(project.cli, basename(path), board, edit, project.options);
  return { path, before: board.text, after: proof.text };
}

async function renamedProject(project: OpenProject, renamed: NewName[]): Promise<EditedFile | undefined> {
  const { path } = project.paths;
  const before = path.endsWith(".kicad_pro") ? await project.text(path) : undefined;
  return before === undefined
    ? undefined
    : { path, before, after: applySplices(before, renameInProject(before, renamed)) };
}
