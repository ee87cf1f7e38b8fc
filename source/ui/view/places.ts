/** The parts that the conversation named last: `/board ` and a Tab show them. Pure. */
import type { Item } from "./view.js";

/** A reference of a part, with a pin or without: `R1`, `U3.5`, `RN12`. */
const reference = /\b[A-Z]{1,3}[1-9]\d{0,3}\b/g;
const mostPlaces = 50;
/** Items from the end of the history that are looked through. */
const mostItems = 200;

function textOf(item: Item): string {
  switch (item.kind) {
    case "prose":
    case "page":
      return item.text;
    case "verification":
      return item.findings ?? "";
    case "call":
      return `${item.call.title} ${item.call.detail ?? ""}`;
    default:
      return "";
  }
}

/** The newest first, each once. */
export function placesIn(history: readonly Item[]): string[] {
  const texts = history.slice(-mostItems).toReversed().map(textOf);
  const named = texts.flatMap((text) => text.slice(0, 20_000).match(reference) ?? []);
  return [...new Set(named)].slice(0, mostPlaces);
}
