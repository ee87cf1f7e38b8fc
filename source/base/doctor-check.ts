import * as z from "zod";

/** What `copperhead doctor` found of one thing that copperhead needs. */
export const doctorCheck = z.object({
  name: z.string(),
  /** `warn`: something cannot be done or is odd; `fail`: the main job cannot run. */
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  /** What to do about it; there wherever the status is not `ok`. */
  advice: z.string().optional(),
});
export type DoctorCheck = z.infer<typeof doctorCheck>;
