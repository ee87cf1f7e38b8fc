/**
 * What touches what on each sheet, and what the names on the sheets join. It serves to find the wires and labels of a
 * net; which pins a net has, kicad-cli decides. What buses join is left out: a group that meets one is marked.
 */
import { LineIndex } from "./line-index.js";
import { busMembers, readableName } from "./names.js";
import { placeKey } from "./orientation.js";
import { type Pin, pinsOf, type Schematic, type SheetUse, symbolsIn, type UsedSymbol } from "./schematic.js";
import { Sets } from "./sets.js";
import type { Label, Line, SheetFile, SheetPin, SubSheet } from "./sheet-file.js";

export type UsedPin = { used: UsedSymbol; pin: Pin };

/** What hangs together on one use of a sheet by touching. */
export type Cluster = {
  use: SheetUse;
  wires: Line[];
  pins: UsedPin[];
  labels: Label[];
  sheetPins: { sheet: SubSheet; pin: SheetPin }[];
  noConnects: SheetFile["noConnects"];
  meetsBus: boolean;
};

/** The clusters of one net, as far as names and sheets join them. */
export type Group = Cluster[];

/** The first version of schematics in which a power symbol's net has the name in its value, not that of its pin. */
export const powerNamedByValue = 20230221;

/** Whether a symbol names a net or marks one, and is no part: netlists leave it out. */
export function isPowerSymbol({ symbol, reference }: UsedSymbol): boolean {
  return symbol.definition?.isPower === true || reference.startsWith("#");
}

/** A pin that names its net: that of a power symbol, or a hidden power input of a part. */
export function globalNameOf({ used, pin }: UsedPin): string | undefined {
  if (pin.type !== "power_in") {
    return undefined;
  }
  if (used.symbol.definition?.isPower && used.use.file.version >= powerNamedByValue) {
    return readableName(used.symbol.properties.get("Value")?.value ?? "");
  }
  return pin.hidden || used.symbol.definition?.isPower ? pin.name : undefined;
}

/** What touches on one use of a sheet. */
export function clustersOf(schematic: Schematic, use: SheetUse): Cluster[] {
  const { file } = use;
  const symbols = symbolsIn(schematic, use);
  const aliases = busAliasesOf(schematic);
  const wires = new LineIndex(file.wires);
  const buses = new LineIndex(file.buses);
  const inBuses = busMembersOn(file, aliases);
  const sets = new Sets<string>();
  const members: { place: string; add: (cluster: Cluster) => void }[] = [];
  const put = (place: string, add: (cluster: Cluster) => void) => {
    sets.find(place);
    members.push({ place, add });
  };
  for (const wire of file.wires) {
    sets.join(placeKey(wire.from), placeKey(wire.to));
    put(placeKey(wire.from), ({ wires }) => wires.push(wire));
  }
  const joinWiresAt = (at: { x: number; y: number }) => {
    for (const wire of wires.at(at)) {
      sets.join(placeKey(at), placeKey(wire.from));
    }
  };
  for (const { at } of file.junctions) {
    joinWiresAt(at);
  }
  for (const used of symbols) {
    for (const pin of pinsOf(used)) {
      put(placeKey(pin.at), ({ pins }) => pins.push({ used, pin }));
    }
  }
  for (const label of file.labels.filter(({ at }) => buses.at(at).length === 0)) {
    joinWiresAt(label.at);
    put(placeKey(label.at), (cluster) => {
      cluster.labels.push(label);
      cluster.meetsBus ||= inBuses.has(readableName(label.text));
    });
  }
  for (const sheet of file.subSheets) {
    for (const pin of sheet.pins.filter(({ at }) => buses.at(at).length === 0)) {
      joinWiresAt(pin.at);
      put(placeKey(pin.at), ({ sheetPins }) => sheetPins.push({ sheet, pin }));
    }
  }
  for (const entry of file.busEntries) {
    for (const at of [entry.from, entry.to].filter((end) => buses.at(end).length === 0)) {
      joinWiresAt(at);
      put(placeKey(at), (cluster) => {
        cluster.meetsBus = true;
      });
    }
  }
  for (const noConnect of file.noConnects) {
    put(placeKey(noConnect.at), ({ noConnects }) => noConnects.push(noConnect));
  }
  const clusters = new Map<string, Cluster>();
  for (const { place, add } of members) {
    const root = sets.find(place);
    const cluster = clusters.get(root) ?? emptyCluster(use);
    clusters.set(root, cluster);
    add(cluster);
  }
  return [...clusters.values()];
}

/** The names of the nets that the buses of a file have as members. */
function busMembersOn(file: SheetFile, aliases: BusAliases): Set<string> {
  const written = [...file.labels, ...file.subSheets.flatMap(({ pins }) => pins)];
  return new Set(
    written.flatMap(({ text }) => busMembers(text, aliases) ?? []).map((name) => readableName(name)),
  );
}

type BusAliases = ReadonlyMap<string, readonly string[]>;

/** An alias may be used on other sheets than the one that defines it. */
function busAliasesOf({ files }: Schematic): BusAliases {
  return new Map([...files.values()].flatMap(({ busAliases }) => [...busAliases]));
}

function emptyCluster(use: SheetUse): Cluster {
  return { use, wires: [], pins: [], labels: [], sheetPins: [], noConnects: [], meetsBus: false };
}

/** Every group of the schematic. */
export function groupsOf(schematic: Schematic): Group[] {
  const clusters = schematic.uses.flatMap((use) => clustersOf(schematic, use));
  const sets = new Sets<string>();
  const names = clusters.map((cluster, index) => {
    const own = `cluster ${index}`;
    for (const name of namesOf(cluster)) {
      sets.join(own, name);
    }
    return own;
  });
  const globals = new Set(clusters.flatMap(globalNames));
  for (const cluster of clusters) {
    // A local label has the net of a global one of its name where both are on one sheet.
    for (const name of new Set(globalNames(cluster).filter((name) => globals.has(name)))) {
      sets.join(`global ${name}`, localName(cluster.use, name));
    }
  }
  const groups = new Map<string, Group>();
  for (const [index, cluster] of clusters.entries()) {
    const root = sets.find(names[index] ?? "");
    groups.set(root, [...(groups.get(root) ?? []), cluster]);
  }
  return [...groups.values()];
}

function localName({ path }: SheetUse, name: string): string {
  return `local ${path} ${name}`;
}

function globalNames({ labels, pins }: Cluster): string[] {
  return [
    ...labels.filter(({ kind }) => kind === "global_label").map(({ text }) => readableName(text)),
    ...pins.flatMap((pin) => globalNameOf(pin) ?? []),
  ];
}

/** The names by which a cluster is joined to others, each with how far it reaches. */
function namesOf(cluster: Cluster): string[] {
  const { use, labels, sheetPins } = cluster;
  return [
    ...labels
      .filter(({ kind }) => kind !== "global_label")
      .map(({ text }) => localName(use, readableName(text))),
    ...labels
      .filter(({ kind }) => kind === "hierarchical_label")
      .map(({ text }) => `sheet ${use.path} ${readableName(text)}`),
    ...sheetPins.map(({ sheet, pin }) => `sheet ${use.path}/${sheet.uuid} ${readableName(pin.text)}`),
    ...globalNames(cluster).map((name) => `global ${name}`),
  ];
}
