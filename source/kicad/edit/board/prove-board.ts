/** Proves an edit of a board before it is made: KiCad loads it, and it changes what was asked for and nothing else. */

import type { BoardChanges } from "../../../base/design-difference.js";
import { startLoading } from "../../check/integrity.js";
import type { CliOptions, KicadCli } from "../../cli/kicad-cli.js";
import { type Board, readBoard } from "../../design/board/board.js";
import { boardDifference, boardsAreSame } from "../../design/difference/board-difference.js";
import { describeBoardChanges } from "../../design/difference/sentences.js";
import { refuse } from "../edit.js";
import { applySplices, type Splice } from "../splice.js";

/** `isExpected` is whether these are the changes that were asked for. */
export type BoardEdit = { splices: readonly Splice[]; isExpected: (changes: BoardChanges) => boolean };

export type BoardProof = { text: string; changes: BoardChanges };

/**
 * What an edit makes of a board, whose file is called `name`. Throws `edit-refused` where KiCad does not load it or it
 * changes something else, and what `KicadCli.run` throws.
 */
export async function proveBoardEdit(
  cli: KicadCli,
  name: string,
  board: Board,
  { splices, isExpected }: BoardEdit,
  options: CliOptions = {},
): Promise<BoardProof> {
  const text = applySplices(board.text, splices);
  const states = { before: Buffer.from(board.text), after: Buffer.from(text) };
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, ...(options.signal ? [options.signal] : [])]);
  const loading = await startLoading(cli, name, states, { ...options, signal });
  try {
    const after = readBoard(text);
    if (after === undefined) {
      return refuse("The edited board would be no board any more.");
    }
    const changes = boardDifference(board, after);
    if (!isExpected(changes)) {
      refuse(
        `The edit would change more than was asked for: ${describeBoardChanges(changes).slice(0, 10).join("; ")}.`,
      );
    }
    const reason = await loading.reason;
    return reason === undefined
      ? { text, changes }
      : refuse(`KiCad would not load the edited board: ${reason}`);
  } finally {
    enough.abort();
    await loading.reason.catch(() => {});
  }
}

/** Whether one footprint moved, and nothing else changed. */
export function onlyMoves(ref: string): (changes: BoardChanges) => boolean {
  return ({ footprints: { moved, ...footprints }, ...others }) =>
    moved.length === 1 &&
    moved[0]?.ref === ref &&
    boardsAreSame({ footprints: { moved: [], ...footprints }, ...others });
}
