/** Explanations in words, for people and for the model. Names are as the design has them. */
import { counted } from "../../../base/text/counted.js";
import type { ExplainedNet, ExplainedPart, ExplainedPin, ExplainedSheet, Explanation } from "./schema.js";

/** `rows` are pins, or parts: a design may have more of them than fit into one message. `noun` is one of them. */
export type ExplainedText = { head: string[]; noun: string; rows: string[] };

export function describeExplanation(explanation: Explanation): ExplainedText {
  switch (explanation.kind) {
    case "part":
      return describePart(explanation);
    case "pin":
      return describePins(explanation);
    case "net":
      return describeNet(explanation);
    case "sheet":
      return describeSheet(explanation);
  }
}

function describePart(part: ExplainedPart): ExplainedText {
  const { ref, value, symbol, footprint, description, datasheet, fields, flags, units, pins, board } = part;
  const pads = new Map<string, Pad[]>();
  for (const pad of board?.pads ?? []) {
    pads.set(pad.number, [...(pads.get(pad.number) ?? []), pad]);
  }
  const numbers = new Set(pins.map(({ number }) => number));
  const sheet = units.every((unit) => unit.sheet === units[0]?.sheet) ? undefined : "each";
  return {
    head: [
      [ref, value, symbol, footprint === "" ? "no footprint" : `footprint ${footprint}`]
        .filter((text) => text !== "")
        .join(" | "),
      ...(description === undefined ? [] : [`Description: ${description}`]),
      ...(datasheet === undefined ? [] : [`Datasheet: ${datasheet}`]),
      ...labelled(
        "Fields",
        Object.entries(fields).map(([name, text]) => `${name}=${text}`),
      ),
      ...labelled("Flags", flags),
      ...labelled(
        "Schematic",
        units.map((unit) => describeUnit(unit, units.length > 1)),
        "; ",
      ),
      ...(board ? [`Board: ${describePlace(board)}`] : []),
    ],
    noun: "pin",
    rows: [
      ...pins.map((pin) => describePin(pin, { sheet: sheet !== undefined, pads: pads.get(pin.number) })),
      ...[...pads.values()]
        .flat()
        .filter(({ number }) => !numbers.has(number))
        .map((pad) => `pad ${pad.number} on the board alone: ${pad.net ?? "no net"} at ${at(pad)}`),
    ],
  };
}

type Pad = NonNullable<ExplainedPart["board"]>["pads"][number];

function describeUnit(
  { unit, sheet, rotation, mirror, ...point }: ExplainedPart["units"][number],
  isOneOfSeveral: boolean,
): string {
  return [
    `${isOneOfSeveral ? `unit ${String.fromCharCode(64 + unit)} ` : ""}at ${at(point)} on ${sheet}`,
    ...(rotation === 0 ? [] : [`turned ${rotation}°`]),
    ...(mirror === undefined ? [] : [`mirrored ${mirror}`]),
  ].join(", ");
}

function describePlace({ rotation, side, footprint, ...point }: NonNullable<ExplainedPart["board"]>): string {
  return `${footprint} at ${at(point)}, turned ${rotation}°, ${side}`;
}

/** `5 VCC (power_in): +5V at 10, 20; pad at 101, 60` */
function describePin(
  { number, name, type, net, sheet, hidden, ...point }: ExplainedPart["pins"][number],
  shown: { sheet: boolean; pads: readonly Pad[] | undefined },
): string {
  const title = [number, ...(name === "" || name === number ? [] : [name])].join(" ");
  const places = [
    `at ${at(point)}${shown.sheet ? ` on ${sheet}` : ""}${hidden ? ", hidden" : ""}`,
    ...(shown.pads ?? []).map((pad) => `pad at ${at(pad)}${padNet(pad, net)}`),
  ];
  return `${title} (${type}): ${net ?? "not connected"} ${places.join("; ")}`;
}

/** A net that differs from the schematic's; that of an unconnected pin has a name on boards. */
function padNet(pad: Pad, net: string | null): string {
  return pad.net === net || (net === null && pad.net?.startsWith("unconnected-"))
    ? ""
    : ` on ${pad.net ?? "no net"}`;
}

