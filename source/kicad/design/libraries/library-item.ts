/** One symbol or footprint of a library, whole. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Definition, readDefinition } from "../schematic/definition.js";
import { List, readList } from "../syntax/list.js";
import { endOfList } from "../syntax/scan.js";
import { quote } from "../syntax/strings.js";
import type { Library } from "./find-libraries.js";

/**
 * `ancestors` are the symbols that it extends, the nearest first: it has the bodies of the last one. `version` is that
 * of its file.
 */
export type LibrarySymbol = { id: string; definition: Definition; ancestors: List[]; version: number };

export type LibraryFootprint = { id: string; list: List; pads: string[] };

/** `Device:R` → the library's name and the item's. */
export function splitId(id: string): { library: string; name: string } {
  const colon = id.indexOf(":");
  return { library: colon === -1 ? "" : id.slice(0, colon), name: id.slice(colon + 1) };
}

/** The symbol with this id; undefined where no library has it. */
export async function readLibrarySymbol(
  libraries: readonly Library[],
  id: string,
): Promise<LibrarySymbol | undefined> {
  const { library, name } = splitId(id);
  const found = libraries.find((one) => one.name === library);
  const list = found && (await symbolIn(found, name));
  if (!list) {
    return undefined;
  }
  const ancestors: List[] = [];
  for (
    let above = list.valueOf("extends");
    above !== undefined;
    above = ancestors.at(-1)?.valueOf("extends")
  ) {
    const next = await symbolIn(found, above);
    if (!next || ancestors.length > 20) {
      return undefined;
    }
    ancestors.push(next);
  }
  const byName = new Map(ancestors.map((one) => [one.value() ?? "", one]));
  const [, version = "0"] = /\(version\s+(\d+)/.exec(list.text.slice(0, 1000)) ?? [];
  const definition = readDefinition(list, (above) => byName.get(above));
  return { id, definition, ancestors, version: Number(version) };
}

async function symbolIn({ path }: Library, name: string): Promise<List | undefined> {
  const isFolder = !path.endsWith(".kicad_sym");
  const text = isFolder ? await readInside(path, `${name}.kicad_sym`) : await readRegular(path);
  const start = text?.indexOf(`(symbol ${quote(name)}`) ?? -1;
  const end = text && start !== -1 ? endOfList(text, start) : undefined;
  return text && end !== undefined ? new List(text, start, end) : undefined;
}

/** The footprint with this id; undefined where no library has it. */
export async function readLibraryFootprint(
  libraries: readonly Library[],
  id: string,
): Promise<LibraryFootprint | undefined> {
  const { library, name } = splitId(id);
  const found = libraries.find((one) => one.name === library);
  const text = found && (await readInside(found.path, `${name}.kicad_mod`));
  const list = text === undefined ? undefined : readList(text);
  const pads = list?.all("pad").map((pad) => pad.value() ?? "") ?? [];
  return list && { id, list, pads: [...new Set(pads)].filter((number) => number !== "") };
}

/** Names of items come from designs and from the model: none leads out of its library. */
async function readInside(folder: string, name: string): Promise<string | undefined> {
  return /[\\/]/.test(name) ? undefined : await readRegular(join(folder, name));
}

async function readRegular(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
