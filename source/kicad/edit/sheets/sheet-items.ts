/** The items of a schematic file that hold each other, and what is left of them where some are removed. */
import { isPowerSymbol } from "../../design/schematic/connections.js";
import { liesOn } from "../../design/schematic/line-index.js";
import { placeKey } from "../../design/schematic/orientation.js";
import { pinsOf, type Schematic, symbolsIn, type UsedSymbol } from "../../design/schematic/schematic.js";
import type { Label, Line, PlacedSymbol, SheetFile } from "../../design/schematic/sheet-file.js";
import type { List } from "../../design/syntax/list.js";
import type { Point } from "../../drawing/geometry.js";
import type { Splices } from "../edit.js";
import { number, readForm } from "../writing/form.js";
import { removal } from "../writing/place-text.js";

/** What is at one place of a file, in any use of it. */
export type Place = {
  at: Point;
  /** Symbols of parts with a pin here. */
  parts: UsedSymbol[];
  /** Power symbols and flags with a pin here. */
  power: PlacedSymbol[];
  labels: Label[];
  /** Wires that end here. */
  ends: Line[];
  /** Wires that pass through and are joined to what is here. */
  through: Line[];
  /** Sheet pins, ends of bus entries, hierarchical labels: what stays though nothing leads to it. */
  isFixed: boolean;
  noConnects: SheetFile["noConnects"];
  junctions: SheetFile["junctions"];
};

export class SheetItems {
  readonly #file: SheetFile;
  readonly #symbols: UsedSymbol[];
  readonly #gone = new Set<List>();
  /** Where each wire runs now. */
  readonly #wires = new Map<List, Line>();
  readonly #added = new Set<List>();

  /** `without` are symbols that are removed. */
  constructor(schematic: Schematic, file: SheetFile, without: ReadonlySet<PlacedSymbol> = new Set()) {
    this.#file = file;
    this.#symbols = schematic.uses
      .filter((use) => use.file === file)
      .flatMap((use) => symbolsIn(schematic, use))
      .filter(({ symbol }) => !without.has(symbol));
    for (const wire of file.wires) {
      this.#wires.set(wire.list, wire);
    }
  }

