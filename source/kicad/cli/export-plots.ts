/** Has kicad-cli plot boards and schematics as SVG. */
import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { type Plot, readPlot } from "../drawing/plot.js";
import type { Sheet } from "../drawing/sheets.js";
import type { KicadCli } from "./kicad-cli.js";

export type BoardSide = "front" | "back";

/** Later ones are drawn over earlier ones. */
const layers = {
  front: "B.Cu,F.Cu,F.Mask,F.SilkS,Edge.Cuts",
  back: "F.Cu,B.Cu,B.Mask,B.SilkS,Edge.Cuts",
} as const;

/** The built-in theme: what the user chose for KiCad's editors must not change what the colours mean here. */
const look = ["--theme", "_builtin_default", "--exclude-drawing-sheet"];

/** One page in mm, as opposed to one that is cut to the board: places are then those of the file and of findings. */
const wholePage = ["--page-size-mode", "1"];

/** Plots one side of the board at `file` (absolute). Throws what `KicadCli.export` throws. */
export async function plotBoard(cli: KicadCli, file: string, side: BoardSide): Promise<Plot> {
  // Version 8 knows only this mode, and no option for it.
  const mode = Number.parseInt(await cli.version(), 10) >= 9 ? ["--mode-single"] : [];
  const command = ["pcb", "export", "svg", ...mode, ...look, ...wholePage, "--layers", layers[side]];
  return await cli.export(command, file, "board.svg", readPlotFile);
}

/**
 * Plots the schematic whose root is `file` (absolute). Returns the plots of `sheets` by their `idPath`, without those
 * that kicad-cli did not plot. Throws what `KicadCli.export` throws.
 */
export async function plotSheets(
  cli: KicadCli,
  file: string,
  sheets: readonly Pick<Sheet, "idPath" | "names">[],
): Promise<Map<string, Plot>> {
  const command = ["sch", "export", "svg", ...look, "--no-background-color"];
  return await cli.export(command, file, "sheets", async (folder) => {
    const outputs = await readdir(folder);
    const plots = new Map<string, Plot>();
    for (const { idPath, names } of sheets) {
      const wanted = comparable([parse(file).name, ...names].join("-"));
      const output = outputs.find((name) => comparable(parse(name).name) === wanted);
      if (output !== undefined) {
        plots.set(idPath, await readPlotFile(join(folder, output)));
      }
    }
    return plots;
  });
}

/** kicad-cli names a sheet's plot after the sheets above it, with `_` for what a file's name cannot hold. */
function comparable(name: string): string {
  return name.normalize("NFC").replace(/[^\p{L}\p{N}-]/gu, "_");
}

async function readPlotFile(path: string): Promise<Plot> {
  return readPlot(await readFile(path, "utf8"));
}
