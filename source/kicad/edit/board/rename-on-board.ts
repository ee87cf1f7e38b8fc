/** Renames nets on a board, and in the net classes of its project. Pure. */
import type { Board } from "../../design/board/board.js";
import { readableName } from "../../design/schematic/names.js";
import type { Atom, List } from "../../design/syntax/list.js";
import type { Splice } from "../splice.js";
import { text } from "../writing/form.js";
import { replacement } from "../writing/place-text.js";

/** Names as netlists have them; `written` is the new one as files have it, with its slashes as words. */
export type NewName = { before: string; after: string; written: string };

/** Every place where a board names the nets: its table of nets where it has one, pads, tracks and zones. */
export function renameOnBoard({ list }: Board, renamed: readonly NewName[]): Splice[] {
  const names = new Map(renamed.map(({ before, written }) => [before, written]));
  return namesOn(list).flatMap((atom) => {
    const written = names.get(readableName(atom.value));
    return written === undefined ? [] : [replacement(atom, text(written))];
  });
}

function namesOn(board: List): Atom[] {
  const items = board.items.filter((item) => item.kind === "list");
  const pads = items
    .filter(({ head }) => head === "footprint" || head === "module")
    .flatMap((one) => one.all("pad"));
  return [...items, ...pads].flatMap((item) => {
    const named = item.head === "net" ? [item] : [...item.all("net"), ...item.all("net_name")];
    return named.flatMap(({ atoms }) => {
      const last = atoms.at(-1);
      // A number alone is that of a net in the table.
      return last && (last.quoted || atoms.length > 1) ? [last] : [];
    });
  });
}

const pattern = /"pattern"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Net classes that name exactly one of the nets, in the text of a `.kicad_pro`. */
export function renameInProject(project: string, renamed: readonly NewName[]): Splice[] {
  const names = new Map(renamed.map(({ before, after }) => [JSON.stringify(before), JSON.stringify(after)]));
  return [...project.matchAll(pattern)].flatMap(({ index, 0: whole, 1: written = "" }) => {
    const after = names.get(written);
    const end = index + whole.length;
    return after === undefined ? [] : [{ start: end - written.length, end, text: after }];
  });
}
