/** Sets fields of a part, in every unit of it and in every use of its sheet. */
import type { Component } from "../cli/netlist.js";
import { isPowerSymbol } from "../design/schematic/connections.js";
import type { UsedSymbol } from "../design/schematic/schematic.js";
import { type Design, type Edit, refuse, Splices } from "./edit.js";
import { withPartChanged } from "./expected.js";
import { everyUseOf, notesOnSharedSheets, partNamed } from "./sheets/named-parts.js";
import { type Form, number, text } from "./writing/form.js";
import { insertion, replacement } from "./writing/place-text.js";
import { effects, since } from "./writing/versions.js";

export type FieldsRequest = { ref: string; fields: Readonly<Record<string, string>> };

type Part = Component;

/** Fields that every part has, by how they may be spelt. */
const usualFields = new Map(
  ["Value", "Footprint", "Datasheet", "Description"].map((name) => [name.toLowerCase(), name]),
);

/** Marks by the netlist's word for the one that leaves a part out; `leavesOut` is what the file then has. */
const marks: Readonly<Record<string, { token: string; leavesOut: "yes" | "no" }>> = {
  dnp: { token: "dnp", leavesOut: "yes" },
  exclude_from_sim: { token: "exclude_from_sim", leavesOut: "yes" },
  exclude_from_bom: { token: "in_bom", leavesOut: "no" },
  exclude_from_board: { token: "on_board", leavesOut: "no" },
};

/** The first version of files that may have a mark. */
const firstWith: Readonly<Record<string, number>> = {
  dnp: since.dnp,
  exclude_from_sim: since.excludeFromSim,
};

/** `dnp` and the other marks are set by yes or no; an empty text empties a field. Throws `edit-refused`. */
export function setFields({ schematic, netlist }: Design, { ref, fields }: FieldsRequest): Edit {
  const units = partNamed(schematic, ref);
  const uses = everyUseOf(schematic, units);
  const splices = new Splices();
  const changes = Object.entries(fields).map(([asked, value]) => {
    const mark = asked.toLowerCase().replaceAll(/[ -]/g, "_");
    if (mark in marks) {
      return setMark(splices, uses, mark, isYes(asked, value));
    }
    return setField(splices, uses, fieldName(units, asked), value);
  });
  const changed = (part: Part) => changes.reduce((result, change) => change(result), part);
  const references = new Set(uses.map(({ reference }) => reference));
  return {
    files: splices.files,
    expected: withPartChanged(netlist, references, changed),
    notes: notesOnSharedSheets(units[0]?.reference ?? ref, uses),
  };
}

function isYes(name: string, value: string): boolean {
  if (!/^(yes|no|true|false)$/i.test(value)) {
    refuse(`${name} is yes or no, not ${value}.`);
  }
  return /^(yes|true)$/i.test(value);
}

/** A field is named exactly, else in other case; one that is not there yet is named as asked. */
function fieldName(units: readonly UsedSymbol[], asked: string): string {
  const wanted = asked.toLowerCase();
  if (wanted === "reference") {
    refuse("A reference is not set as a field: nets and the board know the part by it.");
  }
  const names = units.flatMap(({ symbol }) => [...symbol.properties.keys()]);
  const own = names.find((name) => name === asked) ?? names.find((name) => name.toLowerCase() === wanted);
  return own ?? usualFields.get(wanted) ?? asked;
}

function setField(
  splices: Splices,
  uses: readonly UsedSymbol[],
  name: string,
  value: string,
): (part: Part) => Part {
  for (const used of uses) {
    const { symbol, use } = used;
    if (isPowerSymbol(used) && name === "Value") {
      refuse("The value of a power symbol is the name of its net.", "Rename the net instead.");
    }
    const written = symbol.properties.get(name)?.list.atoms.filter(({ quoted }) => quoted)[1];
    splices.add(
      use.file.path,
      written
        ? replacement(written, text(value))
        : insertion(use.file.list, symbol.list, newProperty(used, name, value), 2),
    );
    // KiCad 6 keeps these two for each use as well.
    const inInstance = used.instance?.list.first(name.toLowerCase())?.atoms[0];
    if (used.instance && inInstance && (name === "Value" || name === "Footprint")) {
      splices.add(used.instance.path, replacement(inInstance, text(value)));
    }
  }
  return (part) => {
    switch (name) {
      case "Value":
        return { ...part, value };
      case "Footprint":
        return { ...part, footprint: value };
      case "Datasheet": {
        const { datasheet: _, ...others } = part;
        return value === "" || value === "~" ? others : { ...others, datasheet: value };
      }
      case "Description": {
        const { description: _, ...others } = part;
        return value === "" ? others : { ...others, description: value };
      }
      default: {
        const { [name]: _, ...others } = part.fields;
        return { ...part, fields: value === "" ? others : { ...others, [name]: value } };
      }
    }
  };
}

function newProperty({ symbol, use }: UsedSymbol, name: string, value: string): Form {
  const { version } = use.file;
  return [
    "property",
    text(name),
    text(value),
    ...(version < since.propertiesWithoutIds ? [["id", String(symbol.properties.size)] as const] : []),
    ["at", number(symbol.at.x), number(symbol.at.y), "0"],
    effects(version, { isHidden: true }),
  ];
}

function setMark(
  splices: Splices,
  uses: readonly UsedSymbol[],
  mark: string,
  isOn: boolean,
): (part: Part) => Part {
  const { token = "", leavesOut = "yes" } = marks[mark] ?? {};
  const written = isOn === (leavesOut === "yes") ? "yes" : "no";
  for (const { symbol, use } of uses) {
    const known = symbol.list.first(token)?.atoms[0];
    if (known) {
      splices.add(use.file.path, replacement(known, written));
    } else if (use.file.version < (firstWith[mark] ?? 0)) {
      refuse(`${mark} cannot be set: the file is of a version of KiCad that does not know it.`);
    } else {
      splices.add(use.file.path, insertion(use.file.list, symbol.list, [token, written], 2));
    }
  }
  return (part) => {
    const others = part.flags.filter((flag) => flag !== mark);
    return { ...part, flags: isOn ? [...others, mark] : others };
  };
}
