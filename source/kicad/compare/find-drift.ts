/** Boards that a change of their schematic alone left behind. */
import type { KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import { readBoard } from "../design/board/board.js";
import { newDrift } from "../design/difference/board-drift.js";
import type { Project } from "../design/project.js";
import type { DesignState } from "./design-state.js";
import { readSheets } from "./sheets.js";
import { netlistOfState } from "./state-netlist.js";

/** In bytes. To read a larger board takes longer than a turn can wait for: DRC of it takes minutes as well. */
const largestBoard = 20_000_000;

/** `drift`: what differs between schematic and board since the change, a sentence each; never empty. */
export type BoardDrift = { project: string; board: string; drift: string[] };

export type DriftQuestion = {
  before: DesignState;
  after: DesignState;
  /** Projects whose parts or nets changed. */
  projects: readonly Project[];
  /** Repository-relative. */
  changed: ReadonlySet<string>;
  cli: KicadCli;
  /** Where netlists are kept; the same as that of `compareProjects`, which has made them already. */
  cacheFolder: string;
  signal: AbortSignal;
};

/**
 * What differs now between the schematic and the board of each project whose board did not change. kicad-cli compares
 * the two only as part of DRC, which takes from seconds to minutes; with the netlists that a comparison of the schematic
 * needs anyhow, and the board as it is read here, it takes none. Throws what `netlistOfState` throws.
 */
export async function findDrift(question: DriftQuestion): Promise<BoardDrift[]> {
  const { projects, changed, after } = question;
  const found: BoardDrift[] = [];
  for (const { path, schematic, board } of projects) {
    const bytes = board === undefined || changed.has(board) ? undefined : await after.read(board);
    if (schematic === undefined || board === undefined || bytes === undefined) {
      continue;
    }
    const read = bytes.length > largestBoard ? undefined : readBoard(bytes.toString("utf8"));
    const drift = read
      ? newDrift(
          await netlistIn(question.before, schematic, question),
          await netlistIn(after, schematic, question),
          read,
        )
      : [];
    found.push(...(drift.length > 0 ? [{ project: path, board, drift }] : []));
  }
  return found;
}

async function netlistIn(
  state: DesignState,
  schematic: string,
  { cli, cacheFolder, signal }: DriftQuestion,
): Promise<Netlist> {
  const sheets = await readSheets(state, schematic);
  return sheets.has(schematic)
    ? await netlistOfState(state, schematic, sheets, { cli, cacheFolder, signal })
    : { components: [], nets: [] };
}
