/** What a part, a pin, a net or a sheet is and what it is connected to, as `copperhead.explain/1` has it. */
import * as z from "zod";

/** `null` is a pin that is connected to nothing. */
const netOrNone = z.string().nullable();

/** In mm as the file has it, y goes down. */
const point = z.object({ x: z.number(), y: z.number() });

/** `sheet` is the path by names, `/power/`. */
const pin = point.extend({
  number: z.string(),
  name: z.string(),
  type: z.string(),
  net: netOrNone,
  sheet: z.string(),
  hidden: z.literal(true).optional(),
});

/** A pin by its part's reference and its number. */
const pinName = z.object({ ref: z.string(), number: z.string() });

const pad = point.extend({ number: z.string(), net: netOrNone });

const footprint = point.extend({
  footprint: z.string(),
  /** Counter-clockwise, in degrees from 0 up to 360. */
  rotation: z.number(),
  side: z.enum(["front", "back"]),
  pads: z.array(pad),
});

const copper = z.object({
  tracks: z.object({
    count: z.number(),
    /** In mm. */
    length: z.number(),
    /** In mm, each once. */
    widths: z.array(z.number()),
    layers: z.array(z.string()),
  }),
  vias: z.number(),
  /** The layers of each zone. */
  zones: z.array(z.array(z.string())),
  pads: z.number(),
  /** What is not connected yet, from one item to another, where DRC of this very board is known. */
  unrouted: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
});

const label = point.extend({
  kind: z.enum(["label", "global_label", "hierarchical_label", "power", "sheet_pin"]),
  text: z.string(),
  sheet: z.string(),
});

/** `project` is the path of the project. */
const head = z.object({ schema: z.literal("copperhead.explain/1"), project: z.string() });

export const explainedPart = head.extend({
  kind: z.literal("part"),
  ref: z.string(),
  value: z.string(),
  /** `library:name`; empty where there is none. */
  footprint: z.string(),
  /** `library:name` */
  symbol: z.string(),
  datasheet: z.string().optional(),
  description: z.string().optional(),
  /** The fields that the designer added. */
  fields: z.record(z.string(), z.string()),
  /** `dnp`, `exclude_from_bom` … */
  flags: z.array(z.string()),
  sheets: z.array(z.string()),
  /** Where its symbols are. */
  units: z.array(
    point.extend({
      unit: z.number(),
      sheet: z.string(),
      rotation: z.number(),
      mirror: z.enum(["x", "y"]).optional(),
    }),
  ),
  pins: z.array(pin),
  board: footprint.optional(),
});

export const explainedPin = head.extend({
  kind: z.literal("pin"),
  ref: z.string(),
  value: z.string(),
  symbol: z.string(),
  /** One, or all that have the name that was asked for. */
  pins: z.array(pin),
  /** The nets of these pins. */
  nets: z.array(z.object({ name: z.string(), pins: z.array(pinName) })),
  board: footprint.optional(),
});

export const explainedNet = head.extend({
  kind: z.literal("net"),
  name: z.string(),
  pins: z.array(pinName.extend({ name: z.string(), type: z.string() })),
  labels: z.array(label),
  sheets: z.array(z.string()),
  board: copper.optional(),
});

export const explainedSheet = head.extend({
  kind: z.literal("sheet"),
  /** `/power/` */
  name: z.string(),
  /** As the sheet above names it; the root's own name. */
  file: z.string(),
  /** The other sheets that show the same file. */
  sharedWith: z.array(z.string()),
  parts: z.array(z.object({ ref: z.string(), value: z.string() })),
  sheets: z.array(z.string()),
  /** Its hierarchical labels. */
  ports: z.array(z.object({ name: z.string(), net: netOrNone })),
});

export const explanation = z.discriminatedUnion("kind", [
  explainedPart,
  explainedPin,
  explainedNet,
  explainedSheet,
]);

export type ExplainedPart = z.infer<typeof explainedPart>;
export type ExplainedPin = z.infer<typeof explainedPin>;
export type ExplainedNet = z.infer<typeof explainedNet>;
export type ExplainedSheet = z.infer<typeof explainedSheet>;
export type Explanation = z.infer<typeof explanation>;
