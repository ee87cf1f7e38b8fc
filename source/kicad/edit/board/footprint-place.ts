/**
 * The changes of a footprint's text that put it elsewhere. Most of what is in a footprint has its place in the
 * footprint's own directions, and its angle in those of the board; zones have all in those of the board.
 */
import type { Board, Footprint, FootprintPlace } from "../../design/board/board.js";
import type { Atom, List } from "../../design/syntax/list.js";
import { quote } from "../../design/syntax/strings.js";
import type { Point } from "../../drawing/geometry.js";
import { refuse } from "../edit.js";
import type { Splice } from "../splice.js";
import { removal, replacement } from "../writing/place-text.js";

/** What has an angle of its own, with how it is counted after a flip. */
const texts = new Set(["property", "fp_text"]);

/** Lists that hold places in the footprint's own directions. */
const points = new Set(["start", "mid", "end", "center", "xy", "at", "offset"]);

/** What cannot be turned over without knowing more of it than a place. */
const notFlipped = new Set(["image", "table", "fp_text_box", "barcode"]);

type Change = { board: Board; from: FootprintPlace; to: FootprintPlace; isFlipped: boolean };

/** The changes that put `footprint` where `to` is. Throws `edit-refused` where it cannot be turned over. */
export function placedAnew(
  board: Board,
  { list, place: from, reference }: Footprint,
  to: FootprintPlace,
): Splice[] {
  const change = { board, from, to, isFlipped: from.side !== to.side };
  const lists = list.items.filter((item): item is List => item.kind === "list");
  const odd = lists.find(({ head }) => head === "dimension" || (change.isFlipped && notFlipped.has(head)));
  if (odd) {
    refuse(`${reference} has a ${odd.head} in its footprint, which cannot be put elsewhere here.`);
  }
  const at = list.first("at");
  return [
    ...(at ? placeSplices(at, [to.x, to.y], normalized(to.rotation)) : []),
    ...lists.filter((item) => item !== at).flatMap((item) => childSplices(item, change)),
  ];
}

function childSplices(item: List, change: Change): Splice[] {
  if (item.head === "zone") {
    return [...zoneSplices(item, change), ...(change.isFlipped ? layerSplices(item, change.board) : [])];
  }
  const at = item.first("at");
  const hasAngle = texts.has(item.head) || item.head === "pad";
  const angle = hasAngle && at ? newAngle(item, at, change) : undefined;
  if (!change.isFlipped) {
    const [x = 0, y = 0] = at?.numbers ?? [];
    return [
      ...(at && angle !== undefined ? placeSplices(at, [x, y], angle) : []),
      ...(angle === undefined ? [] : item.all("render_cache").map((cache) => removal(item, cache))),
    ];
  }
  if (item.head === "model") {
    return [];
  }
  return [
    ...pointSplices(item, at, angle),
    ...layerSplices(item, change.board),
    ...(texts.has(item.head) ? mirrorSplices(item) : []),
    ...(item.head === "pad" ? cornerSplices(item) : []),
  ];
}

/** The angle of a pad or a text on the board; undefined where it stays. */
function newAngle(item: List, at: List, { from, to, isFlipped }: Change): number | undefined {
  const angle = at.numbers[2] ?? 0;
  const own = angle - from.rotation;
  if (isFlipped) {
    return normalized(to.rotation + (item.head === "pad" ? -own : 180 - own));
  }
  return to.rotation === from.rotation ? undefined : normalized(to.rotation + own);
}

/** Writes a place; an angle of 0 that is not there is left out. */
function placeSplices(at: List, [x, y]: [number, number], angle: number): Splice[] {
  const [first, second, third] = at.atoms;
  if (!first || !second) {
    return [];
  }
  const hasAngle = third !== undefined && Number.isFinite(Number(third.value));
  return [
    ...changed(first, rounded(x)),
    ...changed(second, rounded(y)),
    ...(hasAngle ? changed(third, angle) : []),
    ...(hasAngle || angle === 0 ? [] : [{ start: second.end, end: second.end, text: ` ${angle}` }]),
  ];
}

function changed(atom: Atom, value: number): Splice[] {
  return Number(atom.value) === value ? [] : [replacement(atom, String(value))];
}