function describePins({ ref, value, symbol, pins, nets, board }: ExplainedPin): ExplainedText {
  const pads = (number: string) => board?.pads.filter((pad) => pad.number === number);
  return {
    head: [
      [ref, value, symbol].filter((text) => text !== "").join(" | "),
      ...pins.map((pin) => describePin(pin, { sheet: true, pads: pads(pin.number) })),
    ],
    noun: "pin",
    rows: nets.flatMap(({ name, pins: all }) => {
      const others = all.filter(
        (one) => one.ref !== ref || !pins.some(({ number }) => number === one.number),
      );
      return others.length === 0
        ? [`${name} has no other pin`]
        : others.map((one) => `${name}: ${one.ref}.${one.number}`);
    }),
  };
}

function describeNet({ name, pins, labels, sheets, board }: ExplainedNet): ExplainedText {
  const places = new Map<string, string[]>();
  for (const { kind, text, sheet, ...point } of labels) {
    const title = `${kind.replace("_", " ")} ${text} on ${sheet}`;
    places.set(title, [...(places.get(title) ?? []), at(point)]);
  }
  return {
    head: [
      `Net ${name}: ${counted(pins.length, "pin")}${sheets.length === 0 ? "" : ` on ${bounded(sheets, mostSheets).join(", ")}`}`,
      ...(board ? [`Board: ${describeCopper(board)}`] : []),
    ],
    noun: "row",
    rows: [
      ...pins.map(({ ref, number, name: pinName, type }) => {
        const title = pinName === "" ? "" : ` ${pinName}`;
        return `${ref}.${number}${title}${type === "" || type === "passive" ? "" : ` (${type})`}`;
      }),
      ...[...places].map(([title, points]) => `${title}: at ${points.join("; ")}`),
    ],
  };
}

function describeCopper({ tracks, vias, zones, pads, unrouted }: NonNullable<ExplainedNet["board"]>): string {
  const widths = [...new Set([tracks.widths[0], tracks.widths.at(-1)])].join("–");
  const parts = [
    ...(tracks.count === 0
      ? []
      : [
          `${counted(tracks.count, "track")}, ${Math.round(tracks.length * 100) / 100} mm, ${widths} mm wide, on ${tracks.layers.join(", ")}`,
        ]),
    ...(vias === 0 ? [] : [counted(vias, "via")]),
    ...countedTexts(zones.map((layers) => `zone on ${layers.join(", ")}`)),
  ];
  const copper = parts.length === 0 ? "no tracks, vias or zones" : parts.join("; ");
  return `${counted(pads, "pad")}; ${copper}; ${describeUnrouted(unrouted, parts.length === 0 && pads > 1)}`;
}

function describeUnrouted(unrouted: NonNullable<ExplainedNet["board"]>["unrouted"], isBare: boolean): string {
  if (unrouted === undefined) {
    return isBare ? "nothing is routed" : "DRC finds what is unrouted";
  }
  return unrouted.length === 0
    ? "all is routed"
    : `unrouted: ${bounded(
        unrouted.map(({ from, to }) => `${from} to ${to}`),
        mostUnrouted,
      ).join("; ")}`;
}

function describeSheet({ name, file, sharedWith, parts, sheets, ports }: ExplainedSheet): ExplainedText {
  return {
    head: [
      `Sheet ${name} (${file}): ${counted(parts.length, "part")}`,
      ...labelled("The same file is shown as", sharedWith),
      ...labelled("Sheets on it", sheets),
      ...labelled(
        "Hierarchical labels",
        ports.map((port) => `${port.name} on ${port.net ?? "no net"}`),
      ),
    ],
    noun: "part",
    rows: parts.map(({ ref, value }) => `${ref} ${value}`),
  };
}

function labelled(label: string, texts: readonly string[], separator = ", "): string[] {
  return texts.length === 0 ? [] : [`${label}: ${texts.join(separator)}`];
}

/** Texts that are there more than once are there with their number. */
function countedTexts(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
}

/** The most sheets or connections that are written out in a line; the rows and the JSON have all. */
const mostSheets = 12;
const mostUnrouted = 20;

function bounded(texts: readonly string[], most: number): string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `${more} more`] : [...texts];
}

function at({ x, y }: { x: number; y: number }): string {
  return `${x}, ${y}`;
}
