/** Boards that a change of their schematic alone left behind. */
import { join } from "node:path";
import type { FileChange } from "../../base/files/file-change.js";
import { visibleName } from "../../base/text/safe-text.js";
import { stateFolder } from "../../workspace/user-folders.js";
import type { KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import { readBoard } from "../design/board/board.js";
import { newDrift } from "../design/difference/board-drift.js";
import { listProjects } from "../design/find-projects.js";
import type { Project } from "../design/project.js";
import { type DesignState, stateOnDisk, stateWith } from "./design-state.js";
import type { MeaningContext } from "./meaning.js";
import { readSheets } from "./sheets.js";
import { type NetlistMaker, netlistOfState } from "./state-netlist.js";

/** In bytes. To read a larger one takes longer than a turn can wait for; DRC of it takes minutes. */
const largestBoard = 20_000_000;

/** How many differences one sentence has. */
const mostShown = 8;

type Context = Omit<MeaningContext, "env"> & { env: NodeJS.ProcessEnv; cli: KicadCli };

/**
 * A sentence for each board that did not change while its schematic did, and that differs from it since: with what
 * differs. kicad-cli compares the two only as part of DRC, which takes from seconds to minutes. With the netlists that
 * the comparison of the schematic has made already and the board as it is read here, it takes next to nothing. Throws
 * what `netlistOfState` throws.
 */
export async function describeDrift(
  changes: readonly FileChange[],
  { root, config, env, cli, signal }: Context,
): Promise<string[]> {
  const changed = new Set(changes.map(({ path }) => path));
  if (![...changed].some((path) => path.endsWith(".kicad_sch"))) {
    return [];
  }
  const disk = await stateOnDisk(root);
  const states = [stateWith(disk, changes, "before"), stateWith(disk, changes, "after")] as const;
  const maker = { cli, cacheFolder: join(await stateFolder(env), "netlists"), signal };
  const sentences: string[] = [];
  for (const { schematic, board } of (await listProjects(root, config)).all) {
    if (schematic !== undefined && board !== undefined && !changed.has(board)) {
      const drift = await driftOf({ schematic, board }, changed, states, maker);
      sentences.push(...(drift.length > 0 ? [sentence(board, drift)] : []));
    }
  }
  return sentences;
}

function sentence(board: string, drift: readonly string[]): string {
  const more = drift.length - mostShown;
  const listed = [...drift.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])].join("; ");
  return `The board ${visibleName(board)} does not match its schematic any more: ${listed}. In KiCad: Tools, Update PCB from Schematic.`;
}

async function driftOf(
  { schematic, board }: Required<Pick<Project, "schematic" | "board">>,
  changed: ReadonlySet<string>,
  [before, after]: readonly [DesignState, DesignState],
  maker: NetlistMaker,
): Promise<string[]> {
  const sheets = [await readSheets(before, schematic), await readSheets(after, schematic)] as const;
  if (!sheets.some((files) => [...files.keys()].some((path) => changed.has(path)))) {
    return [];
  }
  const bytes = await after.read(board);
  const content = bytes && bytes.length <= largestBoard ? readBoard(bytes.toString("utf8")) : undefined;
  return content
    ? newDrift(
        await netlistIn(before, schematic, sheets[0], maker),
        await netlistIn(after, schematic, sheets[1], maker),
        content,
      )
    : [];
}

/** A schematic that is not there has no parts. */
async function netlistIn(
  state: DesignState,
  schematic: string,
  sheets: ReadonlyMap<string, Buffer>,
  maker: NetlistMaker,
): Promise<Netlist> {
  return sheets.has(schematic)
    ? await netlistOfState(state, schematic, sheets, maker)
    : { components: [], nets: [] };
}
