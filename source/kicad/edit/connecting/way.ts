/** The way from a sheet to a net that does not reach it: up to the sheet that both are below, and down from there. Pure. */
import type { Group } from "../../design/schematic/connections.js";
import { fileOf, namePath, type Schematic, type SheetUse } from "../../design/schematic/schematic.js";
import type { SubSheet } from "../../design/schematic/sheet-file.js";
import { refuse } from "../edit.js";

/** `sheets` are all places on the parent that show the child's file. */
export type Step = { parent: SheetUse; child: SheetUse; sheets: SubSheet[] };

/** `up` begins at the use that has the net, `down` at `top`; both are empty where that is `top` itself. */
export type Way = { from: SheetUse; top: SheetUse; up: Step[]; down: Step[] };

/** The shortest way of a net to `use`. Throws `edit-refused` where a sheet on it is used for more than one net. */
export function wayTo(schematic: Schematic, group: Group, use: SheetUse, name: string): Way {
  const above = ancestorsOf(schematic, use);
  const ways = [...new Set(group.map((cluster) => cluster.use))].map((from): Way => {
    const lineOfNet = ancestorsOf(schematic, from);
    const top = lineOfNet.find((one) => above.includes(one)) ?? use;
    const up = stepsOf(schematic, lineOfNet.slice(0, lineOfNet.indexOf(top) + 1));
    const down = stepsOf(schematic, above.slice(0, above.indexOf(top) + 1)).reverse();
    return { from, top, up, down };
  });
  const [way] = ways.sort(
    (one, other) => one.up.length + one.down.length - other.up.length - other.down.length,
  );
  if (!way) {
    return refuse(`The net ${name} is nowhere on the sheets.`);
  }
  refuseShared(schematic, way, name);
  return way;
}

/** The use itself first, the root last. */
function ancestorsOf({ uses }: Schematic, use: SheetUse): SheetUse[] {
  return uses
    .filter(({ path }) => use.path === path || use.path.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length);
}

function stepsOf(schematic: Schematic, line: readonly SheetUse[]): Step[] {
  return line.slice(1).map((parent, index) => {
    const child = line[index] as SheetUse;
    const { path } = parent.file;
    const sheets = parent.file.subSheets.filter(
      (sheet) => fileOf(sheet, path, schematic.root) === child.file.path,
    );
    return { parent, child, sheets };
  });
}

/** A file that is used more than once has the same ports everywhere: each of its uses must get them on this way. */
function refuseShared({ uses }: Schematic, { top, up, down }: Way, name: string): void {
  const usesOf = ({ file }: SheetUse) => uses.filter((one) => one.file === file);
  const single = [top, ...up.map(({ child }) => child)];
  const shared = single.find((one) => usesOf(one).length > 1);
  if (shared) {
    refuse(
      `The sheet ${namePath(shared)} is used more than once, so a port of it would not be for ${name} alone.`,
      "Connect the pins to a net that is named by a power symbol, or draw the ports in KiCad.",
    );
  }
  for (const { parent, child } of down) {
    const elsewhere = usesOf(child).find(
      (one) => !usesOf(parent).some(({ path }) => one.path.startsWith(`${path}/`)),
    );
    if (elsewhere) {
      refuse(
        `The sheet ${namePath(child)} is the same file as ${namePath(elsewhere)}, which ${name} does not come by.`,
        "Connect the pins to a net that is named by a power symbol, or draw the ports in KiCad.",
      );
    }
  }
}
