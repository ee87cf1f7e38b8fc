/** Refuses ids of symbols and footprints that no library has. Pure. */
import type { Offer } from "../design/libraries/catalogue.js";
import { splitId } from "../design/libraries/library-item.js";
import { alikeIds, searchItems } from "../design/libraries/search.js";
import { refuse } from "./edit.js";

/**
 * Throws `edit-refused` where no library of `offer` has `id`, with the ids that are spelt alike. Where no library is
 * installed nothing can be checked: then it returns a note.
 */
export function requireLibraryItem(
  what: "symbol" | "footprint",
  id: string,
  { items, libraries }: Offer,
): string[] {
  if (items.some((item) => item.id === id)) {
    return [];
  }
  if (items.length === 0) {
    return [`No ${what} library is installed: whether there is a ${what} ${id} was not checked.`];
  }
  const { library } = splitId(id);
  const missing = libraries.missing.find(({ name }) => name === library);
  const ids = nearIds(id, items);
  const near = ids.length === 0 ? undefined : `Near it: ${ids.join(", ")}.`;
  return missing
    ? refuse(`The library ${library} cannot be used: ${missing.reason}.`, near)
    : refuse(`There is no ${what} ${id}.`, near);
}

/** The ids that have the words of `id`, `Device:Capacitor` → Device:C, and those that are spelt alike. */
function nearIds(id: string, items: Offer["items"]): string[] {
  const { items: byWords, hasAllWords } = searchItems(items, id.replace(/[:_]/g, " "), 3);
  const found = hasAllWords ? byWords.map((item) => item.id) : [];
  return [...new Set([...found, ...alikeIds(items, id)])].slice(0, 6);
}
