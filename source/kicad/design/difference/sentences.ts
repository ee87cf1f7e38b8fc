/** Differences in words: one sentence a change, for people and for the model. */
import type {
  BoardChanges,
  ComparedDesign,
  NetChanges,
  PartChanges,
  ProjectDifference,
} from "../../../base/design-difference.js";
import { counted } from "../../../base/text/counted.js";
import { cutText, visibleName } from "../../../base/text/safe-text.js";
import { boardsAreSame } from "./board-difference.js";
import { isSame, type NetlistDifference, netsAreSame } from "./netlist-difference.js";

/** How what the design calls something, or a value that it has, is written within a sentence. */
export type Wording = (text: string) => string;

/** A value can be as long as a designer likes. */
const longestText = 120;

/** Names as the design has them, on one line. */
export const plainWording: Wording = (text) => cutText(visibleName(text), longestText);

type Differences = Omit<ProjectDifference, "project">;

/** Nets first, then parts, then the board. Empty where nothing changed. */
export function describeDifference(difference: Differences, word = plainWording): string[] {
  const { whole, parts, nets, board } = difference;
  if (whole !== undefined) {
    return describeWhole({ ...difference, whole }, word);
  }
  return [
    ...describeNetlistDifference({ parts, nets }, word),
    ...(board ? describeBoardChanges(board, word) : []),
  ];
}

/** A project that is new or gone: what it has is no change of each part and net. */
function describeWhole(
  { whole, parts, nets, board }: Differences & { whole: "added" | "removed" },
  word: Wording,
): string[] {
  const named = (names: readonly string[], noun: string) =>
    names.length === 0 ? [] : [`${counted(names.length, noun)}: ${bounded(names.map(word)).join(", ")}`];
  return [
    whole === "added" ? "the project is new" : "the project is gone",
    ...named(
      parts[whole].map(({ ref }) => ref),
      "part",
    ),
    ...named(
      nets[whole].map(({ name }) => name),
      "net",
    ),
    ...named(board?.footprints[whole].map(({ ref }) => ref) ?? [], "footprint"),
  ];
}

/** The same of what was compared; that nothing of it changed is a sentence, too, and why something was not. */
export function describeCompared(
  { nets, parts, board, notCompared }: ComparedDesign & { notCompared?: string },
  word = plainWording,
): string[] {
  const netlist = nets && parts && { nets, parts };
  return [
    ...(netlist ? describeNetlistDifference(netlist, word) : []),
    ...(netlist && isSame(netlist) ? ["parts and nets unchanged"] : []),
    ...(board ? describeBoardChanges(board, word) : []),
    ...(board && boardsAreSame(board) ? ["footprints, tracks, vias and zones unchanged"] : []),
    ...(notCompared === undefined ? [] : [`not compared: ${visibleName(notCompared)}`]),
  ];
}

export function describeNetlistDifference(difference: NetlistDifference, word = plainWording): string[] {
  const { parts, nets } = difference;
  return isSame(difference) ? [] : [...describeNets(nets, word), ...describeParts(parts, nets, word)];
}

/** The first `most` sentences, and how many more there are. */
export function firstSentences(sentences: readonly string[], most: number): string[] {
  const more = sentences.length - most;
  return [...sentences.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** What happened to nets and to the pins on them. */
export function describeNets(
  { joined, split, renamed, pins, added, removed }: NetChanges,
  word = plainWording,
): string[] {
  return [
    ...joined.map(({ before, after }) => `nets ${listOf(before.map(word))} joined: now ${word(after)}`),
    ...split.map(({ before, kept, parts }) => {
      const moved = parts.map(({ name, pins }) => `${pinsIn(pins, word)} now on ${word(name)}`).join("; ");
      const rest = kept === before ? "" : `; the rest is ${word(kept)}`;
      return `net ${word(before)} split: ${moved}${rest}`;
    }),
    ...renamed.map(({ before, after }) => `net ${word(before)} renamed to ${word(after)}`),
    ...pins.map(({ ref, number, before, after }) => {
      const pin = word(`${ref}.${number}`);
      if (before === null) {
        return `${pin} joined ${word(after ?? "")}`;
      }
      return after === null
        ? `${pin} left ${word(before)}: connected to nothing`
        : `${pin} moved from ${word(before)} to ${word(after)}`;
    }),
    ...added.map(({ name, pins }) => `net ${word(name)} added: ${pinsIn(pins, word)}`),
    ...removed.map(({ name }) => `net ${word(name)} removed`),
  ];
}

function describeParts({ added, removed, changed }: PartChanges, nets: NetChanges, word: Wording): string[] {
  const value = (text: string | null) => (text === null || text === "" ? "(none)" : word(text));
  return [
    ...added.map(({ ref, value: what, footprint, pins }) => {
      const on = pins.map(({ number, net }) => `${word(number)} on ${net === null ? "nothing" : word(net)}`);
      const kind = [what, footprint].filter((text) => text !== "").map(word);
      return [
        `${word(ref)} added: ${kind.join(", ")}`,
        ...(on.length > 0 ? [bounded(on).join(", ")] : []),
      ].join(" · ");
    }),
    ...removed.map(({ ref, value: what }) => `${word(ref)} removed (${value(what)})`),
    ...changed.map(({ ref, changes }) => {
      const fields = changes.map(
        ({ field, before, after }) => `${word(field)} ${value(before)} → ${value(after)}`,
      );
      return `${word(ref)} ${fields.join(", ")}${netsAreSame(nets) ? " · nets unchanged" : ""}`;
    }),
  ];
}

/** What changed on a board. */
export function describeBoardChanges(
  { footprints, tracks, vias, zones }: BoardChanges,
  word = plainWording,
): string[] {
  const ofNet = (net: string) => (net === "" ? "no net" : word(net));
  return [
    ...footprints.added.map(({ ref, footprint }) => `${word(ref)} placed on the board: ${word(footprint)}`),
    ...footprints.removed.map(({ ref }) => `${word(ref)} removed from the board`),
    ...footprints.moved.map(({ ref, before, after }) => `${word(ref)} ${describeMove(before, after)}`),
    ...tracks.map(({ net, before, after }) => {
      const count = `${counted(before.count, "segment")} → ${after.count}`;
      return `tracks of ${ofNet(net)}: ${count}, ${mm(before.length ?? 0)} → ${mm(after.length ?? 0)}`;
    }),
    ...vias.map(({ net, before, after }) => `vias of ${ofNet(net)}: ${before.count} → ${after.count}`),
    ...zones.map(
      ({ net, layers, change }) => `zone of ${ofNet(net)} on ${layers.map(word).join(", ")} ${change}`,
    ),
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
  const flipped = before.side !== after.side;
  // To change sides is to be turned over the upright axis: that alone mirrors the angle.
  const unturned = flipped ? 180 - before.rotation : before.rotation;
  const turn = rounded((((after.rotation - unturned) % 360) + 360) % 360);
  return [
    ...(ways.length > 0 ? [`moved ${ways.join(" and ")}`] : []),
    ...(turn === 0 ? [] : [`turned by ${turn > 180 ? turn - 360 : turn}°`]),
    ...(flipped ? [`now on the ${after.side}`] : []),
  ].join(", ");
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function mm(length: number): string {
  return `${rounded(length)} mm`;
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

function pinsIn(pins: readonly { ref: string; number: string }[], word: Wording): string {
  return bounded(pins.map(({ ref, number }) => word(`${ref}.${number}`))).join(", ");
}
