/** What a net connects, how it is labelled, and what the board has of it. */
import type { Net } from "../../cli/netlist.js";
import { inNaturalOrder } from "../difference/order.js";
import { type Cluster, groupsOf, isPowerSymbol } from "../schematic/connections.js";
import { readableName } from "../schematic/names.js";
import { namePath } from "../schematic/schematic.js";
import type { Facts } from "./facts.js";
import { netOnBoard } from "./on-board.js";
import type { ExplainedNet } from "./schema.js";

export function explainNet(facts: Facts, net: Net): ExplainedNet {
  const clusters = clustersOfNet(facts, net);
  const types = new Map(
    clusters.flatMap(({ pins }) =>
      pins.map(({ used, pin }) => [`${used.reference}\n${pin.number}`, pin.type] as const),
    ),
  );
  return {
    schema: "copperhead.explain/1",
    kind: "net",
    project: facts.project,
    name: net.name,
    pins: net.pins
      .map(({ reference, pin, name }) => ({
        ref: reference,
        number: pin,
        name: name === pin ? "" : name,
        type: types.get(`${reference}\n${pin}`) ?? "",
      }))
      .sort((one, other) => inNaturalOrder(one.ref, other.ref) || inNaturalOrder(one.number, other.number)),
    labels: clusters.flatMap(labelsOf),
    sheets: [...new Set(clusters.map(({ use }) => namePath(use)))],
    ...(facts.board && { board: netOnBoard(facts.board, net.name) }),
  };
}

/** What touches on the sheets and is the net; a bus may join what does not touch. */
function clustersOfNet(facts: Facts, net: Net): Cluster[] {
  const groups = facts.schematic ? groupsOf(facts.schematic) : [];
  return groups
    .filter((group) =>
      group.some(({ pins }) => pins.some(({ used, pin }) => facts.netOf(used.reference, pin.number) === net)),
    )
    .flat();
}

function labelsOf({ use, labels, pins, sheetPins }: Cluster): ExplainedNet["labels"] {
  const sheet = namePath(use);
  return [
    ...labels.map(({ kind, text, at }) => ({ kind, text: readableName(text), sheet, x: at.x, y: at.y })),
    ...pins
      .filter(({ used }) => isPowerSymbol(used))
      .map(({ used, pin }) => ({
        kind: "power" as const,
        text: used.symbol.properties.get("Value")?.value ?? "",
        sheet,
        x: pin.at.x,
        y: pin.at.y,
      })),
    ...sheetPins.map(({ sheet: below, pin }) => ({
      kind: "sheet_pin" as const,
      text: `${below.name}/${readableName(pin.text)}`,
      sheet,
      x: pin.at.x,
      y: pin.at.y,
    })),
  ];
}
