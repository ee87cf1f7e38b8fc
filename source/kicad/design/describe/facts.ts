/** A design as it is looked things up in: its files, and kicad-cli's netlist of them. */
import type { Component, Net, Netlist } from "../../cli/netlist.js";
import type { Board, Footprint } from "../board/board.js";
import { globalNameOf, type UsedPin } from "../schematic/connections.js";
import { isAutomaticName, readableName } from "../schematic/names.js";
import { namePath, type Schematic, symbolsOf, type UsedSymbol } from "../schematic/schematic.js";

/** What there is of a design. */
export type ReadDesign = {
  /** The project's path. */
  project: string;
  schematic?: Schematic;
  netlist?: Netlist;
  board?: Board;
};

export class Facts {
  readonly project: string;
  readonly schematic: Schematic | undefined;
  readonly board: Board | undefined;
  readonly nets: readonly Net[];
  /** The symbols of each part, and of each power symbol, by reference. */
  readonly symbols = new Map<string, UsedSymbol[]>();
  readonly components: ReadonlyMap<string, Component>;
  readonly footprints: ReadonlyMap<string, Footprint>;
  readonly #netOfPin = new Map<string, Net>();

  constructor({ project, schematic, netlist, board }: ReadDesign) {
    this.project = project;
    this.schematic = schematic;
    this.board = board;
    for (const used of schematic ? symbolsOf(schematic) : []) {
      const units = this.symbols.get(used.reference) ?? [];
      this.symbols.set(used.reference, units);
      units.push(used);
    }
    this.nets = netlist?.nets ?? netsOnBoard(board);
    this.components = new Map(netlist?.components.map((part) => [part.reference, part]));
    this.footprints = new Map(board?.footprints.map((one) => [one.reference, one]));
    for (const net of this.nets) {
      for (const { reference, pin } of net.pins) {
        this.#netOfPin.set(`${reference}\n${pin}`, net);
      }
    }
  }

  /** The references of all parts, those that only the board has included. */
  get references(): string[] {
    const all = [...this.symbols.keys(), ...this.components.keys(), ...this.footprints.keys()];
    return [...new Set(all)].filter((reference) => reference !== "" && !reference.startsWith("#"));
  }

  /** The net of a part's pin, whatever it is called. */
  netOf(reference: string, number: string): Net | undefined {
    return this.#netOfPin.get(`${reference}\n${number}`);
  }

  /** The name of the net that a pin is on; null where that is connected to nothing else. */
  netName({ used, pin }: UsedPin): string | null {
    const net = this.netOf(used.reference, pin.number);
    return net ? nameOfNet(net) : (globalNameOf({ used, pin }) ?? null);
  }
}

/** Null for a net that is a single pin without a label. */
function nameOfNet({ name, pins }: Net): string | null {
  return isAutomaticName(name) && new Set(pins.map(({ reference, pin }) => `${reference}\n${pin}`)).size <= 1
    ? null
    : name;
}

/** A board without a schematic has nets too. */
function netsOnBoard(board: Board | undefined): Net[] {
  const nets = new Map<string, Net>();
  for (const { reference, pads } of board?.footprints ?? []) {
    for (const pad of pads.filter(({ net }) => net !== "")) {
      const name = readableName(pad.net);
      const net = nets.get(name) ?? { name, pins: [] };
      nets.set(name, net);
      if (!net.pins.some(({ reference: ref, pin }) => ref === reference && pin === pad.number)) {
        net.pins.push({ reference, pin: pad.number, name: "" });
      }
    }
  }
  return [...nets.values()];
}

/** The paths of the sheets that symbols are on, each once. */
export function sheetsOf(symbols: readonly UsedSymbol[]): string[] {
  return [...new Set(symbols.map(({ use }) => namePath(use)))];
}
