/** Finds how a pin gets to its net on its sheet, and draws it. */
import leven from "leven";
import type { Netlist } from "../../cli/netlist.js";
import { type Cluster, isPowerSymbol } from "../../design/schematic/connections.js";
import { isAutomaticName, readableName } from "../../design/schematic/names.js";
import { placeKey } from "../../design/schematic/orientation.js";
import { namePath, type SheetUse } from "../../design/schematic/schematic.js";
import { refuse } from "../edit.js";
import { withNetRenamed, withPinsOn } from "../expected.js";
import type { PlacedPin } from "../sheets/named-parts.js";
import { localName, type Nets, partPins } from "../sheets/nets.js";
import { type End, faceEachOther, isClear } from "../sheets/sight.js";
import type { Spot } from "../sheets/spots.js";
import type { Draft } from "../writing/draft.js";
import { removal } from "../writing/place-text.js";
import type { PowerSymbol } from "../writing/power-symbols.js";
import { type Arrival, drawPorts } from "./ports.js";
import { findTarget, type Target } from "./target.js";

/** What is put at a pin. `net` is the net that it joins, where that is not the one of its text on the sheet. */
type Mark =
  | { kind: "label" | "global_label" | "hierarchical_label"; text: string; net?: string }
  | { kind: "power"; text: string; symbol: PowerSymbol };

export class Connecting {
  expected: Netlist;
  readonly notes: string[] = [];
  /** What labels of nets are to have that this edit named or brought to a sheet, by the sheet and their name before. */
  readonly #labelled = new Map<string, { text: string; net?: string }>();
  /** The names of nets that this edit gave another one, by the one before. */
  readonly #newNames = new Map<string, string>();

  constructor(
    readonly draft: Draft,
    readonly nets: Nets,
  ) {
    this.expected = draft.design.netlist;
  }

  /** The net that `asked` means where pins on `uses` are to come to it. Throws `edit-refused`. */
  target(asked: string, uses: ReadonlySet<SheetUse>): Target {
    const target = findTarget(this.draft.design.schematic, this.nets, asked, uses);
    if (target.groups.length === 0) {
      this.#note(`${target.name} is a new net.${this.#alike(target.name)}`);
    }
    return target;
  }

