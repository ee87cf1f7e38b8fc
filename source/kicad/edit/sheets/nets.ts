/** The nets of a design with what belongs to each on the sheets. */
import type { Netlist } from "../../cli/netlist.js";
import { type Cluster, type Group, globalNameOf, groupsOf } from "../../design/schematic/connections.js";
import { readableName, writtenName } from "../../design/schematic/names.js";
import { placeKey } from "../../design/schematic/orientation.js";
import { namePath, type Schematic, type SheetUse } from "../../design/schematic/schematic.js";
import type { Label } from "../../design/schematic/sheet-file.js";
import type { Point } from "../../drawing/geometry.js";
import { loneNet, type PinName } from "../expected.js";
import type { PlacedPin } from "./named-parts.js";

export class Nets {
  readonly #groups: Group[];
  readonly #netOfPin = new Map<string, { name: string; pins: readonly PinName[] }>();
  readonly #groupOf = new Map<Cluster, Group>();
  readonly #clusterAt = new Map<SheetUse, Map<string, Cluster>>();

  constructor(schematic: Schematic, netlist: Netlist) {
    this.#groups = groupsOf(schematic);
    for (const net of netlist.nets) {
      for (const { reference, pin } of net.pins) {
        this.#netOfPin.set(`${reference}\n${pin}`, net);
      }
    }
    for (const group of this.#groups) {
      for (const cluster of group) {
        this.#groupOf.set(cluster, group);
        const places = this.#clusterAt.get(cluster.use) ?? new Map();
        this.#clusterAt.set(cluster.use, places);
        for (const { pin } of [...cluster.pins, ...cluster.sheetPins]) {
          places.set(placeKey(pin.at), cluster);
        }
      }
    }
  }

  /** What touches a pin. */
  clusterOf({ used, pin }: PlacedPin): Cluster {
    return this.#clusterAt.get(used.use)?.get(placeKey(pin.at)) as Cluster;
  }

  /** What touches the pins that end at a place of this use of a sheet. */
  clusterIn(use: SheetUse, at: Point): Cluster | undefined {
    return this.#clusterAt.get(use)?.get(placeKey(at));
  }

  groupOf(cluster: Cluster): Group {
    return this.#groupOf.get(cluster) ?? [cluster];
  }

  /** The name of a group's net: as kicad-cli has it where a part's pin is on it, else by its labels. */
  nameOf(group: Group): string {
    const [pin] = partPins(group);
    const known = pin && this.#netOfPin.get(`${pin.reference}\n${pin.pin}`);
    return known?.name ?? nameByLabels(group) ?? (pin ? loneNet(pin) : "");
  }

  /** The groups whose net has this name; several where a bus joins them. */
  named(name: string): Group[] {
    return this.#groups.filter((group) => this.nameOf(group) === name);
  }

  /** The names of all nets that somebody named. */
  get names(): string[] {
    return [...new Set([...this.#netOfPin.values()].map(({ name }) => name))];
  }

  /** The group that a label of this text would join on this use of a sheet; undefined where there is none. */
  labelled(use: SheetUse, text: string): Group | undefined {
    return this.#groups.find((group) =>
      group.some(
        (cluster) =>
          cluster.use === use &&
          (hasLabel(cluster, text) || cluster.pins.some((pin) => globalNameOf(pin) === text)),
      ),
    );
  }

  /** The group of the global labels and power symbols of this name. */
  global(name: string): Group | undefined {
    return this.#groups.find((group) => group.some((cluster) => isGlobal(cluster, name)));
  }
}

function hasLabel({ labels }: Cluster, text: string): boolean {
  return labels.some((label) => readableName(label.text) === text);
}

function isGlobal({ labels, pins }: Cluster, name: string): boolean {
  return (
    labels.some(({ kind, text }) => kind === "global_label" && readableName(text) === name) ||
    pins.some((pin) => globalNameOf(pin) === name)
  );
}

/** The pins of parts in a group; power symbols are not in netlists. */
export function partPins(group: readonly Cluster[]): PinName[] {
  return group.flatMap(({ pins }) =>
    pins
      .filter(({ used }) => !used.reference.startsWith("#"))
      .map(({ used, pin }) => ({ reference: used.reference, pin: pin.number })),
  );
}

/** The names in a group, those that KiCad prefers first: global ones, then those of sheets nearer to the root. */
export function namesIn(group: Group): string[] {
  const globals = group.flatMap(({ labels, pins }) => [
    ...labels.filter(({ kind }) => kind === "global_label").map(({ text }) => readableName(text)),
    ...pins.flatMap((pin) => globalNameOf(pin) ?? []),
  ]);
  const locals = group.flatMap(({ use, labels }) =>
    labels
      .filter(({ kind }) => kind !== "global_label")
      .map((label) => ({ depth: use.names.length, rank: rankOf(label), name: localName(use, label.text) })),
  );
  locals.sort(
    (one, other) => one.rank - other.rank || one.depth - other.depth || (one.name < other.name ? -1 : 1),
  );
  return [...new Set([...globals.sort(), ...locals.map(({ name }) => name)])];
}

function rankOf({ kind }: Label): number {
  return kind === "label" ? 0 : 1;
}

/** The name of the net of a local label. */
export function localName(use: SheetUse, text: string): string {
  return `${namePath(use)}${readableName(text)}`;
}

/** The same as boards and files have it, where a slash in a name is written as a word. */
export function writtenLocalName({ names }: SheetUse, text: string): string {
  return ["", ...names, writtenName(text)].join("/");
}

function nameByLabels(group: Group): string | undefined {
  return namesIn(group)[0];
}