/** Everything in a child of the footprint that has a place is mirrored at its level axis. */
function pointSplices(item: List, own: List | undefined, angle: number | undefined): Splice[] {
  const splices: Splice[] = [];
  const waiting: List[] = [item];
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    if (points.has(list.head)) {
      const [x = 0, y = 0] = list.numbers;
      splices.push(
        ...(list === own && angle !== undefined
          ? placeSplices(list, [x, -y], angle)
          : placeSplices(list, [x, -y], list.numbers[2] ?? 0)),
      );
    }
    waiting.push(
      ...list.items.filter((inner): inner is List => inner.kind === "list" && inner.head !== "render_cache"),
    );
  }
  return [...splices, ...item.all("render_cache").map((cache) => removal(item, cache))];
}

function zoneSplices(zone: List, { from, to, isFlipped }: Change): Splice[] {
  const moved = (point: Point) => {
    const local = rotated({ x: point.x - from.x, y: point.y - from.y }, -from.rotation);
    const placed = rotated(isFlipped ? { x: local.x, y: -local.y } : local, to.rotation);
    return { x: to.x + placed.x, y: to.y + placed.y };
  };
  const corners = [...zone.all("polygon"), ...zone.all("filled_polygon")].flatMap((polygon) =>
    polygon.all("pts").flatMap((pts) => [...pts.all("xy"), ...pts.all("arc").flatMap(arcPoints)]),
  );
  return corners.flatMap((corner) => {
    const [x = 0, y = 0] = corner.numbers;
    const now = moved({ x, y });
    return placeSplices(corner, [now.x, now.y], 0);
  });
}

function arcPoints(arc: List): List[] {
  return ["start", "mid", "end"].flatMap((head) => arc.all(head));
}

/** Counter-clockwise as it is seen on the board, where y goes down. */
function rotated({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return {
    x: x * Math.cos(radians) + y * Math.sin(radians),
    y: -x * Math.sin(radians) + y * Math.cos(radians),
  };
}

function layerSplices(item: List, board: Board): Splice[] {
  const splices: Splice[] = [];
  const waiting: List[] = [item];
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    if (["layer", "layers", "private_layers"].includes(list.head)) {
      for (const atom of list.atoms) {
        const other = otherSide(atom.value, board);
        if (other !== atom.value) {
          splices.push(replacement(atom, atom.quoted ? quote(other) : other));
        }
      }
    }
    waiting.push(...list.items.filter((inner): inner is List => inner.kind === "list"));
  }
  return splices;
}

/** `F.SilkS` → `B.SilkS`, and of the inner layers the first → the last. */
function otherSide(layer: string, { list }: Board): string {
  const [, inner] = /^In(\d+)\.Cu$/.exec(layer) ?? [];
  if (inner !== undefined) {
    const names =
      list.first("layers")?.items.flatMap((item) => (item.kind === "list" ? [item.value() ?? ""] : [])) ?? [];
    const count = names.filter((name) => /^In\d+\.Cu$/.test(name)).length;
    return `In${count + 1 - Number(inner)}.Cu`;
  }
  return layer.replace(/^[FB](?=\.)/, (side) => (side === "F" ? "B" : "F"));
}

/** A text on the back is written mirrored; one on a layer of neither side stays as it is. */
function mirrorSplices(item: List): Splice[] {
  if (!/^[FB]\./.test(item.valueOf("layer") ?? "")) {
    return [];
  }
  const effects = item.first("effects");
  const justify = effects?.first("justify");
  const mirror = justify?.atoms.find(({ value }) => value === "mirror");
  if (!effects) {
    return [];
  }
  if (!justify) {
    const font = effects.first("font");
    const end = font?.end ?? effects.end - 1;
    return [{ start: end, end, text: " (justify mirror)" }];
  }
  if (!mirror) {
    const end = justify.atoms.at(-1)?.end ?? justify.end - 1;
    return [{ start: end, end, text: " mirror" }];
  }
  return [justify.atoms.length === 1 ? removal(effects, justify) : removal(justify, mirror)];
}

/** The corners of a pad that are cut off change places. */
function cornerSplices(pad: List): Splice[] {
  return (pad.first("chamfer")?.atoms ?? []).map((atom) =>
    replacement(
      atom,
      atom.value.replace(/^(top|bottom)(?=_)/, (side) => (side === "top" ? "bottom" : "top")),
    ),
  );
}

/** Boards are exact to a nanometre. */
export function rounded(mm: number): number {
  return Math.round(mm * 1e6) / 1e6 + 0;
}

/** Degrees from 0 up to 360. */
export function normalized(degrees: number): number {
  return ((rounded(degrees) % 360) + 360) % 360;
}
