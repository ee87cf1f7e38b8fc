/** All that has one name on the sheets and belongs to one net: labels, power symbols, and the ports of sheets. */
import {
  type Cluster,
  type Group,
  globalNameOf,
  powerNamedByValue,
} from "../../design/schematic/connections.js";
import { readableName, writtenName } from "../../design/schematic/names.js";
import { fileOf, type Schematic, type SheetUse } from "../../design/schematic/schematic.js";
import type { SheetFile } from "../../design/schematic/sheet-file.js";
import type { List } from "../../design/syntax/list.js";
import { refuse, type Splices } from "../edit.js";
import { text } from "../writing/form.js";
import { replacement } from "../writing/place-text.js";
import { localName, writtenLocalName } from "./nets.js";

export class Naming {
  /** Lists whose first string is the name, with their files. */
  readonly #lists = new Map<List, SheetFile>();
  /** Values of power symbols. */
  readonly #values = new Map<List, SheetFile>();

  constructor(
    readonly schematic: Schematic,
    readonly short: string,
  ) {}

  /** Collects what has the name in a net, and the ports that have to keep the names of their partners. */
  collect(group: Group): void {
    for (const cluster of group) {
      const { file } = cluster.use;
      for (const { list } of cluster.labels.filter((label) => this.#isNamed(label))) {
        this.#lists.set(list, file);
      }
      for (const { pin } of cluster.sheetPins.filter((one) => this.#isNamed(one.pin))) {
        this.#lists.set(pin.list, file);
      }
      this.#collectPower(cluster);
    }
    this.#collectPorts();
  }

  #isNamed({ text: written }: { text: string }): boolean {
    return readableName(written) === this.short;
  }

  #collectPower({ use, pins }: Cluster): void {
    for (const pin of pins.filter((one) => globalNameOf(one) === this.short)) {
      const { symbol, reference } = pin.used;
      const value = symbol.properties.get("Value");
      if (!symbol.definition?.isPower || !value) {
        refuse(`The hidden power pin ${reference}.${pin.pin.number} names the net ${this.short}.`);
      }
      if (use.file.version < powerNamedByValue) {
        refuse(
          `The net ${this.short} is named by power symbols of KiCad 7 or before, which are one symbol for each name.`,
          "Save the schematic with KiCad 8 or later first.",
        );
      }
      this.#values.set(value.list, use.file);
    }
  }

  /** A sheet's pin has the name of a hierarchical label in it, and that of the local labels beside it. */
  #collectPorts(): void {
    let count = -1;
    while (count !== this.#lists.size) {
      count = this.#lists.size;
      for (const file of this.schematic.files.values()) {
        for (const sheet of file.subSheets) {
          const inner = this.schematic.files.get(fileOf(sheet, file.path, this.schematic.root));
          const pins = sheet.pins.filter((pin) => this.#isNamed(pin));
          const labels =
            inner?.labels.filter((one) => one.kind !== "global_label" && this.#isNamed(one)) ?? [];
          const ports = labels.filter(({ kind }) => kind === "hierarchical_label");
          if (inner && ports.length > 0 && [...pins, ...ports].some(({ list }) => this.#lists.has(list))) {
            for (const { list } of pins) {
              this.#lists.set(list, file);
            }
            for (const { list } of labels) {
              this.#lists.set(list, inner);
            }
          }
        }
      }
    }
  }

  /** Every use of a sheet on which something has the name. */
  uses(): SheetUse[] {
    const files = new Set([...this.#lists.values(), ...this.#values.values()]);
    return this.schematic.uses.filter(({ file }) => files.has(file));
  }

  /** The name that a net has afterwards whose name is `before` now; undefined where it stays. */
  nameAfter(group: Group, before: string, to: string): { after: string; written: string } | undefined {
    if (before === this.short) {
      return { after: to, written: writtenName(to) };
    }
    const named = group.find(
      ({ use, labels }) =>
        localName(use, this.short) === before && labels.some(({ list }) => this.#lists.has(list)),
    );
    return named && { after: localName(named.use, to), written: writtenLocalName(named.use, to) };
  }

  /** The net with the labels that it has afterwards. */
  after(group: Group, to: string): Group {
    return group.map((cluster) => ({
      ...cluster,
      pins: cluster.pins.filter((pin) => globalNameOf(pin) !== this.short),
      labels: cluster.labels.map((label) =>
        this.#lists.has(label.list) ? { ...label, text: writtenName(to) } : label,
      ),
    }));
  }

  /** The net with those labels alone that keep their names. */
  others(group: Group): Group {
    return this.after(group, this.short).map((cluster) => ({
      ...cluster,
      labels: cluster.labels.filter((label) => !this.#lists.has(label.list)),
    }));
  }

  write(splices: Splices, to: string): void {
    for (const [list, file] of this.#lists) {
      const [name] = list.atoms;
      if (name) {
        splices.add(file.path, replacement(name, text(writtenName(to))));
      }
    }
    for (const [list, file] of this.#values) {
      const value = list.atoms.filter(({ quoted }) => quoted)[1];
      if (value) {
        splices.add(file.path, replacement(value, text(writtenName(to))));
      }
    }
  }
}
