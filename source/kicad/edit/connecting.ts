/** Finds how a pin gets to its net on its sheet, and draws it. */
import type { Netlist } from "../cli/netlist.js";
import { type Cluster, type Group, globalNameOf, isPowerSymbol } from "../design/schematic/connections.js";
import { busMembers, isAutomaticName, readableName } from "../design/schematic/names.js";
import { placeKey } from "../design/schematic/orientation.js";
import { namePath, type SheetUse } from "../design/schematic/schematic.js";
import { refuse } from "./edit.js";
import { withNetRenamed, withPinsOn } from "./expected.js";
import { nearest, type PlacedPin } from "./sheets/named-parts.js";
import { localName, type Nets } from "./sheets/nets.js";
import { type End, faceEachOther, isClear } from "./sheets/sight.js";
import type { Spot } from "./sheets/spots.js";
import type { Draft } from "./writing/draft.js";
import { removal } from "./writing/place-text.js";
import { type PowerSymbol, powerSymbolFor, powerSymbolOf } from "./writing/power-symbols.js";

/** A net that pins are to come to. `name` is its full name, `short` what a label of it has. */
export type Target = { name: string; short: string; groups: Group[]; power?: PowerSymbol; isGlobal: boolean };

/** What is put at a pin. */
type Mark =
  | { kind: "label" | "global_label"; text: string }
  | { kind: "power"; text: string; symbol: PowerSymbol };

export class Connecting {
  expected: Netlist;
  readonly notes: string[] = [];
  /** Nets that this edit gave a label to, by the sheet and their name before. */
  readonly #labelled = new Map<string, string>();

  constructor(
    readonly draft: Draft,
    readonly nets: Nets,
  ) {
    this.expected = draft.design.netlist;
  }

  /** The net that `asked` means where pins on `uses` are to come to it. Throws `edit-refused`. */
  target(asked: string, uses: ReadonlySet<SheetUse>): Target {
    const { nets } = this;
    const [use] = uses;
    if (busMembers(asked, new Map()) !== undefined) {
      refuse(`${asked} is a bus. Buses are not edited; name one of its nets.`);
    }
    const local = use && uses.size === 1 ? nets.labelled(use, asked) : undefined;
    const exact = nets.named(asked);
    const found = local ?? nets.global(asked) ?? this.#reaching(asked, uses);
    const groups = exact.length > 0 || !found ? exact : [found];
    const [first] = groups;
    if (first) {
      const name = nets.nameOf(first);
      const power = powerSymbolOf(groups.flat(), name);
      return { name, short: name, groups, isGlobal: isGlobal(groups, name), ...(power && { power }) };
    }
    return this.#newTarget(asked, uses);
  }

