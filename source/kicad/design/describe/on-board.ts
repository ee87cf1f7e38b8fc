/** What a board has of a part or a net. */
import type { Board, Footprint } from "../board/board.js";
import { padPlace } from "../board/pads.js";
import { readableName } from "../schematic/names.js";
import type { ExplainedNet, ExplainedPart } from "./schema.js";

/** A footprint's place and pads; lengths are mm. */
export function footprintOnBoard(footprint: Footprint): NonNullable<ExplainedPart["board"]> {
  const { place, libraryId, pads } = footprint;
  return {
    footprint: libraryId,
    ...place,
    pads: pads
      .filter(({ number }) => number !== "")
      .map((pad) => ({
        number: pad.number,
        net: pad.net === "" ? null : readableName(pad.net),
        ...padPlace(footprint, pad),
      })),
  };
}

/** The tracks, vias, zones and pads of the net called `name`. */
export function netOnBoard(
  { tracks, vias, zones, footprints }: Board,
  name: string,
): NonNullable<ExplainedNet["board"]> {
  const isOn = ({ net }: { net: string }) => net !== "" && readableName(net) === name;
  const own = tracks.filter(isOn);
  return {
    tracks: {
      count: own.length,
      length: rounded(own.reduce((sum, { length }) => sum + length, 0)),
      widths: [...new Set(own.map(({ width }) => width))].sort((one, other) => one - other),
      layers: [...new Set(own.map(({ layer }) => layer))].sort(),
    },
    vias: vias.filter(isOn).length,
    zones: zones.filter(isOn).map(({ layers }) => layers),
    pads: footprints.flatMap(({ pads }) => pads).filter(isOn).length,
  };
}

/** Two items of a net on the board that nothing connects yet. */
export type Unrouted = { net: string; from: string; to: string };

/** With what DRC found missing on this very board. */
export function withUnrouted(explanation: ExplainedNet, unrouted: readonly Unrouted[]): ExplainedNet {
  const { board, name } = explanation;
  const own = unrouted.filter(({ net }) => readableName(net) === name).map(({ from, to }) => ({ from, to }));
  return board ? { ...explanation, board: { ...board, unrouted: own } } : explanation;
}

function rounded(mm: number): number {
  return Math.round(mm * 10_000) / 10_000 + 0;
}
