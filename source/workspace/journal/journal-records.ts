/** The records of a turn's journal and what they add up to. Pure. */
import * as z from "zod";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { isInternal } from "../protected-names.js";
import { type FileState, fileState, sameState } from "./file-state.js";

/** What a turn did to one path. */
export type Entry = {
  path: string;
  before: FileState;
  /** Everything the turn put there, oldest first; never empty. */
  wrote: readonly [FileState, ...FileState[]];
};

/** Something that a turn changed and an undo leaves as it is. */
export type Reported = { path: string; reason: string };

/** A repository can bring a journal along: its paths are as hostile as any other. */
const journalPath = z.string().refine((path) => {
  const names = path.split(process.platform === "win32" ? /[\\/]/ : "/");
  const strange = names.some((name) => ["", ".", ".."].includes(name) || name.includes("\0"));
  return !strange && !isInternal(path);
});

const touch = z.object({ path: journalPath, before: fileState.exactOptional(), wrote: fileState });
const journalRecord = z.union([
  touch,
  z.object({ reported: z.array(z.object({ path: z.string(), reason: z.string() })) }),
]);

/** The turn put `wrote` at the path; its first record there says what stood there before. */
export type Touch = z.infer<typeof touch>;
export type JournalRecord = z.infer<typeof journalRecord>;

/** What the turn left at the path. */
export function lastOf(entry: Entry): FileState {
  return entry.wrote.at(-1) ?? null;
}

/** A journal that cannot be believed; `what` is a clause. */
export function damaged(what: string): CopperheadError {
  return new CopperheadError({
    code: "journal-damaged",
    message: `The journal is damaged: ${what}.`,
    advice: "The files it can still give back are in its before folder.",
    exitCode: exitCodes.failed,
  });
}

/** Reads the records of an index into entries, in the order of their first touch. */
export function readRecords(lines: readonly unknown[]): {
  entries: Map<string, Entry>;
  reported: Reported[];
} {
  const entries = new Map<string, Entry>();
  const reported: Reported[] = [];
  for (const line of lines) {
    const checked = journalRecord.safeParse(line);
    if (!checked.success) {
      throw damaged("a record of its index cannot be understood");
    }
    const record = checked.data;
    if ("reported" in record) {
      reported.push(...record.reported);
      continue;
    }
    const known = entries.get(record.path);
    if (!known && record.before === undefined) {
      throw damaged(`it does not say what ${record.path} was`);
    }
    entries.set(record.path, {
      path: record.path,
      before: known ? known.before : (record.before ?? null),
      wrote: known ? [...known.wrote, record.wrote] : [record.wrote],
    });
  }
  return { entries, reported };
}

/** Whether the turn left something else at the path than it found. */
export function isChange(entry: Entry): boolean {
  return !sameState(entry.before, lastOf(entry));
}
