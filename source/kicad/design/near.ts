/** Names that are spelt like one that was asked for. Pure. */
import leven from "leven";
import { inNaturalOrder } from "./difference/order.js";

const reference = /^([A-Z]+)[0-9]+$/;

/** Whether both are references of one kind of part: R1 and R201. */
function isSameKind(one: string, other: string): boolean {
  const [, kind] = reference.exec(one) ?? [];
  return kind !== undefined && kind === reference.exec(other)?.[1];
}

/** Whether two names that differ in `far` letters are alike: at most half of the longer one, and never all of it. */
function isAlike(far: number, one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  return isSameKind(one, other) || (far < longer && far <= Math.max(2, longer / 2));
}

/**
 * At most `count` names that are spelt much like `asked`, each once, the nearest first: half of their letters are the
 * same, or they are references of the same kind of part. Case and the path of a net do not count.
 */
export function nearestNames(asked: string, names: readonly string[], count = 5): string[] {
  const wanted = letters(asked);
  return [...new Set(names)]
    .map((name) => ({ name, letters: letters(name), far: leven(letters(name), wanted) }))
    .filter((one) => isAlike(one.far, one.letters, wanted))
    .sort((one, other) => one.far - other.far || inNaturalOrder(one.name, other.name))
    .slice(0, count)
    .map(({ name }) => name);
}

function letters(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).toUpperCase();
}
