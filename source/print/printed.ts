/** The objects that copperhead prints as JSON, as zod schemas; `copperhead/schemas` publishes them. */
import * as z from "zod";
import { doctorCheck } from "../base/doctor-check.js";
import { projectVerification } from "../base/events.js";
import { checkOutcome, turnStatus, usage } from "../base/outcomes.js";
import { finding } from "../kicad/check/findings.js";
import { exportKinds } from "../kicad/export/outputs.js";

/** The one object of `--output-format json`. */
export const printedResult = z.object({
  schema: z.literal("copperhead.result/1"),
  sessionId: z.string().nullable(),
  chatId: z.string().nullable(),
  status: turnStatus,
  exitCode: z.int(),
  answer: z.string(),
  usage,
  /** Repository-relative; empty after a restore. */
  filesChanged: z.array(z.string()),
  /** The last one: the checks of all projects together, and what was found of each that the turn touched. */
  verification: z.object({
    erc: checkOutcome.optional(),
    drc: checkOutcome.optional(),
    projects: z.array(projectVerification).optional(),
  }),
  discarded: z.object({ blocks: z.int(), calls: z.int() }),
  /** A dry run's: what would have changed. */
  diff: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).optional(),
});
export type PrintedResult = z.infer<typeof printedResult>;

/** One check of one design file. */
const checkResult = z.object({
  /** `not-run`: it could not be checked; `note` says why. */
  status: z.enum(["clean", "findings", "not-run"]),
  /** Repository-relative. */
  design: z.string(),
  errors: z.int(),
  warnings: z.int(),
  exclusions: z.int(),
  /** Connections that are missing on the board (DRC). */
  unconnected: z.int(),
  findings: z.array(finding),
  /** Why it did not run, or what it could not look at. */
  note: z.string().optional(),
  /** What kicad-cli warns of, such as a font that it does not have. */
  messages: z.array(z.string()).optional(),
  /** Rules that the project turns off, where kicad-cli names them (version 10 and later). */
  muted: z.array(z.string()).optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

/** One project; `erc` where it has a schematic, `drc` where it has a board. */
const checkedProject = z.object({
  /** Its name: the path of its project file, else of its schematic, else of its board. */
  project: z.string(),
  erc: checkResult.optional(),
  drc: checkResult.optional(),
});
export type CheckedProject = z.infer<typeof checkedProject>;

/** `copperhead check --json` */
export const printedCheck = z.object({
  schema: z.literal("copperhead.check/2"),
  projects: z.array(checkedProject),
  /** What was not checked at all, such as a schematic of KiCad 5. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type PrintedCheck = z.infer<typeof printedCheck>;

/** `copperhead export --json` */
export const printedExport = z.object({
  schema: z.literal("copperhead.export/1"),
  /** Repository-relative. */
  project: z.string(),
  /** Absolute. */
  folder: z.string(),
  outputs: z.array(
    z.object({
      what: z.enum(exportKinds),
      /** Relative to the folder. */
      files: z.array(z.string()),
      /** Why not all of its files are there. */
      error: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).optional(),
    }),
  ),
});
export type PrintedExport = z.infer<typeof printedExport>;

/** `copperhead doctor --json` */
export const printedDoctor = z.object({
  schema: z.literal("copperhead.doctor/1"),
  /** Whether the main job can run: no check failed. */
  ok: z.boolean(),
  checks: z.array(doctorCheck),
});
export type PrintedDoctor = z.infer<typeof printedDoctor>;

/** `copperhead models --json` */
export const printedModels = z.object({
  schema: z.literal("copperhead.models/1"),
  models: z.array(
    z.object({
      /** As in `--model cursor:<id>`. */
      id: z.string(),
      /** The name that Cursor shows. */
      label: z.string(),
      /** The one that Cursor uses where no model is named; none is where the CLI does not mark one. */
      isDefault: z.boolean(),
    }),
  ),
});
export type PrintedModels = z.infer<typeof printedModels>;

/** `copperhead sessions --json` */
export const printedSessions = z.object({
  schema: z.literal("copperhead.sessions/1"),
  /** Newest first. */
  sessions: z.array(
    z.object({
      /** As in `--resume <id>`. */
      id: z.string(),
      /** The first line of the first request; empty before there is one. */
      title: z.string(),
      turns: z.int().nonnegative(),
      /** How the last turn ended; `unfinished` where it did not, or where there was none. */
      status: z.enum([...turnStatus.options, "unfinished"]),
      startedAt: z.iso.datetime(),
      /** Whether this user's copperhead wrote it on this machine; another's can only be replayed. */
      isOwn: z.boolean(),
    }),
  ),
});
export type PrintedSessions = z.infer<typeof printedSessions>;
