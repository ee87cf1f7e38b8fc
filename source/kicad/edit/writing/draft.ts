/** New items on the sheets of a design, as splices of their files. */

import type { Definition } from "../../design/schematic/definition.js";
import { writtenName } from "../../design/schematic/names.js";
import { type Orientation, turned } from "../../design/schematic/orientation.js";
import { angleOf } from "../../design/schematic/outline.js";
import { type SheetUse, symbolsOf } from "../../design/schematic/schematic.js";
import type { LabelKind, SheetFile, SubSheet } from "../../design/schematic/sheet-file.js";
import type { Point } from "../../drawing/geometry.js";
import { type Design, Splices } from "../edit.js";
import { type Form, number, styleOf, text, uuidForm } from "./form.js";
import { insertion } from "./place-text.js";
import type { PowerSymbol } from "./power-symbols.js";
import { type NewSymbol, rootInstanceForms, symbolForm } from "./symbol-form.js";
import { effects, since } from "./versions.js";

/** What is shown of a port's direction: that of a new one is not known. */
const portShape = "bidirectional";

export class Draft {
  readonly splices = new Splices();
  readonly #references: Set<string>;
  readonly #embedded = new Set<string>();

  constructor(readonly design: Design) {
    const { schematic, netlist } = design;
    this.#references = new Set([
      ...symbolsOf(schematic).map(({ reference }) => reference),
      ...[...schematic.files.values()].flatMap(({ symbols }) =>
        symbols.flatMap(({ instances }) => instances.map(({ reference }) => reference)),
      ),
      ...netlist.components.map(({ reference }) => reference),
    ]);
  }

  /** Every use of a file. */
  usesOf(file: SheetFile): SheetUse[] {
    return this.design.schematic.uses.filter((use) => use.file === file);
  }

  insert(file: SheetFile, form: Form): void {
    this.splices.add(file.path, insertion(file.list, file.list, form, 1));
  }

  /** A label at the end of a pin, whose text runs away from it. */
  label(
    file: SheetFile,
    kind: LabelKind,
    name: string,
    { at, outward }: { at: Point; outward: Point },
  ): void {
    const angle = angleOf(outward);
    const side = angle === 180 || angle === 270 ? "right" : "left";
    this.insert(file, [
      kind,
      text(writtenName(name)),
      ...(kind === "label" ? [] : [["shape", kind === "hierarchical_label" ? portShape : "input"] as const]),
      ["at", number(at.x), number(at.y), String(angle)],
      effects(file.version, { justify: kind === "label" ? [side, "bottom"] : [side] }),
      uuidForm(this.design.newId(), styleOf(file.list)),
    ]);
  }

  /** A pin at the edge of a sheet that `file` shows, as a hierarchical label of this text in that sheet needs it. */
  sheetPin(
    file: SheetFile,
    sheet: SubSheet,
    name: string,
    { at, outward }: { at: Point; outward: Point },
  ): void {
    const id = uuidForm(this.design.newId(), styleOf(file.list));
    const look = effects(file.version, { justify: [outward.x < 0 ? "left" : "right"] });
    const form: Form = [
      "pin",
      text(writtenName(name)),
      portShape,
      ["at", number(at.x), number(at.y), String(angleOf(outward))],
      ...(file.version >= since.idsBeforeLooks ? [id, look] : [look, id]),
    ];
    this.splices.add(file.path, insertion(file.list, sheet.list, form, 2));
  }

  wire(file: SheetFile, from: Point, to: Point): void {
    const point = ({ x, y }: Point): Form => ["xy", number(x), number(y)];
    this.insert(file, [
      "wire",
      ["pts", point(from), point(to)],
      ["stroke", ["width", "0"], ["type", "default"]],
      uuidForm(this.design.newId(), styleOf(file.list)),
    ]);
  }

  junction(file: SheetFile, at: Point): void {
    this.insert(file, [
      "junction",
      ["at", number(at.x), number(at.y)],
      ["diameter", "0"],
      ["color", "0", "0", "0", "0"],
      uuidForm(this.design.newId(), styleOf(file.list)),
    ]);
  }

  /** Puts the definition of a symbol into a file that has none of this name. `written` is as the file is to have it. */
  embed(file: SheetFile, name: string, written: Form): void {
    const key = `${file.path}\n${name}`;
    if (file.definitions.has(name) || this.#embedded.has(key)) {
      return;
    }
    this.#embedded.add(key);
    const library = file.list.first("lib_symbols");
    if (library) {
      this.splices.add(file.path, insertion(file.list, library, written, 2));
    } else {
      this.insert(file, ["lib_symbols", written]);
    }
  }

  /** Places a symbol, with a reference in every use of the sheet; those not in `references` are found. */
  symbol(
    file: SheetFile,
    symbol: Omit<NewSymbol, "uuid" | "references">,
    references: ReadonlyMap<SheetUse, string>,
  ): void {
    const { schematic, newId } = this.design;
    const [first = ""] = references.values();
    const placed = {
      ...symbol,
      references,
      fields: { ...symbol.fields, Reference: first },
      uuid: newId(),
    };
    this.insert(file, symbolForm(schematic, file, placed, newId));
    const root = schematic.files.get(schematic.root);
    const table = root?.list.first("symbol_instances");
    if (root && table && root.version < since.instancesInSymbols) {
      for (const form of rootInstanceForms(schematic, placed)) {
        this.splices.add(root.path, insertion(root.list, table, form, 2));
      }
    }
  }

  /** A power symbol whose pin is at the end of another pin, turned away from it. */
  power(
    file: SheetFile,
    { libraryId, definition, definitionName }: Omit<PowerSymbol, "form">,
    name: string,
    { at, outward }: { at: Point; outward: Point },
  ): void {
    const references = new Map(this.usesOf(file).map((use) => [use, this.nextReference("#PWR")]));
    const orientation = orientationAway(definition, outward);
    const end = turned(definition.pins[0]?.at ?? { x: 0, y: 0 }, orientation);
    const symbol = {
      libraryId,
      definition,
      at: { x: at.x - end.x, y: at.y - end.y },
      orientation,
      unit: 1,
      fields: { Value: writtenName(name) },
      ...(definitionName !== libraryId && { definitionName }),
    };
    this.symbol(file, symbol, references);
  }

  /** The lowest free reference: `C` → C12, `#PWR` → #PWR012. */
  nextReference(prefix: string): string {
    const stem = prefix.startsWith("#") ? `${prefix}0` : prefix;
    let count = 1;
    while (!this.claim(`${stem}${count}`)) {
      count += 1;
    }
    return `${stem}${count}`;
  }

  /** Keeps a reference for a new part; whether it was free. */
  claim(reference: string): boolean {
    const isFree = !this.#references.has(reference);
    this.#references.add(reference);
    return isFree;
  }
}

/** How a power symbol is turned so that its body lies in this direction from its pin. */
function orientationAway(definition: Definition, outward: Point): Orientation {
  const towardsBody = definition.pins[0]?.angle ?? 90;
  // A symbol's own angles are counter-clockwise with y up, as those of directions on a sheet are.
  const turn = (((angleOf(outward) - towardsBody) % 360) + 360) % 360;
  return { angle: (Math.round(turn / 90) * 90) as Orientation["angle"] };
}
