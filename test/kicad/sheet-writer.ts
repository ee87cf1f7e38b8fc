/** Writes schematics for tests, in the words and the style of KiCad 6, 7 or 9. */
import { type Form, print, type Style, text } from "../../source/kicad/edit/writing/form.js";
import { effects, since } from "../../source/kicad/edit/writing/versions.js";

export const versions = { kicad6: 20211123, kicad7: 20230121, kicad9: 20250114 } as const;

const property = (name: string, value: string, isHidden = false, version: number = versions.kicad9): Form => [
  "property",
  text(name),
  text(value),
  ["at", "0", "0", "0"],
  effects(version, { isHidden }),
];

export type Orientation = { angle?: 0 | 90 | 180 | 270; mirror?: "x" | "y" };

type Reference = { path: string; reference: string };

/** A pin of a test's symbol: where a wire meets it, and the angle from there to the body. */
export type PinPlan = { number: string; name?: string; type?: string; x: number; y: number; angle: number };

/** One schematic. Ids are made from its number and a count, so that they are the same each time. */
export class SheetWriter {
  readonly #items: Form[] = [];
  readonly #symbols: Form[] = [];
  readonly #rootInstances: Form[] = [];
  #count = 0;

  constructor(
    readonly number: number,
    readonly version: number = versions.kicad9,
  ) {}

  get uuid(): string {
    return `${String(this.number).repeat(8)}-0000-4000-8000-000000000000`;
  }

  newId(): string {
    this.#count += 1;
    return `${String(this.number).repeat(8)}-0000-4000-8000-${String(this.#count).padStart(12, "0")}`;
  }

  get #style(): Style {
    const isNew = this.version >= 20231120;
    return { indent: isNew ? "\t" : "  ", newline: "\n", hasOwnLines: isNew, quotesIds: isNew };
  }

  #id(id = this.newId()): Form {
    return ["uuid", this.#style.quotesIds ? text(id) : id];
  }

  /** `units` are the pins of each unit; those of unit 0 come first. */
  define(id: string, prefix: string, units: readonly (readonly PinPlan[])[], isPower = false): this {
    const name = id.slice(id.indexOf(":") + 1);
    const pin = ({ number, name: label = "~", type = "passive", x, y, angle }: PinPlan): Form => [
      "pin",
      isPower ? "power_in" : type,
      "line",
      ["at", String(x), String(y), String(angle)],
      ["length", "2.54"],
      ...(isPower && this.version < since.hideInSymbols ? ["hide"] : []),
      ...(isPower && this.version >= since.hideInSymbols ? [["hide", "yes"] as const] : []),
      ["name", text(isPower ? name : label), effects(this.version)],
      ["number", text(number), effects(this.version)],
    ];
    this.#symbols.push([
      "symbol",
      text(id),
      ...(isPower ? [["power"] as const] : []),
      ["in_bom", "yes"],
      ["on_board", "yes"],
      property("Reference", prefix, isPower, this.version),
      property("Value", name, false, this.version),
      property("Footprint", "", true, this.version),
      property("Datasheet", "", true, this.version),
      ...units.flatMap((pins, unit): Form[] =>
        pins.length === 0 ? [] : [["symbol", text(`${name}_${unit}_1`), ...pins.map(pin)]],
      ),
    ]);
    return this;
  }

  place(
    id: string,
    [x, y]: [number, number],
    references: readonly Reference[],
    { angle = 0, mirror, unit = 1, value = "1k" }: Orientation & { unit?: number; value?: string } = {},
  ): this {
    const [first] = references;
    const own = this.newId();
    const entry = ({ path, reference }: Reference, isInRoot: boolean): Form => [
      "path",
      text(isInRoot ? `${path.replace(/^\/[^/]*/, "")}/${own}` : path),
      ["reference", text(reference)],
      ["unit", String(unit)],
      ...(isInRoot ? [["value", text(value)] as const, ["footprint", text("")] as const] : []),
    ];
    const isOld = this.version < since.instancesInSymbols;
    this.#rootInstances.push(...(isOld ? references.map((one) => entry(one, true)) : []));
    this.#items.push([
      "symbol",
      ["lib_id", text(id)],
      ["at", String(x), String(y), String(angle)],
      ...(mirror ? [["mirror", mirror] as const] : []),
      ["unit", String(unit)],
      ["in_bom", "yes"],
      ["on_board", "yes"],
      ...(this.version >= since.dnp ? [["dnp", "no"] as const] : []),
      this.#id(own),
      property("Reference", first?.reference ?? "?", false, this.version),
      property("Value", value, false, this.version),
      property("Footprint", "", true, this.version),
      property("Datasheet", "", true, this.version),
      ...(isOld
        ? []
        : [
            [
              "instances",
              ["project", text("amplifier"), ...references.map((one) => entry(one, false))],
            ] as const,
          ]),
    ]);
    return this;
  }

  wire(...points: [number, number][]): this {
    for (const [index, [x, y]] of points.slice(1).entries()) {
      const [fromX, fromY] = points[index] ?? [0, 0];
      this.#items.push([
        "wire",
        ["pts", ["xy", String(fromX), String(fromY)], ["xy", String(x), String(y)]],
        ["stroke", ["width", "0"], ["type", "default"]],
        this.#id(),
      ]);
    }
    return this;
  }

  label(
    kind: "label" | "global_label" | "hierarchical_label",
    name: string,
    [x, y]: [number, number],
    angle = 0,
  ): this {
    this.#items.push([
      kind,
      text(name),
      ...(kind === "label" ? [] : [["shape", "input"] as const]),
      ["at", String(x), String(y), String(angle)],
      effects(this.version, { justify: ["left"] }),
      this.#id(),
    ]);
    return this;
  }

  mark(kind: "junction" | "no_connect", [x, y]: [number, number]): this {
    this.#items.push([kind, ["at", String(x), String(y)], this.#id()]);
    return this;
  }

  /** A sheet of 20 mm × 20 mm with pins on its left side, by their distance from its top. Its uuid is `id`. */
  sheet(
    id: string,
    name: string,
    file: string,
    [x, y]: [number, number],
    pins: Readonly<Record<string, number>>,
  ): this {
    const isOld = this.version < 20221110;
    this.#items.push([
      "sheet",
      ["at", String(x), String(y)],
      ["size", "20.32", "20.32"],
      this.#id(id),
      property(isOld ? "Sheet name" : "Sheetname", name, false, this.version),
      property(isOld ? "Sheet file" : "Sheetfile", file, false, this.version),
      ...Object.entries(pins).map(
        ([pin, down]): Form => [
          "pin",
          text(pin),
          "input",
          ["at", String(x), String(y + down), "180"],
          this.#id(),
        ],
      ),
    ]);
    return this;
  }

  /** The file. `others` are the writers of the other sheets, for the root of a design of KiCad 6. */
  text(others: readonly SheetWriter[] = []): string {
    const instances = [this, ...others].flatMap((writer) => writer.#rootInstances);
    const file: Form = [
      "kicad_sch",
      ["version", String(this.version)],
      ["generator", this.#style.quotesIds ? text("eeschema") : "eeschema"],
      this.#id(this.uuid),
      ["paper", text("A4")],
      ["lib_symbols", ...this.#symbols],
      ...this.#items,
      ["sheet_instances", ["path", text("/"), ["page", text("1")]]],
      ...(instances.length > 0 ? [["symbol_instances", ...instances] as const] : []),
    ];
    return `${print(file, this.#style, 0)}\n`;
  }
}
