/** Where a board differs from its schematic: parts, values, footprints, and the nets of pads. Pure. */
import { cutText, visibleName } from "../../../base/text/safe-text.js";
import type { Netlist } from "../../cli/netlist.js";
import type { Board } from "../board/board.js";
import { readableName } from "../schematic/names.js";

type Compared = Pick<Board, "footprints">;

/** One difference; `key` is the same where it was there before. Those of pads are put together by what they say. */
type Mismatch = { key: string; pad?: string; text: string };

/** In characters, and in pads. */
const longestName = 80;
const mostPads = 6;

/**
 * What the schematic's change from `before` to `after` made differ from the board, a sentence each; what differed
 * already is left out. Nets are compared by their names: KiCad writes the schematic's into the board.
 */
export function newDrift(before: Netlist, after: Netlist, board: Compared): string[] {
  const old = new Set(mismatches(before, board).map(({ key }) => key));
  const fresh = mismatches(after, board).filter(({ key }) => !old.has(key));
  const pads = new Map<string, string[]>();
  for (const { pad, text } of fresh) {
    if (pad !== undefined) {
      pads.set(text, [...(pads.get(text) ?? []), pad]);
    }
  }
  return [
    ...fresh.filter(({ pad }) => pad === undefined).map(({ text }) => text),
    ...[...pads].map(([text, names]) => `${list(names)} ${names.length === 1 ? "is" : "are"} ${text}`),
  ];
}

function list(pads: readonly string[]): string {
  const more = pads.length - mostPads;
  return [...pads.slice(0, mostPads), ...(more > 0 ? [`${more} more pads`] : [])].join(", ");
}

function mismatches({ components, nets }: Netlist, { footprints }: Compared): Mismatch[] {
  const parts = components.filter(({ flags }) => !flags.includes("exclude_from_board"));
  const known = new Set(parts.map(({ reference }) => reference));
  const placed = new Map(footprints.map((footprint) => [footprint.reference, footprint]));
  const netOfPin = new Map(
    nets.flatMap(({ name, pins }) =>
      pins.map(({ reference, pin }) => [padName(reference, pin), name] as const),
    ),
  );
  const ofParts = parts.flatMap((part) => {
    const footprint = placed.get(part.reference);
    return footprint
      ? [
          ...differs(part.reference, "is", part.value, footprint.value),
          ...differs(part.reference, "has the footprint", part.footprint, footprint.libraryId),
        ]
      : [whole(`${word(part.reference)} is not on the board`)];
  });
  const ofBoard = footprints
    .filter(({ reference }) => !known.has(reference))
    .map(({ reference }) => whole(`${word(reference)} is on the board and not in the schematic`));
  const ofPads = footprints.flatMap(({ reference, pads }) =>
    pads.flatMap(({ number, net: written }): Mismatch[] => {
      const net = readableName(written);
      const pad = padName(reference, number);
      const wanted = netOfPin.get(pad);
      if (wanted === undefined || wanted === net || (isNothing(wanted) && isNothing(net))) {
        return [];
      }
      const text = `${onNet(wanted)} in the schematic, ${onNet(net)} on the board`;
      return [{ key: `${pad} ${text}`, pad: word(pad), text }];
    }),
  );
  return [...ofParts, ...ofBoard, ...new Map(ofPads.map((pad) => [pad.key, pad])).values()];
}

function differs(reference: string, verb: string, schematic: string, board: string): Mismatch[] {
  const text = (value: string) => (value === "" ? "(none)" : word(value));
  return schematic === board
    ? []
    : [whole(`${word(reference)} ${verb} ${text(schematic)} in the schematic, ${text(board)} on the board`)];
}

function whole(text: string): Mismatch {
  return { key: text, text };
}

function padName(reference: string, number: string): string {
  return `${reference}.${number}`;
}

function onNet(name: string): string {
  return isNothing(name) ? "connected to nothing" : `on ${word(name)}`;
}

/** The net of a single pin has a name of KiCad's own. */
function isNothing(net: string): boolean {
  return net === "" || net.startsWith("unconnected-(");
}

function word(text: string): string {
  return cutText(visibleName(text), longestName);
}
