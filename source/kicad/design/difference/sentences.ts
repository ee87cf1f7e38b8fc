/** Differences in words: one sentence a change, for people and for the model. Names are as the design has them. */
import { counted } from "../../../base/text/counted.js";
import { isSame, type NetlistDifference, netsAreSame } from "./netlist-difference.js";
import type { BoardChanges, NetChanges, PartChanges, ProjectDifference } from "./schema.js";

/** Nets first, then parts, then the board. Empty where nothing changed. */
export function describeDifference({
  parts,
  nets,
  board,
}: Pick<ProjectDifference, "parts" | "nets" | "board">): string[] {
  return [...describeNetlistDifference({ parts, nets }), ...(board ? describeBoardChanges(board) : [])];
}

export function describeNetlistDifference(difference: NetlistDifference): string[] {
  const { parts, nets } = difference;
  return isSame(difference) ? [] : [...describeNets(nets), ...describeParts(parts, netsAreSame(nets))];
}

function describeNets({ joined, split, renamed, pins, added, removed }: NetChanges): string[] {
  return [
    ...joined.map(({ before, after }) => `nets ${listOf(before)} joined: now ${after}`),
    ...split.map(({ before, kept, parts }) => {
      const moved = parts.map(({ name, pins }) => `${pinsIn(pins)} now on ${name}`).join("; ");
      const rest = kept === before ? "" : `; the rest is ${kept}`;
      return `net ${before} split: ${moved}${rest}`;
    }),
    ...renamed.map(({ before, after }) => `net ${before} renamed to ${after}`),
    ...pins.map(({ ref, number, before, after }) => {
      const pin = `${ref}.${number}`;
      if (before === null) {
        return `${pin} joined ${after}`;
      }
      return after === null
        ? `${pin} left ${before}: connected to nothing`
        : `${pin} moved from ${before} to ${after}`;
    }),
    ...added.map(({ name, pins }) => `net ${name} added: ${pinsIn(pins)}`),
    ...removed.map(({ name }) => `net ${name} removed`),
  ];
}

function describeParts({ added, removed, changed }: PartChanges, sameNets: boolean): string[] {
  return [
    ...added.map(({ ref, value, footprint, pins }) => {
      const nets = pins.map(({ number, net }) => `${number} on ${net ?? "nothing"}`);
      return `${ref} added: ${[value, footprint].filter((text) => text !== "").join(", ")} · ${bounded(nets).join(", ")}`;
    }),
    ...removed.map(({ ref, value }) => `${ref} removed (${value})`),
    ...changed.map(({ ref, changes }) => {
      const fields = changes.map(({ field, before, after }) => `${field} ${shown(before)} → ${shown(after)}`);
      return `${ref} ${fields.join(", ")}${sameNets ? " · nets unchanged" : ""}`;
    }),
  ];
}

/** What changed on a board. */
export function describeBoardChanges({ footprints, tracks, vias, zones }: BoardChanges): string[] {
  return [
    ...footprints.added.map(({ ref, footprint }) => `${ref} placed on the board: ${footprint}`),
    ...footprints.removed.map(({ ref }) => `${ref} removed from the board`),
    ...footprints.moved.map(({ ref, before, after }) => `${ref} ${describeMove(before, after)}`),
    ...tracks.map(({ net, before, after }) => {
      const count = `${counted(before.count, "segment")} → ${after.count}`;
      return `tracks of ${net}: ${count}, ${mm(before.length ?? 0)} → ${mm(after.length ?? 0)}`;
    }),
    ...vias.map(({ net, before, after }) => `vias of ${net}: ${before.count} → ${after.count}`),
    ...zones.map(({ net, layers, change }) => `zone of ${net} on ${layers.join(", ")} ${change}`),
  ];
}

type Place = BoardChanges["footprints"]["moved"][number]["before"];

/** `moved 2 mm right, turned by 90°, now on the back` */
function describeMove(before: Place, after: Place): string {
  const x = rounded(after.x - before.x);
  const y = rounded(after.y - before.y);
  const ways = [
    ...(x === 0 ? [] : [`${mm(Math.abs(x))} ${x > 0 ? "right" : "left"}`]),
    ...(y === 0 ? [] : [`${mm(Math.abs(y))} ${y > 0 ? "down" : "up"}`]),
  ];
  const turn = rounded((((after.rotation - before.rotation) % 360) + 360) % 360);
  const flipped = before.side !== after.side;
  return [
    ...(ways.length > 0 ? [`moved ${ways.join(" and ")}`] : []),
    ...(turn === 0 || flipped ? [] : [`turned by ${turn > 180 ? turn - 360 : turn}°`]),
    ...(flipped ? [`now on the ${after.side}`] : []),
  ].join(", ");
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function mm(length: number): string {
  return `${rounded(length)} mm`;
}

function shown(value: string | null): string {
  return value === null || value === "" ? "(none)" : value;
}

/** `A, B and C` */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** More are counted, not listed. */
const mostListed = 8;

function bounded(list: readonly string[]): string[] {
  return list.length <= mostListed
    ? [...list]
    : [...list.slice(0, mostListed), `${list.length - mostListed} more`];
}

function pinsIn(pins: readonly { ref: string; number: string }[]): string {
  return bounded(pins.map(({ ref, number }) => `${ref}.${number}`)).join(", ");
}
