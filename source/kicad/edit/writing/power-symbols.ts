/** Power symbols that a design has already, to be used again. */
import {
  type Group,
  globalNameOf,
  isPowerSymbol,
  powerNamedByValue,
} from "../../design/schematic/connections.js";
import type { Definition } from "../../design/schematic/definition.js";
import { readableName } from "../../design/schematic/names.js";
import type { Schematic } from "../../design/schematic/schematic.js";
import { refuse } from "../edit.js";
import { type Form, formOf } from "./form.js";

/** `definitionName` is what a file calls the definition, which is written as `form`. */
export type PowerSymbol = { libraryId: string; definitionName: string; definition: Definition; form: Form };

/** The power symbol that names a group's net; undefined where none does. */
export function powerSymbolOf(group: Group, name: string): PowerSymbol | undefined {
  const pins = group.flatMap((cluster) => cluster.pins);
  const found = pins.find((pin) => isPowerSymbol(pin.used) && globalNameOf(pin) === name);
  const definition = found?.used.symbol.definition;
  return found && definition && powerSymbol(found.used.symbol.libraryId, definition);
}

/** The power symbol in the design that is made for nets of this name; undefined where there is none. */
export function powerSymbolFor(schematic: Schematic, name: string): PowerSymbol | undefined {
  for (const { definitions, version } of schematic.files.values()) {
    for (const definition of definitions.values()) {
      const own = definition.id.slice(definition.id.indexOf(":") + 1);
      const [pin] = definition.pins;
      const fits = version >= powerNamedByValue ? own === name : pin?.name === name;
      if (definition.isPower && pin?.type === "power_in" && fits) {
        return powerSymbol(definition.id, definition);
      }
    }
  }
  return undefined;
}

function powerSymbol(libraryId: string, definition: Definition): PowerSymbol {
  const form =
    formOf(definition.list) ?? refuse(`The power symbol ${readableName(libraryId)} cannot be read.`);
  return { libraryId, definitionName: definition.id, definition, form };
}
