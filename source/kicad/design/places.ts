/** Where parts are, from the design files themselves, in mm from the page's top left corner. */
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import leven from "leven";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { grow, hullOf, type Point, type Rectangle } from "../drawing/geometry.js";
import { children, type Form, formsIn, placeOf, propertyOf, textOf } from "./forms.js";

/** A footprint on a board: its origin, the area of its pads, and the side that it is mounted on. */
export type PlacedFootprint = { reference: string; at: Point; area: Rectangle; side: "front" | "back" };

/** One symbol on a sheet; `unit` is the letter of a part of several units, `B` in `U1B`. */
export type PlacedSymbol = { reference: string; unit: string; at: Point };

/** One use of a sheet. `path`: by names (`/power/`), `idPath`: by ids, both as in findings; `names`: from the root down. */
export type Sheet = { path: string; idPath: string; names: string[]; symbols: PlacedSymbol[] };

/** Before version 8 they were modules in KiCad's files, with the reference in a text. */
const footprints = ["footprint", "module"];

/** The footprints in a board's text; those without a reference or a place are left out. */
export function footprintsIn(board: string): PlacedFootprint[] {
  return formsIn(board, footprints).flatMap((form) => {
    const old = children(form, "fp_text").find(({ items }) => items[0] === "reference")?.items[1];
    const reference = propertyOf(form, "Reference") ?? (typeof old === "string" ? old : undefined);
    const at = placeOf(form);
    const side = textOf(form, "layer") === "B.Cu" ? ("back" as const) : ("front" as const);
    return reference && at ? [{ reference, at, area: areaOfPads(form, at), side }] : [];
  });
}

/** Pads are placed in the footprint's own directions, which are turned counter-clockwise by its angle. */
function areaOfPads(footprint: Form, at: Point): Rectangle {
  const angle = (Number(children(footprint, "at")[0]?.items[2] ?? 0) * Math.PI) / 180;
  const pads = children(footprint, "pad").flatMap((pad) => {
    const place = placeOf(pad);
    const reach = Math.max(...(children(pad, "size")[0]?.items ?? [0]).map(Number)) / 2;
    if (place === undefined || Number.isNaN(reach)) {
      return [];
    }
    const x = at.x + place.x * Math.cos(angle) + place.y * Math.sin(angle);
    const y = at.y - place.x * Math.sin(angle) + place.y * Math.cos(angle);
    return [grow({ x, y, width: 0, height: 0 }, reach)];
  });
  return hullOf(pads) ?? { ...at, width: 0, height: 0 };
}

const sheetParts = ["uuid", "symbol", "sheet"];

/** More than any design has; sheets that place each other in a circle end here. */
const mostSheets = 1000;

/** Every use of a sheet below the root schematic at `root` (absolute), the root first; what cannot be read is left out. */
export async function sheetsOf(root: string): Promise<Sheet[]> {
  const found: Sheet[] = [];
  const files = new Map<string, Promise<Form[]>>();
  const visit = async (file: string, names: string[], ids?: string): Promise<void> => {
    const reading = files.get(file) ?? readParts(file);
    files.set(file, reading);
    const forms = await reading;
    if (forms.length === 0 || found.length === mostSheets) {
      return;
    }
    const idPath = ids ?? `/${firstText(forms, "uuid") ?? ""}`;
    const symbols = forms.flatMap((form) => (form.head === "symbol" ? symbolOn(form, idPath) : []));
    found.push({ path: ["", ...names, ""].join("/"), idPath, names, symbols });
    for (const sheet of forms.filter(({ head }) => head === "sheet")) {
      const name = propertyOf(sheet, "Sheetname") ?? propertyOf(sheet, "Sheet name") ?? "";
      const target = propertyOf(sheet, "Sheetfile") ?? propertyOf(sheet, "Sheet file") ?? "";
      const path = `${idPath}/${textOf(sheet, "uuid") ?? ""}`;
      await visit(resolve(dirname(file), target), [...names, name.replaceAll("{slash}", "/")], path);
    }
  };
  await visit(root, []);
  return found;
}

/** The names come from the design: only a schematic that is a regular file is read. */
async function readParts(file: string): Promise<Form[]> {
  try {
    const readable = file.endsWith(".kicad_sch") && (await stat(file)).isFile();
    return readable ? formsIn(await readFile(file, "utf8"), sheetParts) : [];
  } catch {
    return [];
  }
}

function firstText(forms: readonly Form[], head: string): string | undefined {
  const first = forms.find((form) => form.head === head)?.items[0];
  return typeof first === "string" ? first : undefined;
}

/** A sheet that is used more than once has its symbols' references listed by the path of each use. */
function symbolOn(form: Form, idPath: string): PlacedSymbol[] {
  const uses = children(form, "instances").flatMap((instances) =>
    children(instances, "project").flatMap((project) => children(project, "path")),
  );
  const use = uses.find(({ items }) => items[0] === idPath);
  const reference = (use && textOf(use, "reference")) ?? propertyOf(form, "Reference");
  const unit = Number((use && textOf(use, "unit")) ?? textOf(form, "unit") ?? 1);
  const at = placeOf(form);
  return reference && at ? [{ reference, unit: String.fromCharCode(64 + unit), at }] : [];
}

/**
 * The part with the reference `wanted`: exactly, else in other case, else with its unit (`U1B`). Throws
 * `reference-not-found`, with similar references as advice.
 */
export function findReference<Placed extends { reference: string; unit?: string }>(
  placed: readonly Placed[],
  wanted: string,
): Placed {
  const exact = wanted.trim();
  const upper = exact.toUpperCase();
  const found =
    placed.find(({ reference }) => reference === exact) ??
    placed.find(({ reference }) => reference.toUpperCase() === upper) ??
    placed.find(({ reference, unit = "" }) => `${reference}${unit}`.toUpperCase() === upper);
  if (found === undefined) {
    throw new CopperheadError({
      code: "reference-not-found",
      message: `There is no ${exact} in the drawing.`,
      advice: alike(placed, upper),
      exitCode: exitCodes.failed,
    });
  }
  return found;
}

function alike(placed: readonly { reference: string }[], wanted: string): string {
  const names = [...new Set(placed.map(({ reference }) => reference))].filter(
    (name) => !name.startsWith("#"),
  );
  const nearest = names.toSorted(
    (one, other) => leven(one.toUpperCase(), wanted) - leven(other.toUpperCase(), wanted),
  );
  return nearest.length === 0
    ? "It has no parts with a reference."
    : `Spelt alike: ${nearest.slice(0, 5).join(", ")}.`;
}
