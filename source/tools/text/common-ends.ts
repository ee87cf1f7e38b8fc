/** The number of characters that two texts have in common at their beginnings; at most `limit`. */
export function commonPrefix(one: string, other: string, limit = Math.min(one.length, other.length)): number {
  let length = 0;
  while (length < limit && one.charCodeAt(length) === other.charCodeAt(length)) {
    length += 1;
  }
  return length;
}

/** The number of characters that two texts have in common at their ends; at most `limit`. */
export function commonSuffix(one: string, other: string, limit = Math.min(one.length, other.length)): number {
  let length = 0;
  while (
    length < limit &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}
