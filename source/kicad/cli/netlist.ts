/** Components and nets of a schematic, from kicad-cli's XML netlist. */
import { readFile } from "node:fs/promises";
import { XMLParser } from "fast-xml-parser";
import * as z from "zod";
import type { CliOptions, KicadCli } from "./kicad-cli.js";

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

/** An element without content is read as an empty string. */
const text = z.string().default("");
const children = <Child extends z.ZodType>(name: string, child: Child) =>
  z
    .union([z.object({ [name]: z.array(child).default([]) }), z.literal("")])
    .optional()
    .transform((parent): z.infer<Child>[] => (parent ? (parent[name] as z.infer<Child>[]) : []));

const component = z.object({
  "@ref": z.string(),
  value: text,
  footprint: text,
  fields: children("field", z.object({ "@name": z.string(), "#text": text })),
  property: z.array(z.object({ "@name": z.string() })).default([]),
  sheetpath: z.object({ "@names": z.string(), "@tstamps": z.string().default("/") }).optional(),
  tstamps: text,
});

const net = z.object({
  "@name": z.string(),
  node: z.array(z.object({ "@ref": z.string(), "@pin": z.string(), "@pinfunction": text })).default([]),
});

const document = z.object({
  export: z.object({ components: children("comp", component), nets: children("net", net) }),
});

const repeated = new Set(["comp", "field", "property", "net", "node"]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  alwaysCreateTextNode: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => repeated.has(name),
});

/** Fields that every symbol has; they are either listed by themselves or not needed. */
const standardFields = new Set(["Reference", "Value", "Footprint", "Datasheet", "Description"]);
const flagNames = new Set(["dnp", "exclude_from_bom", "exclude_from_board", "exclude_from_sim"]);

/** What only some components have. */
function extrasOf({
  fields,
  sheetpath,
  tstamps,
}: z.infer<typeof component>): Pick<Component, "datasheet" | "description" | "ids"> {
  const field = (name: string) => fields.find((one) => one["@name"] === name)?.["#text"] ?? "";
  const [datasheet, description] = [field("Datasheet"), field("Description")];
  const ids = tstamps.split(/\s+/).filter((id) => id !== "");
  return {
    ...(datasheet !== "" && datasheet !== "~" && { datasheet }),
    ...(description !== "" && { description }),
    ...(ids.length > 0 && { ids: ids.map((id) => `${sheetpath?.["@tstamps"] ?? "/"}${id}`) }),
  };
}

/** Reads a netlist in kicadxml. Throws where it is none. */
export function readNetlist(xml: string): Netlist {
  const { components, nets } = document.parse(parser.parse(xml)).export;
  return {
    components: components.map((found) => ({
      ...extrasOf(found),
      reference: found["@ref"],
      value: found.value,
      footprint: found.footprint,
      sheet: found.sheetpath?.["@names"] ?? "/",
      flags: found.property.map((property) => property["@name"]).filter((name) => flagNames.has(name)),
      fields: Object.fromEntries(
        found.fields
          .filter((field) => !standardFields.has(field["@name"]) && field["#text"] !== "")
          .map((field) => [field["@name"], field["#text"]]),
      ),
    })),
    nets: nets.map((found) => ({
      name: found["@name"],
      pins: found.node.map((node) => ({
        reference: node["@ref"],
        pin: node["@pin"],
        name: node["@pinfunction"],
      })),
    })),
  };
}

/** The netlist of the root schematic at `schematic` (absolute). Throws what `KicadCli.export` throws. */
export async function exportNetlist(
  cli: KicadCli,
  schematic: string,
  options: CliOptions = {},
): Promise<Netlist> {
  const command = ["sch", "export", "netlist", "--format", "kicadxml"];
  const read = async (path: string) => readNetlist(await readFile(path, "utf8"));
  return await cli.export(command, schematic, "netlist.xml", read, options);
}
