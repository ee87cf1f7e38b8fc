/** What a board file holds: footprints with their pads, tracks, vias and zones. Lengths are mm, y goes down. */
import type { Point } from "../../drawing/geometry.js";
import { propertiesOf } from "../schematic/sheet-file.js";
import { type List, readList } from "../syntax/list.js";
import { arcLength } from "./arc.js";

export type Side = "front" | "back";

/** `rotation` is counter-clockwise, in degrees from 0 up to 360. */
export type FootprintPlace = Point & { rotation: number; side: Side };

export type Pad = { number: string; net: string; list: List };

export type Footprint = {
  list: List;
  /** Empty in boards that have none. */
  uuid: string;
  reference: string;
  value: string;
  /** `library:name` */
  libraryId: string;
  place: FootprintPlace;
  pads: Pad[];
};

/** `key` is the same for tracks that are in the same place. */
export type Track = { net: string; layer: string; width: number; length: number; key: string; list: List };

export type Via = { net: string; at: Point; key: string; list: List };

/** `key` is that of its outline and settings; how it is filled is left out. Keep-out areas have no net. */
export type Zone = { net: string; layers: string[]; uuid: string; key: string; list: List };

export type Board = {
  text: string;
  list: List;
  /** The date that KiCad names its formats by, 20241229; 0 where there is none. */
  version: number;
  footprints: Footprint[];
  tracks: Track[];
  vias: Via[];
  zones: Zone[];
};

/** Finds the name of the net that an item is on. Before KiCad 10 a board has a table of nets by number. */
export type NetOf = (item: List) => string;

/** Reads a board file; undefined where it is none. */
export function readBoard(text: string): Board | undefined {
  const list = readList(text);
  if (list?.head !== "kicad_pcb") {
    return undefined;
  }
  const netOf = netFinder(list);
  const tracks = list.items.filter(
    (item): item is List => item.kind === "list" && (item.head === "segment" || item.head === "arc"),
  );
  return {
    text,
    list,
    version: Number(list.valueOf("version") ?? 0) || 0,
    footprints: [...list.all("footprint"), ...list.all("module")].map((item) => readFootprint(item, netOf)),
    tracks: tracks.map((item) => readTrack(item, netOf)),
    vias: list.all("via").map((item) => readVia(item, netOf)),
    zones: list.all("zone").map((item) => readZone(item, netOf)),
  };
}

function netFinder(board: List): NetOf {
  const table = new Map(
    board.all("net").map(({ atoms: [number, name] }) => [number?.value, name?.value ?? ""]),
  );
  return (item) => {
    const [first, name] = item.first("net")?.atoms ?? [];
    if (name) {
      return name.value;
    }
    return first?.quoted ? first.value : (table.get(first?.value) ?? "");
  };
}

/** KiCad before version 8 kept the reference and the value in texts, and called ids time stamps. */
function readFootprint(list: List, netOf: NetOf): Footprint {
  const properties = propertiesOf(list);
  const texts = new Map(
    list.all("fp_text").map(({ atoms: [kind, text] }) => [kind?.value, text?.value ?? ""]),
  );
  const [x = 0, y = 0, rotation = 0] = list.first("at")?.numbers ?? [];
  return {
    list,
    uuid: list.valueOf("uuid") ?? list.valueOf("tstamp") ?? "",
    reference: properties.get("Reference")?.value ?? texts.get("reference") ?? "",
    value: properties.get("Value")?.value ?? texts.get("value") ?? "",
    libraryId: list.value() ?? "",
    place: {
      x,
      y,
      rotation: ((rotation % 360) + 360) % 360,
      side: list.valueOf("layer") === "B.Cu" ? "back" : "front",
    },
    pads: list.all("pad").map((pad) => ({ number: pad.value() ?? "", net: netOf(pad), list: pad })),
  };
}

function readTrack(list: List, netOf: NetOf): Track {
  const [start, mid, end] = ["start", "mid", "end"].map((head) => pointIn(list.first(head)));
  const layer = list.valueOf("layer") ?? "";
  const width = list.first("width")?.numbers[0] ?? 0;
  const ends = [start, end].map((point) => `${point?.x} ${point?.y}`).sort();
  return {
    net: netOf(list),
    layer,
    width,
    length: start && end ? arcLength(start, mid, end) : 0,
    key: [...ends, mid ? `${mid.x} ${mid.y}` : "", layer, width].join(" "),
    list,
  };
}

function readVia(list: List, netOf: NetOf): Via {
  const at = pointIn(list.first("at")) ?? { x: 0, y: 0 };
  const layers = list.first("layers")?.atoms.map(({ value }) => value) ?? [];
  const sizes = ["size", "drill"].map((head) => list.first(head)?.numbers[0] ?? 0);
  return { net: netOf(list), at, key: [at.x, at.y, ...sizes, ...layers].join(" "), list };
}

const notOfItsShape = new Set(["net", "net_name", "uuid", "tstamp", "filled_polygon", "fill_segments"]);

function readZone(list: List, netOf: NetOf): Zone {
  const layers = [...(list.first("layers")?.atoms ?? []), ...(list.first("layer")?.atoms ?? [])];
  return {
    net: list.first("net_name")?.value() || netOf(list),
    layers: layers.map(({ value }) => value),
    uuid: list.valueOf("uuid") ?? list.valueOf("tstamp") ?? "",
    key: list.items
      .filter((item) => item.kind === "list" && !notOfItsShape.has(item.head))
      .map((item) => item.toString().replace(/\s+/g, " "))
      .join(" "),
    list,
  };
}

function pointIn(list: List | undefined): Point | undefined {
  const [x, y] = list?.numbers ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}
