/**
 * A list that is never changed and made longer at no cost that grows with it: the longer one shares the items of the one
 * that it came of. Copying an array of 20,000 for each message of a conversation takes seconds.
 */
export class GrowingList<Item> implements Iterable<Item> {
  /** Others may have added items after the first `length`. */
  readonly #items: Item[];

  private constructor(
    items: Item[],
    readonly length: number,
  ) {
    this.#items = items;
  }

  static of<Item>(items: Iterable<Item> = []): GrowingList<Item> {
    const own = [...items];
    return new GrowingList(own, own.length);
  }

  /** The list with `added` after its items. */
  with(...added: readonly Item[]): GrowingList<Item> {
    const items = this.#items.length === this.length ? this.#items : this.toArray();
    items.push(...added);
    return new GrowingList(items, this.length + added.length);
  }

  /** The items as an array of the caller's own. */
  toArray(): Item[] {
    return this.#items.slice(0, this.length);
  }

  /** As of an array, but only from `start` on, which is not negative. */
  from(start: number): Item[] {
    return this.#items.slice(start, this.length);
  }

  /** The last item; undefined where there is none. */
  last(): Item | undefined {
    return this.#items[this.length - 1];
  }

  /** The place of the last item for which `isWanted` holds; -1 where there is none. */
  findLastIndex(isWanted: (item: Item) => boolean): number {
    for (let index = this.length - 1; index >= 0; index--) {
      if (isWanted(this.#items[index] as Item)) {
        return index;
      }
    }
    return -1;
  }

  /** The last item for which `isWanted` holds; undefined where there is none. */
  findLast<Wanted extends Item>(isWanted: (item: Item) => item is Wanted): Wanted | undefined {
    return this.#items[this.findLastIndex(isWanted)] as Wanted | undefined;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.toArray()[Symbol.iterator]();
  }
}
