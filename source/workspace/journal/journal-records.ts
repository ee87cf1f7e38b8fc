/** The records of a turn's journal and what they add up to. Pure. */
import * as z from "zod";
import { CopperheadError } from "../../base/failure.js";
import { isInternal } from "../protected-names.js";
import { type FileState, fileState, sameState } from "./file-state.js";

/** What a turn did to one path. */
export type JournalEntry = {
  path: string;
  before: FileState;
  /** Everything the turn put there, oldest first; never empty. */
  wrote: readonly [FileState, ...FileState[]];
};

/** A path that an undo leaves as it is. `reason` is a clause about the path. */
export type SkippedPath = { path: string; reason: string };

/** `reported`: what the turn changed and no undo rewrites. */
export type JournalContent = { entries: Map<string, JournalEntry>; reported: SkippedPath[] };

/** A repository can bring a journal along: its paths are as hostile as any other. */
const journalPath = z.string().refine((path) => {
  const names = path.split(process.platform === "win32" ? /[\\/]/ : "/");
  const strange = names.some((name) => ["", ".", ".."].includes(name) || name.includes("\0"));
  return !strange && !isInternal(names.join("/"));
});

const writeRecord = z.object({ path: journalPath, before: fileState.exactOptional(), wrote: fileState });
const journalRecord = z.union([
  writeRecord,
  z.object({ reported: z.array(z.object({ path: z.string(), reason: z.string() })) }),
]);

/** The turn put `wrote` at the path; its first record there holds what was there before. */
export type WriteRecord = z.infer<typeof writeRecord>;
export type JournalRecord = z.infer<typeof journalRecord>;

/** A journal that cannot be believed; `what` is a clause. */
export function journalDamaged(what: string): CopperheadError {
  return new CopperheadError({
    code: "journal-damaged",
    message: `The journal is damaged: ${what}.`,
    advice: "The files it can still give back are in its before folder.",
  });
}

/** Adds a write to the entries. */
export function addWrite(
  entries: Map<string, JournalEntry>,
  { path, before = null, wrote }: WriteRecord,
): void {
  const known = entries.get(path);
  entries.set(path, known ? { ...known, wrote: [...known.wrote, wrote] } : { path, before, wrote: [wrote] });
}

/** Reads the records of an index into entries, in the order of their first write. */
export function readRecords(lines: readonly unknown[]): JournalContent {
  const content: JournalContent = { entries: new Map(), reported: [] };
  for (const line of lines) {
    const record = journalRecord.safeParse(line).data;
    if (!record) {
      throw journalDamaged("a record of its index cannot be understood");
    }
    if ("reported" in record) {
      content.reported.push(...record.reported);
      continue;
    }
    if (record.before === undefined && !content.entries.has(record.path)) {
      throw journalDamaged(`it does not say what ${record.path} was`);
    }
    addWrite(content.entries, record);
  }
  return content;
}

/** What the turn left at the path. */
export function stateAfter(entry: JournalEntry): FileState {
  return entry.wrote.at(-1) ?? null;
}

/** Whether the turn left something else at the path than it found. */
export function isChange(entry: JournalEntry): boolean {
  return !sameState(entry.before, stateAfter(entry));
}
