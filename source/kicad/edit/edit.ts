/** What an edit of a design is: splices for each file, and what they do to the netlist. Or a refusal. */
import { CopperheadError } from "../../base/failure.js";
import type { Netlist } from "../cli/netlist.js";
import type { Schematic } from "../design/schematic/schematic.js";
import type { Splice } from "./splice.js";

/** A design as it is now. */
export type Design = {
  schematic: Schematic;
  /** As kicad-cli has it. */
  netlist: Netlist;
  /** Makes the id of a new item. */
  newId: () => string;
};

export type Edit = {
  /** The changes of each file, by its absolute path. */
  files: ReadonlyMap<string, readonly Splice[]>;
  /** The netlist that there has to be after the edit; automatic names aside. */
  expected: Netlist;
  /** What else there is to know: another use of a sheet that changes too, and the like. */
  notes: string[];
};

/** Throws `edit-refused`: why an edit cannot be made, and what is near or could be done instead. */
export function refuse(reason: string, advice?: string): never {
  throw new CopperheadError({
    code: "edit-refused",
    message: reason,
    ...(advice !== undefined && { advice }),
  });
}

/** Gathers the splices of several files. */
export class Splices {
  readonly #files = new Map<string, Splice[]>();

  get files(): ReadonlyMap<string, readonly Splice[]> {
    return this.#files;
  }

  add(path: string, splice: Splice): void {
    const known = this.#files.get(path) ?? [];
    this.#files.set(path, known);
    const isKnown = known.some(
      (one) =>
        one.start === splice.start &&
        one.end === splice.end &&
        one.end > one.start &&
        one.text === splice.text,
    );
    if (!isKnown) {
      known.push(splice);
    }
  }
}
