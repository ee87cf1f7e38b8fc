/** Has kicad-cli plot boards and schematics as SVG. */
import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { inTemporaryFolder } from "../../base/temporary-folder.js";
import type { Sheet } from "../design/places.js";
import { type Plot, readPlot } from "../drawing/plot.js";
import { type KicadCli, kicadFailure } from "./kicad-cli.js";

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

/** Plots one side of the board at `file` (absolute). Throws what `KicadCli.run` throws. */
export async function plotBoard(cli: KicadCli, file: string, side: BoardSide): Promise<Plot> {
  // Version 8 knows only this mode, and no option for it.
  const mode = Number.parseInt(await cli.version(), 10) >= 9 ? ["--mode-single"] : [];
  return await inTemporaryFolder("kicad", async (folder) => {
    const output = join(folder, "board.svg");
    const command = ["pcb", "export", "svg", ...mode, ...look, ...wholePage, "--layers", layers[side]];
    await cli.run([...command, "-o", output], file);
    return await readOutput(output);
  });
}

/**
 * Plots the schematic whose root is `file` (absolute). Returns the plots of `sheets` by their `idPath`, without those
 * that kicad-cli did not plot. Throws what `KicadCli.run` throws.
 */
export async function plotSheets(
  cli: KicadCli,
  file: string,
  sheets: readonly Sheet[],
): Promise<Map<string, Plot>> {
  return await inTemporaryFolder("kicad", async (folder) => {
    await cli.run(["sch", "export", "svg", ...look, "--no-background-color", "-o", folder], file);
    const outputs = await readdir(folder);
    const plots = new Map<string, Plot>();
    for (const { idPath, names } of sheets) {
      const wanted = comparable([parse(file).name, ...names].join("-"));
      const output = outputs.find((name) => comparable(parse(name).name) === wanted);
      if (output !== undefined) {
        plots.set(idPath, await readOutput(join(folder, output)));
      }
    }
    return plots;
  });
}

/** kicad-cli names a sheet's plot after the sheets above it, with `_` for what a file's name cannot hold. */
function comparable(name: string): string {
  return name.normalize("NFC").replace(/[^\p{L}\p{N}-]/gu, "_");
}

async function readOutput(path: string): Promise<Plot> {
  try {
    return readPlot(await readFile(path, "utf8"));
  } catch {
    throw kicadFailure("kicad-plot-unreadable", "kicad-cli left no plot.");
  }
}
