/** A whole schematic: its files, every use of each, and the symbols and pins that each use has. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import type { Point } from "../../drawing/geometry.js";
import { decodeText } from "../syntax/decode.js";
import type { List } from "../syntax/list.js";
import { belongsTo } from "./definition.js";
import { snapped, turned } from "./orientation.js";
import {
  type PlacedSymbol,
  readSheetFile,
  type SheetFile,
  type SubSheet,
  type SymbolInstance,
} from "./sheet-file.js";

/**
 * One use of a schematic file. `path` is that of its ids, `/root/sheet`, as KiCad 7 and later write it; `names` are
 * those of the sheets from the root down, none for the root itself.
 */
export type SheetUse = { path: string; names: string[]; file: SheetFile };

export type Schematic = {
  /** The absolute path of the root. */
  root: string;
  files: ReadonlyMap<string, SheetFile>;
  /** The root first, then each sheet with all that is below it, before the next. */
  uses: SheetUse[];
  /** References as KiCad 6 keeps them, by the path of the sheet and the id of the symbol. */
  rootInstances: ReadonlyMap<string, SymbolInstance>;
  /** Files that a sheet names and that are not there, or are no schematics in UTF-8. */
  unreadable: string[];
};

/** A symbol in one use of its sheet. `instance` is where its reference there is kept, in the file with that path. */
export type UsedSymbol = {
  symbol: PlacedSymbol;
  use: SheetUse;
  reference: string;
  unit: number;
  instance?: { list: List; path: string };
};

/** A pin of a used symbol, on the sheet: lengths in mm, y goes down. */
export type Pin = {
  number: string;
  name: string;
  type: string;
  hidden: boolean;
  /** Where a wire meets it. */
  at: Point;
  /** One step away from the symbol's body: where a wire or a label leads. */
  outward: Point;
};

/** More than any design has; sheets that show each other in a circle end here. */
const mostUses = 2000;

/**
 * Reads the schematic whose root is the file `root` (absolute). `read` returns a file's text, or the file where it was
 * read before, undefined where it cannot be read. Throws nothing of its own; undefined where the root is no schematic.
 */
export async function loadSchematic(
  root: string,
  read: (path: string) => Promise<string | SheetFile | undefined> = readSchematicText,
): Promise<Schematic | undefined> {
  const files = new Map<string, SheetFile>();
  const unreadable = new Set<string>();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path) || unreadable.has(path)) {
      continue;
    }
    const known = await read(path);
    const file = typeof known === "string" ? readSheetFile(path, known) : known;
    if (file === undefined) {
      unreadable.add(path);
      continue;
    }
    files.set(path, file);
    waiting.push(...file.subSheets.map((sheet) => fileOf(sheet, path, root)));
  }
  const file = files.get(root);
  return (
    file && {
      root,
      files,
      uses: usesOf(file, files),
      rootInstances: new Map(file.rootInstances.map((instance) => [instance.path, instance])),
      unreadable: [...unreadable],
    }
  );
}

/** The names of files come from the design: nothing but a schematic that is a regular file is read. */
async function readSchematicText(path: string): Promise<string | undefined> {
  try {
    const readable = path.endsWith(".kicad_sch") && (await stat(path)).isFile();
    return readable ? decodeText(await readFile(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** The absolute path of the file that `sheet`, in the schematic at `path`, shows. */
export function fileOf(sheet: SubSheet, path: string, root: string): string {
  return resolve(dirname(path), sheet.file.replace(/\$\{KIPRJMOD\}/g, dirname(root)));
}

function usesOf(root: SheetFile, files: ReadonlyMap<string, SheetFile>): SheetUse[] {
  const uses: SheetUse[] = [];
  const waiting: SheetUse[] = [{ path: `/${root.uuid}`, names: [], file: root }];
  for (let use = waiting.pop(); use !== undefined && uses.length < mostUses; use = waiting.pop()) {
    const { path, names, file } = use;
    uses.push(use);
    const below = file.subSheets.flatMap((sheet): SheetUse[] => {
      const shown = files.get(fileOf(sheet, file.path, root.path));
      const isAbove = uses.some((above) => above.file === shown && path.startsWith(above.path));
      return shown && !isAbove
        ? [{ path: `${path}/${sheet.uuid}`, names: [...names, sheet.name], file: shown }]
        : [];
    });
    waiting.push(...below.reverse());
  }
  return uses;
}

/** The path of a use by names, as netlists and reports have it: `/power/`. */
export function namePath({ names }: SheetUse): string {
  return ["", ...names.map((name) => name.replaceAll("{slash}", "/")), ""].join("/");
}

/** The name that KiCad knows the project by. */
export function projectName({ root }: Schematic): string {
  return basename(root, extname(root));
}

/** Every symbol in every use of its sheet. */
export function symbolsOf(schematic: Schematic): UsedSymbol[] {
  return schematic.uses.flatMap((use) => symbolsIn(schematic, use));
}

/** The symbols of one use of a sheet. */
export function symbolsIn({ root, uses, rootInstances }: Schematic, use: SheetUse): UsedSymbol[] {
  const rootLength = (uses[0]?.path ?? "").length;
  return use.file.symbols.map((symbol) => {
    const own = symbol.instances.find(({ path }) => path === use.path);
    const instance = own ?? rootInstances.get(`${use.path.slice(rootLength)}/${symbol.uuid}`);
    return {
      symbol,
      use,
      reference: instance?.reference ?? symbol.properties.get("Reference")?.value ?? "",
      unit: instance?.unit ?? symbol.unit,
      ...(instance && { instance: { list: instance.list, path: own ? use.file.path : root } }),
    };
  });
}

/** What decides where a symbol's pins are. */
export type ShownSymbol = Pick<PlacedSymbol, "definition" | "at" | "orientation" | "style" | "alternates">;

/** The pins that a symbol has in this use. */
export function pinsOf({ symbol, unit }: { symbol: ShownSymbol; unit: number }): Pin[] {
  const shown = { unit, style: symbol.style };
  return (symbol.definition?.pins ?? [])
    .filter((pin) => belongsTo(pin, shown))
    .map((pin) => {
      const place = turned(pin.at, symbol.orientation);
      const radians = (pin.angle * Math.PI) / 180;
      const outward = turned({ x: -Math.cos(radians), y: -Math.sin(radians) }, symbol.orientation);
      const alternate = symbol.alternates.get(pin.number);
      return {
        number: pin.number,
        name: alternate ?? pin.name,
        type: (alternate === undefined ? undefined : pin.alternates.get(alternate)) ?? pin.type,
        hidden: pin.hidden,
        at: { x: snapped(symbol.at.x + place.x), y: snapped(symbol.at.y + place.y) },
        outward: { x: Math.round(outward.x) + 0, y: Math.round(outward.y) + 0 },
      };
    });
}