  /** The net that is called so on another sheet and has something on this one, if it is the only one. */
  #reaching(asked: string, uses: ReadonlySet<SheetUse>): Group | undefined {
    const alike = this.nets.names.filter((name) => name.endsWith(`/${asked}`));
    const groups = alike.flatMap((name) => this.nets.named(name));
    const here = groups.filter((group) =>
      [...uses].every((use) => group.some((cluster) => cluster.use === use)),
    );
    return here.length === 1 ? here[0] : undefined;
  }

  #newTarget(asked: string, uses: ReadonlySet<SheetUse>): Target {
    const { schematic } = this.draft.design;
    const [use] = uses;
    const path = use ? namePath(use) : "/";
    const isOnSheet = use !== undefined && uses.size === 1;
    const short = isOnSheet && asked.startsWith(path) ? asked.slice(path.length) : asked;
    if (isAutomaticName(asked) || short.startsWith("/") || short.trim() === "") {
      refuse(`There is no net ${asked}.`, nearest("Nets spelt alike", asked, this.nets.names));
    }
    const power = powerSymbolFor(schematic, short);
    const isGlobal = power !== undefined || !isOnSheet;
    const name = isGlobal || use === undefined ? short : localName(use, short);
    const others = this.nets.names.filter((other) => other.endsWith(`/${short}`));
    if (others.length > 0) {
      this.notes.push(`${name} is a new net; it is not ${others.join(" or ")}.`);
    }
    return { name, short, groups: [], isGlobal, ...(power && { power }) };
  }

  /** Brings the pins of a spot to the net: by a wire where that can be, else by name. */
  attach(spot: Spot, target: Target): void {
    const facing = this.#facingPin(spot, clustersOn(spot.use, target));
    if (facing) {
      this.#wire(spot, facing);
      this.#removeNoConnects(spot);
    } else {
      this.attachByName(spot, target);
    }
  }

  /** Brings the pins of a spot to the net by a label or a power symbol. */
  attachByName(spot: Spot, target: Target): void {
    this.#mark(spot, this.#markFor(spot, target, clustersOn(spot.use, target)));
    this.#removeNoConnects(spot);
  }

  /** Two free ends that look at each other, on a net that is new: a wire between them, and a label for its name. */
  attachPair(one: Spot, other: Spot, target: Target): boolean {
    const { schematic } = this.draft.design;
    if (
      one.use !== other.use ||
      !faceEachOther(one, other) ||
      !isClear(schematic, one.use, one.at, other.at)
    ) {
      return false;
    }
    this.draft.wire(one.use.file, one.at, other.at);
    this.#mark({ ...one, pins: joined(one.pins, other.pins) }, this.#markFor(one, target, []));
    for (const spot of [one, other]) {
      this.#removeNoConnects(spot);
    }
    return true;
  }

  #facingPin(spot: Spot, here: readonly Cluster[]): PlacedPin | undefined {
    const { schematic } = this.draft.design;
    const pins = here.flatMap((cluster) => cluster.pins).filter(({ used }) => !isPowerSymbol(used));
    return pins.find(({ pin }) => faceEachOther(spot, pin) && isClear(schematic, spot.use, spot.at, pin.at));
  }

  #wire(spot: Spot, { used, pin }: PlacedPin): void {
    const { file } = spot.use;
    this.draft.wire(file, spot.at, pin.at);
    const meeting = this.nets.clusterOf({ used, pin });
    const key = placeKey(pin.at);
    if (meeting.wires.some(({ from, to }) => placeKey(from) === key || placeKey(to) === key)) {
      this.draft.junction(file, pin.at);
    }
    for (const [use, pins] of spot.pins) {
      const facing = this.nets.clusterIn(use, pin.at);
      if (facing) {
        this.expected = withPinsOn(this.expected, pins, this.nets.nameOf(this.nets.groupOf(facing)));
      }
    }
  }

  #markFor(spot: Spot, { name, short, groups, power, isGlobal }: Target, here: readonly Cluster[]): Mark {
    if (power) {
      return { kind: "power", text: name, symbol: power };
    }
    const labels = here.flatMap((cluster) => cluster.labels);
    const local = labels.find(({ kind }) => kind !== "global_label");
    if (local && !isGlobal) {
      return { kind: "label", text: readableName(local.text) };
    }
    if (isGlobal) {
      return { kind: "global_label", text: name };
    }
    if (groups.length > 0 && here.length === 0) {
      refuse(
        `The net ${name} does not reach the sheet ${namePath(spot.use)}.`,
        "Add a hierarchical label and a sheet pin for it in KiCad, or name it by a global label.",
      );
    }
    return { kind: "label", text: groups.length === 0 ? short : this.#nameHere(spot, name, here) };
  }

  /** Labels a net that has no label on this sheet yet, so that another label can join it. */
  #nameHere(spot: Spot, name: string, here: readonly Cluster[]): string {
    const key = `${spot.use.path} ${name}`;
    const known = this.#labelled.get(key);
    if (known !== undefined) {
      return known;
    }
    const pin = here.flatMap((cluster) => cluster.pins)[0];
    const sheetPin = here.flatMap((cluster) => cluster.sheetPins)[0];
    const end: End | undefined = pin?.pin ?? (sheetPin && { at: sheetPin.pin.at, outward: { x: 0, y: -1 } });
    if (!end) {
      return refuse(
        `The net ${name} has nothing on the sheet ${namePath(spot.use)} that a label could be put at.`,
      );
    }
    const automatic = pin ? `${pin.used.reference}_${pin.pin.number}` : "NET";
    const wanted = isAutomaticName(name) ? automatic : name.slice(name.lastIndexOf("/") + 1);
    let text = wanted;
    for (let count = 2; this.nets.labelled(spot.use, text) !== undefined; count += 1) {
      text = `${wanted}_${count}`;
    }
    this.#labelled.set(key, text);
    this.draft.label(spot.use.file, "label", text, end);
    for (const use of spot.pins.keys()) {
      const cluster = this.nets.clusterIn(use, end.at);
      if (cluster) {
        this.expected = withNetRenamed(
          this.expected,
          this.nets.nameOf(this.nets.groupOf(cluster)),
          localName(use, text),
        );
      }
    }
    return text;
  }

  #mark(spot: Spot, mark: Mark): void {
    const { file } = spot.use;
    if (mark.kind === "power") {
      this.draft.embed(file, mark.symbol.definitionName, mark.symbol.form);
      this.draft.power(file, mark.symbol, mark.text, spot);
    } else {
      this.draft.label(file, mark.kind, mark.text, spot);
    }
    for (const [use, pins] of spot.pins) {
      this.expected = withPinsOn(this.expected, pins, this.#nameIn(use, mark));
    }
  }

  /** The net that a mark joins in another use of the same sheet. */
  #nameIn(use: SheetUse, { kind, text }: Mark): string {
    if (kind !== "label") {
      return text;
    }
    const group = this.nets.labelled(use, text);
    return group ? this.nets.nameOf(group) : localName(use, text);
  }

  #removeNoConnects({ use, noConnects }: Spot): void {
    for (const { list } of noConnects) {
      this.draft.splices.add(use.file.path, removal(use.file.list, list));
    }
  }
}

function clustersOn(use: SheetUse, { groups }: Target): Cluster[] {
  return groups.flat().filter((cluster) => cluster.use === use);
}

function isGlobal(groups: readonly Group[], name: string): boolean {
  return groups.some((group) =>
    group.some(
      ({ labels, pins }) =>
        labels.some(({ kind, text }) => kind === "global_label" && readableName(text) === name) ||
        pins.some((pin) => globalNameOf(pin) === name),
    ),
  );
}

function joined(one: Spot["pins"], other: Spot["pins"]): Spot["pins"] {
  return new Map([...one].map(([use, pins]) => [use, [...pins, ...(other.get(use) ?? [])]]));
}