  #note(text: string): void {
    if (!this.notes.includes(text)) {
      this.notes.push(text);
    }
  }

  /** A new name that is nearly that of another net may be a mistake. */
  #alike(name: string): string {
    const far = (other: string) => leven(name.toUpperCase(), other.toUpperCase());
    const alike = this.nets.names.filter((other) => !isAutomaticName(other) && far(other) === 1);
    return alike.length === 0 ? "" : ` Others are ${alike.slice(0, 5).join(", ")}.`;
  }

  /** Brings the pins of a spot to the net: by a wire where that can be, else by name. */
  attach(spot: Spot, target: Target): void {
    this.#removeMarksOf(target);
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
    this.#removeMarksOf(target);
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
        this.expected = withPinsOn(this.expected, pins, this.#nameOf(facing));
      }
    }
  }

  /** The name that a net has after what was drawn so far. */
  nameNow(name: string): string {
    return this.#newNames.get(name) ?? name;
  }

  #nameOf(cluster: Cluster): string {
    return this.nameNow(this.nets.nameOf(this.nets.groupOf(cluster)));
  }

  #rename(before: string, after: string): void {
    this.expected = withNetRenamed(this.expected, before, after);
    this.#newNames.set(before, after);
  }

  #markFor(spot: Spot, target: Target, here: readonly Cluster[]): Mark {
    const { name, short, groups, power, isGlobal } = target;
    if (power) {
      return { kind: "power", text: name, symbol: power };
    }
    if (isGlobal) {
      return { kind: "global_label", text: name };
    }
    const known = this.#labelled.get(keyOf(spot.use, name));
    if (known) {
      return { kind: "label", ...known };
    }
    if (groups.length > 0 && here.length === 0) {
      return this.#bring(spot.use, target);
    }
    return { kind: "label", text: groups.length === 0 ? short : this.#nameHere(spot.use, name, here) };
  }

  /** Draws the ports by which a net comes to a sheet that it did not reach. Returns the label that it needs there. */
  #bring(use: SheetUse, { name, groups }: Target): Mark {
    const group = groups.flat();
    const comer = {
      name,
      group,
      nameOn: (top: SheetUse, here: readonly Cluster[]) => this.#nameHere(top, name, here),
    };
    const arrival = drawPorts(this.draft, this.nets, comer, use);
    if (arrival.renamed !== undefined) {
      this.#rename(name, arrival.renamed);
    }
    const net = this.nameNow(name);
    this.#labelled.set(keyOf(arrival.top, name), { text: arrival.topText, net });
    this.#labelled.set(keyOf(use, name), { text: arrival.text, net });
    this.#note(noteOn(arrival, use, name));
    const isTop = arrival.top === use;
    return {
      kind: isTop ? "label" : "hierarchical_label",
      text: isTop ? arrival.topText : arrival.text,
      net,
    };
  }

  /** What a label of a net on this sheet has; one without a label here gets one, so that another label can join it. */
  #nameHere(use: SheetUse, name: string, here: readonly Cluster[]): string {
    const labels = here.flatMap((cluster) => cluster.labels);
    const local = labels.find(({ kind }) => kind !== "global_label");
    if (local) {
      return readableName(local.text);
    }
    const pin = here.flatMap((cluster) => cluster.pins)[0];
    const sheetPin = here.flatMap((cluster) => cluster.sheetPins)[0];
    const end: End | undefined = pin?.pin ?? (sheetPin && { at: sheetPin.pin.at, outward: { x: 0, y: -1 } });
    if (!end) {
      return refuse(
        `The net ${name} has nothing on the sheet ${namePath(use)} that a label could be put at.`,
      );
    }
    const automatic = pin ? `${pin.used.reference}_${pin.pin.number}` : "NET";
    const wanted = isAutomaticName(name) ? automatic : name.slice(name.lastIndexOf("/") + 1);
    let text = wanted;
    for (let count = 2; this.nets.labelled(use, text) !== undefined; count += 1) {
      text = `${wanted}_${count}`;
    }
    this.#labelled.set(keyOf(use, name), { text });
    this.draft.label(use.file, "label", text, end);
    for (const one of this.draft.usesOf(use.file)) {
      const cluster = this.nets.clusterIn(one, end.at);
      if (cluster) {
        this.#rename(this.nets.nameOf(this.nets.groupOf(cluster)), localName(one, text));
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
  #nameIn(use: SheetUse, mark: Mark): string {
    if (mark.kind === "power" || mark.kind === "global_label") {
      return mark.text;
    }
    if (mark.net !== undefined) {
      return mark.net;
    }
    const group = this.nets.labelled(use, mark.text);
    const [cluster] = group ?? [];
    return cluster ? this.#nameOf(cluster) : localName(use, mark.text);
  }

  /** A pin that was marked as not connected is connected then. */
  #removeMarksOf({ groups }: Target): void {
    const clusters = groups.flat();
    for (const { use, noConnects } of partPins(clusters).length === 1 ? clusters : []) {
      this.#removeNoConnects({ use, noConnects });
    }
  }

  #removeNoConnects({ use, noConnects }: Pick<Spot, "use" | "noConnects">): void {
    for (const { list } of noConnects) {
      this.draft.splices.add(use.file.path, removal(use.file.list, list));
    }
  }
}

function keyOf({ path }: SheetUse, name: string): string {
  return `${path} ${name}`;
}

function noteOn({ renamed }: Arrival, use: SheetUse, name: string): string {
  const way = `${name} did not reach the sheet ${namePath(use)}: it comes there by new ports, as pins of sheets and hierarchical labels.`;
  return renamed === undefined || renamed === name ? way : `${way} It is called ${renamed} now.`;
}

function clustersOn(use: SheetUse, { groups }: Target): Cluster[] {
  return groups.flat().filter((cluster) => cluster.use === use);
}

function joined(one: Spot["pins"], other: Spot["pins"]): Spot["pins"] {
  return new Map([...one].map(([use, pins]) => [use, [...pins, ...(other.get(use) ?? [])]]));
}
