import { basename } from "node:path";
import * as z from "zod";
import { describeBoardChanges } from "../../../kicad/design/difference/sentences.js";
import { moveFootprint } from "../../../kicad/edit/board/move-footprint.js";
import { onlyMoves, proveBoardEdit } from "../../../kicad/edit/board/prove-board.js";
import { refuse } from "../../../kicad/edit/edit.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool } from "./edit-tool.js";

const point = z.strictObject({ x: z.number(), y: z.number() });

/** `move_footprint`: a footprint elsewhere on the board. */
export const moveFootprintTool = defineEditTool({
  name: "move_footprint",
  description:
    "Moves a footprint on the board: to a place or by a distance (mm; x to the right, y down), to a rotation (degrees, counter-clockwise), to a side; its tracks stay.",
  parameters: z.strictObject({
    ref: z.string(),
    to: point.optional(),
    by: point.optional(),
    rotation: z.number().optional(),
    side: z.enum(["front", "back"]).optional(),
    project: projectArgument,
  }),
  example: { ref: "D1", by: { x: 2, y: 0 } },
  title: ({ ref }) => `Move ${ref}`,
  plan: async ({ project: _, ...request }, project) => {
    const found = await project.board();
    if (!found) {
      return refuse(`${project.paths.path} has no board.`);
    }
    const { path, board } = found;
    const { splices, ref } = moveFootprint(board, request);
    const edit = { splices, isExpected: onlyMoves(ref) };
    const proof = await proveBoardEdit(project.cli, basename(path), board, edit, project.options);
    return {
      files: [{ path, before: board.text, after: proof.text }],
      meaning: describeBoardChanges(proof.changes),
      notes: [],
    };
  },
});
