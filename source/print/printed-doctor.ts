/** The object of `copperhead doctor --json`. */
import * as z from "zod";

export const doctorSchemaId = "copperhead.doctor/1";

const doctorCheck = z.object({
  name: z.string(),
  /** `warn`: something cannot be done or is odd; `fail`: the main job cannot run. */
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  /** What to do about it; there wherever the status is not `ok`. */
  advice: z.string().optional(),
});

/** What was found of one thing that copperhead needs. */
export type DoctorCheck = { name: string; detail: string } & (
  | { status: "ok" }
  | { status: "warn" | "fail"; advice: string }
);

export const printedDoctor = z.object({
  schema: z.literal(doctorSchemaId),
  /** Whether the main job can run: no check failed. */
  ok: z.boolean(),
  checks: z.array(doctorCheck),
});
export type PrintedDoctor = z.infer<typeof printedDoctor>;
