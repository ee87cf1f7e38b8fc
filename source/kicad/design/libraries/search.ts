/** Finds symbols and footprints by words. Pure. */
import leven from "leven";
import { inNaturalOrder } from "../difference/order.js";
import type { Entry } from "./scan.js";

/** `id` is `Device:R`; `searched` is what words are looked for in, in small letters. */
export type LibraryItem = Entry & {
  id: string;
  searched: { id: string; name: string; keywords: string; description: string };
};

/** An entry of the library called `library`. */
export function searchable(library: string, entry: Entry): LibraryItem {
  const id = `${library}:${entry.name}`;
  const { name, keywords, description } = entry;
  return {
    ...entry,
    id,
    searched: {
      id: id.toLowerCase(),
      name: name.toLowerCase(),
      keywords: keywords.toLowerCase(),
      description: description.toLowerCase(),
    },
  };
}

export type Found = {
  items: LibraryItem[];
  /** How many there are besides these. */
  more: number;
  /** Whether all words are in each of them; else those have most of the words. */
  hasAllWords: boolean;
};

type Ranked = { item: LibraryItem; words: number; rank: number };

/** The items that fit the words best, from the one numbered `from` on. */
export function searchItems(items: readonly LibraryItem[], query: string, limit: number, from = 0): Found {
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  const ranked = items.map((item) => rank(item, words)).filter(({ words: count }) => count > 0);
  const most = ranked.reduce((best, { words: count }) => Math.max(best, count), 0);
  const best = ranked
    .filter(({ words: count }) => count === most)
    .sort((one, other) => other.rank - one.rank || inNaturalOrder(one.item.id, other.item.id));
  const shown = best.slice(from, from + limit);
  return {
    items: shown.map(({ item }) => item),
    more: Math.max(0, best.length - from - shown.length),
    hasAllWords: words.length > 0 && most === words.length,
  };
}

/** A word in the name counts more than one in the keywords, and that more than one in the description. */
function rank(item: LibraryItem, words: readonly string[]): Ranked {
  const { id, name, keywords, description } = item.searched;
  let found = 0;
  let sum = 0;
  for (const word of words) {
    const worth =
      (name === word || id === word ? 16 : 0) +
      (name.startsWith(word) ? 6 : 0) +
      (name.includes(word) ? 6 : id.includes(word) ? 3 : 0) +
      (hasWord(keywords, word) ? 4 : keywords.includes(word) ? 2 : 0) +
      (hasWord(description, word) ? 2 : description.includes(word) ? 1 : 0);
    found += worth > 0 ? 1 : 0;
    sum += worth;
  }
  // Of two that fit as well, the one with the shorter name is the plainer part.
  return { item, words: found, rank: sum - name.length / 100 };
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at !== -1 && isBoundary(text[at - 1]) && isBoundary(text[at + word.length]);
}

function isBoundary(letter: string | undefined): boolean {
  return letter === undefined || !/[a-z\d]/.test(letter);
}

/** The ids that are spelt most like `id`. */
export function alikeIds(items: readonly LibraryItem[], id: string, limit = 5): string[] {
  const wanted = id.toLowerCase();
  const name = wanted.slice(wanted.indexOf(":") + 1);
  const distance = (item: LibraryItem) =>
    Math.min(leven(item.searched.id, wanted), leven(item.searched.name, name) + 1);
  return (
    items
      .map((item) => ({ id: item.id, far: distance(item) }))
      // Where most letters differ it is another name.
      .filter(({ far }) => far <= Math.max(2, name.length * 0.8))
      .sort((one, other) => one.far - other.far)
      .slice(0, limit)
      .map((item) => item.id)
  );
}
