/** Draws the ports of sheets by which a net comes to a sheet that it did not reach. */
import type { Cluster } from "../../design/schematic/connections.js";
import { isAutomaticName } from "../../design/schematic/names.js";
import { namePath, type SheetUse } from "../../design/schematic/schematic.js";
import type { SubSheet } from "../../design/schematic/sheet-file.js";
import { refuse } from "../edit.js";
import { localName, type Nets } from "../sheets/nets.js";
import type { End } from "../sheets/sight.js";
import type { Draft } from "../writing/draft.js";
import { freeEdge } from "./edge.js";
import { type Step, type Way, wayTo } from "./way.js";

/** A net that is to come to a sheet. `nameOn` gives what a label on a sheet that has the net is to have. */
export type Comer = {
  name: string;
  group: readonly Cluster[];
  nameOn(use: SheetUse, here: readonly Cluster[]): string;
};

/**
 * Where the net is now: `text` is what a label on the sheet has, `top` the sheet that named it anew where it came from
 * below, with that name.
 */
export type Arrival = { text: string; top: SheetUse; topText: string; renamed?: string };

/** Draws the ports on the way to `use`, all but the label there. Throws `edit-refused`. */
export function drawPorts(draft: Draft, nets: Nets, comer: Comer, use: SheetUse): Arrival {
  const { schematic } = draft.design;
  const { name } = comer;
  const way = wayTo(schematic, [...comer.group], use, name);
  const text = freeText(nets, comer, way);
  const here = comer.group.filter((cluster) => cluster.use === way.top);
  const topText = here.length > 0 ? comer.nameOn(way.top, here) : text;
  if (way.up.length > 0) {
    const inside = comer.group.filter((cluster) => cluster.use === way.from);
    draft.label(way.from.file, "hierarchical_label", text, endOf(inside, name, way.from));
  }
  for (const step of [...way.up, ...way.down]) {
    const isTop = step.parent === way.top;
    drawPins(
      draft,
      step,
      text,
      isTop ? { kind: "label", text: topText } : { kind: "hierarchical_label", text },
    );
  }
  return { text, top: way.top, topText, ...(here.length === 0 && { renamed: localName(way.top, topText) }) };
}

/** The pin of each place that shows the sheet, with a label at it. */
function drawPins(
  draft: Draft,
  { parent, child, sheets }: Step,
  text: string,
  label: { kind: "label" | "hierarchical_label"; text: string },
): void {
  for (const sheet of sheets) {
    const end = freeEdge(draft.design.schematic, parent, sheet, label);
    if (!end) {
      refuse(
        `There is no room for a pin ${text} at the edge of the sheet ${namePath(child)}.`,
        "Make the sheet's symbol larger in KiCad.",
      );
    }
    draft.sheetPin(parent.file, sheet, text, end);
    draft.label(parent.file, label.kind, label.text, end);
  }
}

/** A name that means nothing else on any sheet of the way. */
function freeText(nets: Nets, { name, group }: Comer, { top, up, down }: Way): string {
  const first = group.flatMap(({ pins }) => pins)[0];
  const automatic = first ? `${first.used.reference}_${first.pin.number}` : "NET";
  const wanted = isAutomaticName(name) ? automatic : name.slice(name.lastIndexOf("/") + 1);
  const uses = [top, ...up.map(({ child }) => child), ...down.map(({ child }) => child)];
  const sheets: SubSheet[] = [...up, ...down].flatMap((step) => step.sheets);
  const own = new Set(group);
  const isTaken = (text: string) =>
    nets.global(text) !== undefined ||
    sheets.some(({ pins }) => pins.some((pin) => pin.text === text)) ||
    uses.some((use) => nets.labelled(use, text)?.every((cluster) => !own.has(cluster)) === true);
  let text = wanted;
  for (let count = 2; isTaken(text); count += 1) {
    text = `${wanted}_${count}`;
  }
  return text;
}

/** A place of the net on a sheet where a label can be put. */
function endOf(clusters: readonly Cluster[], name: string, use: SheetUse): End {
  const pin = clusters.flatMap((cluster) => cluster.pins)[0];
  const sheetPin = clusters.flatMap((cluster) => cluster.sheetPins)[0];
  return (
    pin?.pin ??
    (sheetPin && { at: sheetPin.pin.at, outward: { x: 0, y: -1 } }) ??
    refuse(`The net ${name} has nothing on the sheet ${namePath(use)} that a label could be put at.`)
  );
}
