/** Names that are spelt like one that was asked for. Pure. */
import leven from "leven";
import { inNaturalOrder } from "./difference/order.js";

/** The `count` names that are spelt most like `asked`, each once, the nearest first; case does not count. */
export function nearestNames(asked: string, names: readonly string[], count = 5): string[] {
  const wanted = asked.toUpperCase();
  return [...new Set(names)]
    .map((name) => ({ name, far: leven(name.toUpperCase(), wanted) }))
    .sort((one, other) => one.far - other.far || inNaturalOrder(one.name, other.name))
    .slice(0, count)
    .map(({ name }) => name);
}
