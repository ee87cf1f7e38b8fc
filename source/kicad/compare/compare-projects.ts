/** What changed in each project of a repository between two states of it. */
import type { ComparedDesign, ProjectDifference } from "../../base/design-difference.js";
import { CopperheadError, exitCodes, type Failure, toFailure } from "../../base/failure.js";
import { runTogether } from "../../base/run-together.js";
import type { KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import { readBoard } from "../design/board/board.js";
import { type BoardContent, boardDifference, boardsAreSame } from "../design/difference/board-difference.js";
import { isSame, netlistDifference } from "../design/difference/netlist-difference.js";
import { projectsAmong } from "../design/find-projects.js";
import { sibling } from "../design/kicad-files.js";
import { type Project, projectNamed } from "../design/project.js";
import type { DesignState } from "./design-state.js";
import { readSheets, rootSchematics } from "./sheets.js";
import { netlistOfState, requireLoadable } from "./state-netlist.js";

export type Comparison = {
  before: DesignState;
  after: DesignState;
  /** The files whose content differs; what it leaves out is the same in both states. */
  changed: ReadonlySet<string>;
  /** The projects of `after`. */
  projects: readonly Project[];
  /** The only one that is compared, as `projectNamed` finds it. */
  wanted?: string | undefined;
  /** `undefined` where kicad-cli is missing. */
  cli: KicadCli | undefined;
  cacheFolder: string;
  signal: AbortSignal;
};

/** A project with changed files; there is of it what changed files. */
export type ComparedProject = ComparedDesign & {
  /** Its path. */
  project: string;
  /** Where the whole project is new, or gone. */
  whole?: "added" | "removed";
  /** Why something could not be compared. */
  faults: Failure[];
};

/** As `copperhead.diff/1` has it. */
export function differenceOf({ project, whole, nets, parts, board }: ComparedProject): ProjectDifference {
  const { nets: noNets, parts: noParts } = netlistDifference(noNetlist, noNetlist);
  return {
    project,
    ...(whole && { whole }),
    parts: parts ?? noParts,
    nets: nets ?? noNets,
    ...(board && { board }),
  };
}

/** Whether nothing is known to differ. */
export function isUnchanged(compared: ComparedProject): boolean {
  return isSame(differenceOf(compared)) && (compared.board === undefined || boardsAreSame(compared.board));
}

type Pair = { path: string; old: Project | undefined; now: Project | undefined };

/**
 * Compares the projects of which files changed, by their paths. Throws `no-project` where none is the wanted one, and
 * `interrupted` where the signal is aborted.
 */
export async function compareProjects(comparison: Comparison): Promise<ComparedProject[]> {
  const compared: ComparedProject[] = [];
  for (const pair of wantedAmong(await pairsOf(comparison), comparison.wanted)) {
    const project = await compareProject(pair, comparison);
    compared.push(...(project ? [project] : []));
  }
  return compared;
}

function wantedAmong(pairs: readonly Pair[], wanted: string | undefined): readonly Pair[] {
  if (wanted === undefined) {
    return pairs;
  }
  const all = pairs.map(({ path, old, now }) => ({ ...old, ...now, path }));
  const { path } = projectNamed({ all }, wanted);
  return pairs.filter((pair) => pair.path === path);
}

/** A project is the same one by its path, or by its schematic or board: its project file may be new. */
async function pairsOf({ before, after, projects }: Comparison): Promise<Pair[]> {
  if (before.files.join("\n") === after.files.join("\n")) {
    return projects.map((project) => ({ path: project.path, old: project, now: project }));
  }
  const left = new Set(projectsAmong(before.files, await rootSchematics(before)));
  const pairs = projects.map((now): Pair => {
    const old = [...left].find(
      ({ path, schematic, board }) =>
        path === now.path ||
        (schematic !== undefined && schematic === now.schematic) ||
        (board !== undefined && board === now.board),
    );
    if (old) {
      left.delete(old);
    }
    return { path: now.path, old: old ?? partsIn(before, now), now };
  });
  const removed = [...left].map((old): Pair => ({ path: old.path, old, now: undefined }));
  return [...pairs, ...removed].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The files of a project that another state has as well: the settings can make a project of any. */
function partsIn({ files }: DesignState, { path, schematic, board }: Project): Project | undefined {
  const has = (file: string | undefined) => file !== undefined && files.includes(file);
  return has(schematic) || has(board)
    ? {
        path,
        ...(schematic !== undefined && has(schematic) && { schematic }),
        ...(board !== undefined && has(board) && { board }),
      }
    : undefined;
}

/** Undefined where none of its files changed. */
async function compareProject(pair: Pair, comparison: Comparison): Promise<ComparedProject | undefined> {
  const faults: Failure[] = [];
  const orFault = <Result>(part: Promise<Result>): Promise<Result | undefined> =>
    part.catch((error: unknown) => {
      if (comparison.signal.aborted) {
        throw error;
      }
      faults.push(toFailure(error));
      return undefined;
    });
  const [netlist, board] = await Promise.all([
    orFault(compareSchematics(pair, comparison)),
    orFault(compareBoards(pair, comparison)),
  ]);
  const whole = pair.old === undefined ? "added" : pair.now === undefined ? "removed" : undefined;
  return netlist || board || faults.length > 0
    ? { project: pair.path, ...(whole && { whole }), ...netlist, ...(board && { board }), faults }
    : undefined;
}

const noNetlist: Netlist = { components: [], nets: [] };

/** Undefined where none of the files changed. Both netlists are made at once. */
async function compareSchematics({ old, now }: Pair, comparison: Comparison) {
  const { before, after, changed, cli, cacheFolder, signal } = comparison;
  const isSameRoot = old?.schematic === now?.schematic;
  if (isSameRoot && ![...changed].some((path) => /\.kicad_(sch|pro)$/.test(path))) {
    return undefined;
  }
  const is = await sideOf(after, now?.schematic);
  // Without a file that is gone, sheets that are the same now were the same ones before.
  const isNothingGone = [...changed].every((path) => after.files.includes(path));
  if (isSameRoot && isNothingGone && !isTouched(is, changed)) {
    return undefined;
  }
  const was = await sideOf(before, old?.schematic);
  if (isSameRoot && !isTouched(is, changed) && !isTouched(was, changed)) {
    return undefined;
  }
  if (!cli) {
    throw kicadMissing();
  }
  const netlistOf = async ({ state, schematic, sheets }: Side, unlessAborted: AbortSignal) =>
    schematic === undefined || !sheets.has(schematic)
      ? noNetlist
      : netlistOfState(state, schematic, sheets, { cli, cacheFolder, signal: unlessAborted });
  const [wasNetlist, isNetlist] = await runTogether(
    (unlessAborted) => netlistOf(was, unlessAborted),
    (unlessAborted) => netlistOf(is, unlessAborted),
    signal,
  );
  return netlistDifference(wasNetlist, isNetlist);
}

/** A root schematic in one state, with the sheets below it. */
type Side = { state: DesignState; schematic: string | undefined; sheets: ReadonlyMap<string, Buffer> };

async function sideOf(state: DesignState, schematic: string | undefined): Promise<Side> {
  return {
    state,
    schematic,
    sheets: schematic === undefined ? new Map() : await readSheets(state, schematic),
  };
}

function isTouched({ schematic, sheets }: Side, changed: ReadonlySet<string>): boolean {
  return (
    schematic !== undefined && [...sheets.keys(), sibling(schematic, "pro")].some((file) => changed.has(file))
  );
}

function kicadMissing(): CopperheadError {
  return new CopperheadError({
    code: "kicad-missing",
    message: "kicad-cli was not found, and parts and nets are compared by it.",
    advice: "Install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI to its kicad-cli.",
    exitCode: exitCodes.failed,
  });
}

/** Undefined where the board did not change. */
async function compareBoards({ old, now }: Pair, { before, after, changed }: Comparison) {
  const isTouched = [old, now].some((project) => project?.board !== undefined && changed.has(project.board));
  if (old?.board === now?.board && !isTouched) {
    return undefined;
  }
  return boardDifference(await boardOf(before, old?.board), await boardOf(after, now?.board));
}

const noBoard: BoardContent = { footprints: [], tracks: [], vias: [], zones: [] };

async function boardOf(state: DesignState, path: string | undefined): Promise<BoardContent> {
  const bytes = path === undefined ? undefined : await state.read(path);
  if (path === undefined || bytes === undefined) {
    return noBoard;
  }
  requireLoadable(state, path, bytes);
  return readBoard(bytes.toString("utf8")) ?? noBoard;
}
