/** What can be exported of a project, and the commands of kicad-cli that make it. */
import type { KicadCli } from "../cli/kicad-cli.js";

/** The kinds of output, in the order in which they are made. */
export const exportKinds = ["bom", "netlist", "pdf", "svg", "gerbers", "drill", "positions", "step"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The names of the files that each kind makes. */
const names: Readonly<Record<ExportKind, RegExp>> = {
  bom: /^[^/]+-bom\.csv$/,
  netlist: /^[^/]+\.net$/,
  pdf: /^[^/]+-(schematic|board)\.pdf$/,
  svg: /^svg\/[^/]+\.svg$/,
  gerbers: /^gerbers\/[^/]+$/,
  drill: /^drill\/[^/]+$/,
  positions: /^[^/]+-positions\.csv$/,
  step: /^[^/]+\.step$/,
};

/** Whether a file of that name, in the folder of an export, can be one of that kind. */
export function canBeOf(kind: ExportKind, name: string): boolean {
  return names[kind].test(name) && !/(^|\/)\.\.?(\/|$)|\0|\\/.test(name);
}

/** The files of a project that outputs are made of; absolute paths. */
export type ExportSource = { schematic?: string | undefined; board?: string | undefined };

/** One run of kicad-cli: `output` is the name of the file, or the folder of files, that it is to write. */
export type ExportStep = { part: "schematic" | "board"; command: string[]; output: string };

/** Layers that a manufacturer needs, by the names that no design can change. */
const fabricationLayers = "*.Cu,*.Mask,*.Paste,*.Silkscreen,Edge.Cuts";

/** The built-in theme: the user's own would change what the colours mean. */
const theme = ["--theme", "_builtin_default"];

const sides = {
  front: "B.Cu,F.Cu,F.Mask,F.SilkS,Edge.Cuts",
  back: "F.Cu,B.Cu,B.Mask,B.SilkS,Edge.Cuts",
} as const;

/**
 * The steps of one kind of output of a project whose files are named `name`; those of a part that the project does not
 * have included. Throws what `KicadCli.hasOption` throws.
 */
export async function stepsOf(kind: ExportKind, name: string, cli: KicadCli): Promise<ExportStep[]> {
  const schematic = (command: string[], output: string): ExportStep => ({
    part: "schematic",
    command: ["sch", "export", ...command],
    output,
  });
  const board = (command: string[], output: string): ExportStep => ({
    part: "board",
    command: ["pcb", "export", ...command],
    output,
  });
  const ifKnown = async (command: string[], option: string) =>
    (await cli.hasOption(["pcb", "export", ...command], option)) ? [option] : [];
  switch (kind) {
    case "bom":
      return [
        schematic(
          ["bom", "--group-by", "Value,Footprint,DNP", "--ref-range-delimiter", ""],
          `${name}-bom.csv`,
        ),
      ];
    case "netlist":
      return [schematic(["netlist", "--format", "kicadsexpr"], `${name}.net`)];
    case "pdf":
      return [
        schematic(["pdf"], `${name}-schematic.pdf`),
        board(
          [
            ...["pdf", "--layers", "*.Cu,*.Mask,*.Silkscreen", "--common-layers", "Edge.Cuts"],
            ...(await ifKnown(["pdf"], "--mode-multipage")),
          ],
          `${name}-board.pdf`,
        ),
      ];
    case "svg": {
      const mode = await ifKnown(["svg"], "--mode-single");
      return [
        schematic(["svg"], "svg"),
        ...Object.entries(sides).map(([side, layers]) =>
          board(
            [
              "svg",
              ...mode,
              ...theme,
              "--exclude-drawing-sheet",
              "--page-size-mode",
              "2",
              "--layers",
              layers,
            ],
            `svg/${name}-${side}.svg`,
          ),
        ),
      ];
    }
    case "gerbers":
      return [board(["gerbers", "--layers", fabricationLayers], "gerbers")];
    case "drill":
      return [board(["drill", "--excellon-separate-th"], "drill")];
    case "positions":
      return [board(["pos", "--format", "csv", "--units", "mm", "--side", "both"], `${name}-positions.csv`)];
    case "step":
      return [board(["step", "--subst-models", "--force"], `${name}.step`)];
  }
}
