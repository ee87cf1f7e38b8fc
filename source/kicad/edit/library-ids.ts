/** Refuses ids of symbols and footprints that no library has. Pure. */
import type { Offer } from "../design/libraries/catalogue.js";
import { splitId } from "../design/libraries/library-item.js";
import { alikeIds } from "../design/libraries/search.js";
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
  const alike = `Spelt alike: ${alikeIds(items, id).join(", ")}.`;
  return missing
    ? refuse(`The library ${library} cannot be used: ${missing.reason}.`, alike)
    : refuse(`There is no ${what} ${id}.`, alike);
}