  place(at: Point): Place {
    const isHere = (item: { at: Point }) => placeKey(item.at) === placeKey(at);
    const left = <Item extends { at: Point; list: List }>(items: readonly Item[]) =>
      items.filter((item) => isHere(item) && !this.#gone.has(item.list));
    const here = this.#symbols.filter(
      (used) => !this.#gone.has(used.symbol.list) && pinsOf(used).some(isHere),
    );
    const labels = left(this.#file.labels);
    const junctions = left(this.#file.junctions);
    const isSheetPin = this.#file.subSheets.some(({ pins }) => pins.some(isHere));
    const wires = [...this.#wires.values()];
    const ends = wires.filter((wire) => isEnd(wire, at));
    return {
      at,
      parts: here.filter((used) => !isPowerSymbol(used)),
      power: [...new Set(here.filter(isPowerSymbol).map(({ symbol }) => symbol))],
      labels,
      ends,
      through:
        junctions.length > 0 || labels.length > 0 || isSheetPin
          ? wires.filter((wire) => !ends.includes(wire) && liesOn(at, wire))
          : [],
      isFixed:
        isSheetPin ||
        this.#file.busEntries.some((entry) => isEnd(entry, at)) ||
        labels.some(({ kind }) => kind === "hierarchical_label"),
      noConnects: left(this.#file.noConnects),
      junctions,
    };
  }

  /** Removes what hangs at a place and leads nowhere: wires up to the next thing that holds them, and marks. */
  prune(at: Point): void {
    const waiting = [at];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { parts, power, labels, ends, through, isFixed, noConnects, junctions } = this.place(next);
      const [wire] = ends;
      if (parts.length > 0 || isFixed || through.length > 0 || ends.length > 1) {
        continue;
      }
      if (wire === undefined) {
        for (const { list } of [...labels, ...power, ...noConnects, ...junctions]) {
          this.#gone.add(list);
        }
      } else if (labels.length === 0 && power.length === 0) {
        const end = this.cut(wire, next);
        if (end) {
          waiting.push(end);
        }
      }
    }
  }

  /** Shortens a wire from one of its ends to the next thing on it. Returns the other end where all of it is gone. */
  cut(wire: Line, end: Point): Point | undefined {
    const distance = (point: Point) => Math.hypot(point.x - end.x, point.y - end.y);
    const [nearest] = this.holdsOn(wire).sort((one, other) => distance(one) - distance(other));
    const far = otherEnd(wire, end);
    this.moveEnd(wire, end, nearest ?? far);
    return nearest === undefined ? far : undefined;
  }

  /** Whether nothing is at a place, wires and buses that pass by included; `aside` are wires that do not count. */
  isFree(at: Point, aside: readonly Line[]): boolean {
    const { parts, power, labels, isFixed, noConnects, junctions } = this.place(at);
    const lines = [...this.#wires.values(), ...this.#file.buses, ...this.#file.busEntries];
    return (
      !isFixed &&
      [parts, power, labels, noConnects, junctions].every((items) => items.length === 0) &&
      !lines.some((line) => !aside.includes(line) && liesOn(at, line))
    );
  }

  /** Moves the end of a wire from one place to another on it; one that has no length then is removed. */
  moveEnd(wire: Line, from: Point, to: Point): void {
    const moved = placeKey(wire.from) === placeKey(from) ? { ...wire, from: to } : { ...wire, to };
    if (placeKey(moved.from) === placeKey(moved.to)) {
      this.#wires.delete(wire.list);
    } else {
      this.#wires.set(wire.list, moved);
    }
  }

  /** Adds a wire, unless it has no length. `write` leaves it to `added`. */
  addWire(from: Point, to: Point): void {
    const list = readForm(["wire"]);
    if (list && placeKey(from) !== placeKey(to)) {
      this.#wires.set(list, { from, to, list });
      this.#added.add(list);
    }
  }

  /** The wires that were added, where they run now. */
  get added(): Line[] {
    return [...this.#added].flatMap((list) => this.#wires.get(list) ?? []);
  }

  /** Removes a label, a power symbol or the like. */
  remove({ list }: { list: List }): void {
    this.#gone.add(list);
  }

  /** Places on a wire, its ends aside, where something is joined to it. */
  holdsOn(wire: Line): Point[] {
    const { labels, junctions, subSheets } = this.#file;
    return [
      ...[...labels, ...junctions].filter(({ list }) => !this.#gone.has(list)),
      ...subSheets.flatMap(({ pins }) => pins),
    ]
      .map(({ at }) => at)
      .filter((point) => liesOn(point, wire) && !isEnd(wire, point));
  }

  /** Adds the splices of what was removed and shortened. Returns the power symbols that are gone. */
  write(splices: Splices): PlacedSymbol[] {
    const { path, list: file, wires } = this.#file;
    for (const wire of wires) {
      const now = this.#wires.get(wire.list);
      if (now === undefined) {
        this.#gone.add(wire.list);
      } else {
        this.#writeEnds(splices, wire, now);
      }
    }
    for (const list of this.#gone) {
      splices.add(path, removal(file, list));
    }
    return this.#file.symbols.filter(({ list }) => this.#gone.has(list));
  }

  #writeEnds(splices: Splices, wire: Line, now: Line): void {
    const points = wire.list.first("pts")?.all("xy") ?? [];
    for (const [index, key] of (["from", "to"] as const).entries()) {
      const point = points[index];
      if (point && placeKey(wire[key]) !== placeKey(now[key])) {
        const text = `(xy ${number(now[key].x)} ${number(now[key].y)})`;
        splices.add(this.#file.path, { start: point.start, end: point.end, text });
      }
    }
  }
}

/** The end of a wire that is not at a place. */
export function otherEnd({ from, to }: Line, end: Point): Point {
  return placeKey(from) === placeKey(end) ? to : from;
}

export function isEnd({ from, to }: Line, at: Point): boolean {
  return placeKey(from) === placeKey(at) || placeKey(to) === placeKey(at);
}
