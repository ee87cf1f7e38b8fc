/** The object of `copperhead check --json`. */
import * as z from "zod";
import { finding } from "../kicad/check/findings.js";

export const checkSchemaId = "copperhead.check/1";

/** One check of one design file. */
const checkResult = z.object({
  /** `not-run`: there is no such file in the repository. */
  status: z.enum(["clean", "findings", "not-run"]),
  /** Repository-relative. */
  design: z.string().optional(),
  errors: z.int(),
  warnings: z.int(),
  exclusions: z.int(),
  /** Connections that are missing on the board (DRC). */
  unconnected: z.int(),
  findings: z.array(finding),
  /** Why it did not run, or what it could not look at. */
  note: z.string().optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

export const printedCheck = z.object({
  schema: z.literal(checkSchemaId),
  erc: checkResult,
  drc: checkResult,
});
