/** What changed between two states of a design, as `copperhead.diff/1` has it. Lengths are mm. */
import * as z from "zod";

/** A pin by its part's reference and its number. */
const pin = z.object({ ref: z.string(), number: z.string() });

/** `null` is a pin that is connected to nothing. */
const netOrNone = z.string().nullable();

const part = z.object({
  ref: z.string(),
  value: z.string(),
  footprint: z.string(),
  pins: z.array(z.object({ number: z.string(), net: netOrNone })),
});

const changedPart = z.object({
  ref: z.string(),
  /** `null` where the part had no such field, or has none now. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

const net = z.object({ name: z.string(), pins: z.array(pin) });

export const netChanges = z.object({
  /** Of pins that were not there before, or of new parts alone. */
  added: z.array(net),
  removed: z.array(net),
  /** Several nets that are one now. */
  joined: z.array(z.object({ before: z.array(z.string()), after: z.string() })),
  /** A net of which some pins are on a net of their own now; the others are still on the one named `kept`. */
  split: z.array(z.object({ before: z.string(), kept: z.string(), parts: z.array(net) })),
  renamed: z.array(z.object({ before: z.string(), after: z.string() })),
  /** Single pins of parts that were there before and still are. */
  pins: z.array(pin.extend({ before: netOrNone, after: netOrNone })),
});

export const partChanges = z.object({
  added: z.array(part),
  removed: z.array(part),
  changed: z.array(changedPart),
});

const place = z.object({
  x: z.number(),
  y: z.number(),
  rotation: z.number(),
  side: z.enum(["front", "back"]),
});

const placedFootprint = z.object({ ref: z.string(), footprint: z.string(), place });

/** How much there is of something; `length` only of tracks. */
const amount = z.object({ count: z.number(), length: z.number().optional() });

const amountOfNet = z.object({ net: z.string(), before: amount, after: amount });

export const boardChanges = z.object({
  footprints: z.object({
    added: z.array(placedFootprint),
    removed: z.array(placedFootprint),
    moved: z.array(z.object({ ref: z.string(), before: place, after: place })),
  }),
  /** Nets whose tracks are not the same; the amounts may be. */
  tracks: z.array(amountOfNet),
  vias: z.array(amountOfNet),
  zones: z.array(
    z.object({
      net: z.string(),
      layers: z.array(z.string()),
      change: z.enum(["added", "removed", "changed"]),
    }),
  ),
});

export const projectDifference = z.object({
  project: z.string(),
  /** Where the whole project is new, or gone. */
  whole: z.enum(["added", "removed"]).optional(),
  parts: partChanges,
  nets: netChanges,
  board: boardChanges.optional(),
});

/** What was compared in one project, each part where it was: the design and its board change on their own. */
export const comparedDesign = z.object({
  nets: netChanges.exactOptional(),
  parts: partChanges.exactOptional(),
  board: boardChanges.exactOptional(),
});

export const difference = z.object({
  schema: z.literal("copperhead.diff/1"),
  same: z.boolean(),
  /** Those that differ. */
  projects: z.array(projectDifference),
  /** What could not be compared, and why; `same` is false then. */
  notCompared: z
    .array(z.object({ project: z.string(), reason: z.string(), advice: z.string().optional() }))
    .optional(),
});

export type PartChanges = z.infer<typeof partChanges>;
export type NetChanges = z.infer<typeof netChanges>;
export type BoardChanges = z.infer<typeof boardChanges>;
export type ProjectDifference = z.infer<typeof projectDifference>;
export type ComparedDesign = z.infer<typeof comparedDesign>;
export type Difference = z.infer<typeof difference>;
