/** Reads what explanations are made of. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startNetlist } from "../../cli/export-netlist.js";
import type { CliOptions, KicadCli } from "../../cli/kicad-cli.js";
import { type Board, readBoard } from "../board/board.js";
import type { Project } from "../project.js";
import { loadSchematic } from "../schematic/schematic.js";
import { decodeText } from "../syntax/decode.js";
import type { ReadDesign } from "./facts.js";

/**
 * The schematic, netlist and board of `project`, in the repository at `root`; what it does not have, or cannot be read,
 * is left out. Throws what kicad-cli's netlist throws.
 */
export async function readDesign(
  { cli, root, project }: { cli: KicadCli; root: string; project: Project },
  options: CliOptions = {},
): Promise<ReadDesign> {
  const { path, schematic: schematicPath, board: boardPath } = project;
  const file = schematicPath === undefined ? undefined : join(root, schematicPath);
  const started = file === undefined ? undefined : await startNetlist(cli, file, options);
  const [netlist, schematic, board] = await Promise.all([
    started?.netlist,
    file === undefined ? undefined : loadSchematic(file),
    boardPath === undefined ? undefined : readBoardFile(join(root, boardPath)),
  ]);
  return {
    project: path,
    ...(netlist && { netlist }),
    ...(schematic && { schematic }),
    ...(board && { board }),
  };
}

async function readBoardFile(path: string): Promise<Board | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  const text = bytes && decodeText(bytes);
  return text === undefined ? undefined : readBoard(text);
}
