/** What an index keeps of libraries, read in one pass over their bytes. Pure. */

/** A symbol or a footprint. `pins` is how many different numbers its pins or pads have. */
export type Entry = { name: string; description: string; keywords: string; pins: number };

const string = '"((?:[^"\\\\]|\\\\.)*)"';

const symbolParts = new RegExp(
  `\\((?:symbol ${string}|number ${string}|extends ${string}|property "(Description|ki_description|ki_keywords)" ${string})`,
  "g",
);

type ScannedSymbol = Entry & { numbers: Set<string>; parent?: string };

/** Reads the symbols of a library's file, which comes piece by piece. */
export class SymbolScan {
  readonly #symbols = new Map<string, ScannedSymbol>();
  #current: ScannedSymbol | undefined;
  #rest = "";

  /** Reads on; a piece may end anywhere. */
  push(piece: Buffer): void {
    const text = this.#rest + piece.toString("latin1");
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.slice(end);
    this.#read(text.slice(0, end));
  }

  /** The symbols. A derived one has the pins of the one that it extends. */
  end(): Entry[] {
    this.#read(this.#rest);
    return [...this.#symbols.values()].map(({ name, description, keywords, numbers, parent = "" }) => ({
      name,
      description,
      keywords,
      pins: numbers.size || (this.#symbols.get(parent)?.numbers.size ?? 0),
    }));
  }

  #read(text: string): void {
    for (const [, symbol, number, parent, property, value = ""] of text.matchAll(symbolParts)) {
      if (symbol !== undefined) {
        this.#begin(decoded(symbol));
      } else if (number !== undefined) {
        this.#current?.numbers.add(number);
      } else if (this.#current === undefined) {
        break;
      } else if (parent !== undefined) {
        this.#current.parent = decoded(parent);
      } else if (property === "ki_keywords") {
        this.#current.keywords = decoded(value);
      } else {
        this.#current.description ||= decoded(value);
      }
    }
  }

  /** A symbol's units follow it: `R_0_1` and `R_1_1` after `R`. */
  #begin(name: string): void {
    const above = this.#current?.name;
    if (above === undefined || !name.startsWith(above) || !/^_\d+_\d+$/.test(name.slice(above.length))) {
      this.#current = { name, description: "", keywords: "", pins: 0, numbers: new Set() };
      this.#symbols.set(name, this.#current);
    }
  }
}

const footprintParts = new RegExp(`\\((?:descr ${string}|tags ${string}|pad ${string})`, "g");

/** The footprint in a file of a library's folder; its name is the file's. */
export function scanFootprint(name: string, file: Buffer): Entry {
  const entry = { name, description: "", keywords: "" };
  const numbers = new Set<string>();
  for (const [, description, keywords, number] of file.toString("latin1").matchAll(footprintParts)) {
    if (number) {
      numbers.add(number);
    } else {
      entry.description ||= decoded(description ?? "");
      entry.keywords ||= decoded(keywords ?? "");
    }
  }
  return { ...entry, pins: numbers.size };
}

/**
 * Bytes of UTF-8, each read as a letter, as text. It is always a copy: a part of a string keeps the whole of it in
 * memory.
 */
function decoded(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8").replace(/\\(.)/g, "$1");
}
