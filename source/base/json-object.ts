/** An object of JSON whose values are looked at later, or never. */
import * as z from "zod";

/** As a record of unknown values, but the object itself: a copy of it is what most of the time goes into. */
export const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
