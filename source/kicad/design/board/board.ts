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
  const footprints = once(() =>
    [...list.all("footprint"), ...list.all("module")].map((item) => readFootprint(item, netOf)),
  );
  const tracks = once(() =>
    list.items
      .filter((item): item is List => item.kind === "list" && (item.isA("segment") || item.isA("arc")))
      .map((item) => new TrackItem(item, netOf(item))),
  );
  const vias = once(() => list.all("via").map((item) => new ViaItem(item, netOf(item))));
  const zones = once(() => list.all("zone").map((item) => new ZoneItem(item, netOf(item))));
  return {
    text,
    list,
    version: Number(list.valueOf("version") ?? 0) || 0,
    get footprints() {
      return footprints();
    },
    get tracks() {
      return tracks();
    },
    get vias() {
      return vias();
    },
    get zones() {
      return zones();
    },
  };
}

/** A large board has 100,000 tracks, and who asks for a part needs none of them. */
function once<Result>(read: () => Result): () => Result {
  let known: { result: Result } | undefined;
  return () => {
    known ??= { result: read() };
    return known.result;
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
  const pads = once(() =>
    list.all("pad").map((pad) => ({ number: pad.value() ?? "", net: netOf(pad), list: pad })),
  );
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
    get pads() {
      return pads();
    },
  };
}

class TrackItem implements Track {
  constructor(
    readonly list: List,
    readonly net: string,
  ) {}

  get layer(): string {
    return this.list.valueOf("layer") ?? "";
  }

  get width(): number {
    return this.list.first("width")?.numbers[0] ?? 0;
  }

  get length(): number {
    const { start, mid, end } = this.#points;
    return start && end ? arcLength(start, mid, end) : 0;
  }

  get key(): string {
    const { start, mid, end } = this.#points;
    const ends = [start, end].map((point) => `${point?.x} ${point?.y}`).sort();
    return [...ends, mid ? `${mid.x} ${mid.y}` : "", this.layer, this.width].join(" ");
  }

  get #points() {
    const [start, mid, end] = ["start", "mid", "end"].map((head) => pointIn(this.list.first(head)));
    return { start, mid, end };
  }
}

class ViaItem implements Via {
  constructor(
    readonly list: List,
    readonly net: string,
  ) {}

  get at(): Point {
    return pointIn(this.list.first("at")) ?? { x: 0, y: 0 };
  }

  get key(): string {
    const layers = this.list.first("layers")?.atoms.map(({ value }) => value) ?? [];
    const sizes = ["size", "drill"].map((head) => this.list.first(head)?.numbers[0] ?? 0);
    return [this.at.x, this.at.y, ...sizes, ...layers].join(" ");
  }
}

const notOfItsShape = new Set(["net", "net_name", "uuid", "tstamp", "filled_polygon", "fill_segments"]);

class ZoneItem implements Zone {
  readonly net: string;

  constructor(
    readonly list: List,
    net: string,
  ) {
    this.net = list.first("net_name")?.value() || net;
  }

  get layers(): string[] {
    const { list } = this;
    const layers = [...(list.first("layers")?.atoms ?? []), ...(list.first("layer")?.atoms ?? [])];
    return layers.map(({ value }) => value);
  }

  get uuid(): string {
    return this.list.valueOf("uuid") ?? this.list.valueOf("tstamp") ?? "";
  }

  get key(): string {
    return this.list.items
      .filter((item) => item.kind === "list" && !notOfItsShape.has(item.head))
      .map((item) => item.toString().replace(/\s+/g, " "))
      .join(" ");
  }
}

function pointIn(list: List | undefined): Point | undefined {
  const [x, y] = list?.numbers ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}
