/** Components and nets of a schematic, from the netlist that kicad-cli writes as S-expressions. */
import { readableName } from "../design/schematic/names.js";
import { type List, readList } from "../design/syntax/list.js";

export type Component = {
  reference: string;
  value: string;
  /** `library:name`; empty where none is assigned. */
  footprint: string;
  /** The sheet's path by names, `/power/`. */
  sheet: string;
  /** What is left out of production: `dnp`, `exclude_from_bom` … */
  flags: string[];
  /** The fields that the designer added, `MPN` and the like. */
  fields: Record<string, string>;
  /** Where it has one. */
  datasheet?: string;
  description?: string;
  /** The ids of its symbols, each with those of the sheets above it: they stay when the reference changes. */
  ids?: string[];
};

export type Pin = { reference: string; pin: string; name: string };

export type Net = { name: string; pins: Pin[] };

export type Netlist = { components: Component[]; nets: Net[] };

/** Fields that every symbol has; they are either listed by themselves or not needed. */
const standardFields = new Set(["Reference", "Value", "Footprint", "Datasheet", "Description"]);

/** A property without a value. Most properties are copies of fields; of them only this much is read. */
const flag = /^\(property\s+\(name\s+"(dnp|exclude_from_(?:bom|board|sim))"\)\s*\)$/;

/** Reads a netlist in kicadsexpr. Throws where it is none. */
export function readNetlist(text: string): Netlist {
  const list = readList(text);
  const [components, nets] = [list?.first("components"), list?.first("nets")];
  if (list?.head !== "export" || components === undefined || nets === undefined) {
    throw new Error("This is no netlist.");
  }
  return { components: components.all("comp").map(readComponent), nets: nets.all("net").map(readNet) };
}

function readComponent(list: List): Component {
  const fields = new Map(
    list
      .first("fields")
      ?.all("field")
      .map((field) => [needed(field, "name"), field.value() ?? ""]),
  );
  const [datasheet = "", description = ""] = [fields.get("Datasheet"), fields.get("Description")];
  const sheet = list.first("sheetpath");
  const above = sheet?.valueOf("tstamps") ?? "/";
  // A part of several symbols has as many ids.
  const ids = list.first("tstamps")?.atoms.map(({ value }) => `${above}${value}`) ?? [];
  return {
    ...(datasheet.trim() !== "" && datasheet !== "~" && { datasheet }),
    ...(description.trim() !== "" && { description }),
    ...(ids.length > 0 && { ids }),
    reference: needed(list, "ref"),
    value: list.valueOf("value") ?? "",
    footprint: list.valueOf("footprint") ?? "",
    sheet: sheet?.valueOf("names") ?? "/",
    flags: list.all("property").flatMap((property) => flag.exec(property.toString())?.[1] ?? []),
    fields: Object.fromEntries(
      [...fields].filter(([name, value]) => !standardFields.has(name) && value.trim() !== ""),
    ),
  };
}

function readNet(list: List): Net {
  return {
    // In this form, other than in XML, names are as the schematic writes them.
    name: readableName(needed(list, "name")),
    pins: list.all("node").map((node) => ({
      reference: needed(node, "ref"),
      pin: needed(node, "pin"),
      name: node.valueOf("pinfunction") ?? "",
    })),
  };
}

function needed(list: List, head: string): string {
  const value = list.valueOf(head);
  if (value === undefined) {
    throw new Error(`A ${list.head} of the netlist has no ${head}.`);
  }
  return value;
}
