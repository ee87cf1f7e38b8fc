/** What a misspelt word was meant to be. Pure. */
import { closestMatch } from "leven";

/** The only name that begins with the word, else the one at most two letters off; undefined where there is none. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length < 3) {
    return undefined;
  }
  const longer = names.filter((name) => name.startsWith(word));
  return longer.length === 1 ? longer[0] : closestMatch(word, names, { maxDistance: 2 });
}

/** `; did you mean print?`, after what there is not; "" where nothing is near. */
export function meaning(word: string, names: readonly string[], shown = (name: string) => name): string {
  const near = nearestName(word, names);
  return near === undefined ? "." : `; did you mean ${shown(near)}?`;
}
