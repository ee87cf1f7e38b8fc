/** What may exist only once in a schematic: ids, and a part's units. Pure. */
import { type Schematic, symbolsOf } from "../design/schematic/schematic.js";

/** Ids and references that `after` has more than once and `before` has not, in words. */
export function newDuplicates(before: Schematic, after: Schematic): string[] {
  const old = new Set(duplicatesIn(before));
  return duplicatesIn(after).filter((one) => !old.has(one));
}

function duplicatesIn(schematic: Schematic): string[] {
  const ids = [...schematic.files.values()].flatMap(({ text }) =>
    [...text.matchAll(/\(uuid\s+"?([^\s")]+)"?\s*\)/g)].map(([, id]) => `the id ${id}`),
  );
  const units = symbolsOf(schematic)
    .filter(({ reference }) => reference !== "" && !reference.endsWith("?"))
    .map(({ reference, unit }) => `unit ${unit} of ${reference}`);
  return [...repeated(ids), ...repeated(units)];
}

function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}
