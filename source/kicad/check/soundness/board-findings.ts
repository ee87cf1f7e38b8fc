/** What is wrong in a board's file that DRC does not look at. Pure. */
import type { Board } from "../../design/board/board.js";
import type { List } from "../../design/syntax/list.js";
import type { Finding } from "../findings.js";
import { repeated } from "./schematic-findings.js";

/** Ids that footprints, tracks, vias and zones have in common. What lies within footprints repeats in sound boards. */
export function findUnsoundOnBoard({ footprints, tracks, vias, zones }: Board): Finding[] {
  const lists = [...footprints, ...tracks, ...vias, ...zones].map(({ list }) => list);
  const ids = lists.map((list) => ({ list, id: list.valueOf("uuid") ?? "" })).filter(({ id }) => id !== "");
  return repeated(ids.map(({ id }) => id)).map((id) => ({
    group: "integrity",
    type: "duplicate_uuid",
    severity: "error",
    description: `The id ${id} is used more than once`,
    items: ids.filter((one) => one.id === id).map(({ list }) => describe(list, id)),
  }));
}

function describe(list: List, uuid: string): Finding["items"][number] {
  const [x = 0, y = 0] = (list.first("at") ?? list.first("start"))?.numbers ?? [];
  return { description: list.head, uuid, position: { x, y } };
}
