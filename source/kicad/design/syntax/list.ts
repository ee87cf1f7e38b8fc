/**
 * KiCad's S-expressions, read lazily: a list knows where it lies in its text, and its items are found when they are
 * asked for. Nothing here recurses, so depth costs nothing; a board of 70 MB is passed once for each level that is read.
 */
import { endOfList, endOfString, endOfWord, skipBlank } from "./scan.js";
import { unquote } from "./strings.js";

/** A word or a string. `start` and `end` are its place in the text, quotation marks included. */
export class Atom {
  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    readonly quoted: boolean,
  ) {}

  get kind(): "atom" {
    return "atom";
  }

  /** What it says, unquoted. */
  get value(): string {
    const written = this.text.slice(this.start, this.end);
    return this.quoted ? unquote(written) : written;
  }
}

export type Item = Atom | List;

/** One parenthesised list of a text: `(at 10 20)`. */
export class List {
  #items: readonly Item[] | undefined;

  /** `start` is the index of the opening parenthesis in `text`, `end` the one after the closing. */
  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    items?: readonly Item[],
  ) {
    this.#items = items;
  }

  get kind(): "list" {
    return "list";
  }

  /** The first word, `at`; empty where the list does not begin with a bare word. */
  get head(): string {
    return this.text.slice(this.#headStart, endOfWord(this.text, this.#headStart));
  }

  /** Whether `head` is the first word; it costs less than to ask for that. */
  isA(head: string): boolean {
    const start = this.#headStart;
    const end = start + head.length;
    return this.text.startsWith(head, start) && endOfWord(this.text, end) === end;
  }

  get #headStart(): number {
    return skipBlank(this.text, this.start + 1);
  }

  /** What follows the head, in order. */
  get items(): readonly Item[] {
    this.#items ??= itemsFrom(this.text, endOfWord(this.text, this.#headStart)).items;
    return this.#items;
  }

  /** The lists inside this one that have this head. */
  all(head: string): List[] {
    return this.items.filter((item): item is List => item.kind === "list" && item.isA(head));
  }

  /** The first list inside this one that has this head. */
  first(head: string): List | undefined {
    return this.items.find((item): item is List => item.kind === "list" && item.isA(head));
  }

  /** The words and strings of this list, without its head. */
  get atoms(): Atom[] {
    return this.items.filter((item) => item.kind === "atom");
  }

  /** The value of the word or string at `index`. */
  value(index = 0): string | undefined {
    return this.atoms[index]?.value;
  }

  /** The first word or string of the first list inside that has this head: `uuid` → `"1f2c…"`. */
  valueOf(head: string): string | undefined {
    return this.first(head)?.value();
  }

  /** The numbers among the words; what is none is left out. */
  get numbers(): number[] {
    return this.atoms.map(({ value }) => Number.parseFloat(value)).filter(Number.isFinite);
  }

  /** The list as it is in the text. */
  toString(): string {
    return this.text.slice(this.start, this.end);
  }
}

/** The items from `start` up to the parenthesis at `close`; without one, the text ends before it closes them. */
function itemsFrom(text: string, start: number): { items: Item[]; close?: number } {
  const items: Item[] = [];
  for (let at = skipBlank(text, start); at < text.length; at = skipBlank(text, at)) {
    const first = text[at];
    if (first === ")") {
      return { items, close: at };
    }
    if (first === "(") {
      const end = endOfList(text, at);
      if (end === undefined) {
        break;
      }
      items.push(new List(text, at, end));
      at = end;
    } else {
      const quoted = first === '"';
      const end = quoted ? endOfString(text, at) : endOfWord(text, at);
      items.push(new Atom(text, at, end, quoted));
      at = end;
    }
  }
  return { items };
}

/**
 * The list that `text` (a whole file) consists of; undefined where there is none, or it is never closed. What follows
 * it is passed over, as KiCad does.
 */
export function readList(text: string): List | undefined {
  const start = skipBlank(text, text.startsWith("\uFEFF") ? 1 : 0);
  if (text[start] !== "(") {
    return undefined;
  }
  const { items, close } = itemsFrom(text, endOfWord(text, skipBlank(text, start + 1)));
  return close === undefined ? undefined : new List(text, start, close + 1, items);
}
