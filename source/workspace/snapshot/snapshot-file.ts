/**
 * A kept tree as it is written. What is as git's index says is in a copy of that; the rest is in columns, for there can
 * be a hundred thousand files that the index cannot tell of.
 */
import * as z from "zod";
import { GitIndex } from "./git-index.js";
import { KeptFiles } from "./kept-files.js";
import type { WorkingTree } from "./working-tree.js";

/** A tree that was read, the bytes of whose files are kept in the session's snapshot store. */
export type KeptTree = Omit<WorkingTree, "unkept"> & {
  /** What looks as it did is the same where it was written before this: milliseconds, by the tree's own clock. */
  settledMs: number;
};

/** Such a tree read back. */
export type Snapshot = Omit<KeptTree, "absent" | "files"> & { files: KeptFiles };

/** A map in JSON: a list of pairs, for a path may be `__proto__`. */
function mapOf<Value>(value: z.ZodType<Value>) {
  return z.array(z.tuple([z.string(), value])).transform((pairs) => new Map(pairs));
}

const columns = z
  .object({
    paths: z.array(z.string()),
    modes: z.array(z.int()),
    oids: z.array(z.string().regex(/^[0-9a-f]{40}$/)),
    sizes: z.array(z.number()),
    mtimes: z.array(z.number()),
    ctimes: z.array(z.number()),
    inodes: z.array(z.number()),
  })
  .refine(({ paths, ...others }) => Object.values(others).every(({ length }) => length === paths.length));

const written = z.object({
  files: columns,
  links: mapOf(z.string()),
  settledMs: z.number(),
  folders: mapOf(z.int()),
  ignored: mapOf(z.string()),
  ignoredFolders: z.array(z.string()),
  marks: mapOf(z.string()),
  indexed: z.object({ umask: z.int(), absent: z.array(z.string()) }).optional(),
});

/** `umask`: of the files that are as the index says, where one is known. */
export function writeSnapshot({ files, absent, ...rest }: KeptTree, umask: number | undefined): string {
  const all: z.infer<typeof columns> = {
    paths: [],
    modes: [],
    oids: [],
    sizes: [],
    mtimes: [],
    ctimes: [],
    inodes: [],
  };
  const links = new Map<string, string>();
  for (const [path, file] of files) {
    if (file.type === "link") {
      links.set(path, file.target);
    } else {
      all.paths.push(path);
      all.modes.push(file.mode);
      all.oids.push(file.oid);
      all.sizes.push(file.stat.size);
      all.mtimes.push(file.stat.mtimeMs);
      all.ctimes.push(file.stat.ctimeMs);
      all.inodes.push(file.stat.inode);
    }
  }
  const { folders, ignored, marks, ...plain } = rest;
  return JSON.stringify({
    files: all,
    links: [...links],
    folders: [...folders],
    ignored: [...ignored],
    marks: [...marks],
    ...plain,
    ...(umask !== undefined && { indexed: { umask, absent: [...absent] } }),
  });
}

/**
 * Reads what `writeSnapshot` wrote, already parsed, with the copy of the index; `undefined` where it is something else.
 */
export function readSnapshot(value: unknown, copy: Buffer | undefined): Snapshot | undefined {
  const found = written.safeParse(value).data;
  const index = copy && GitIndex.read(copy);
  if (!found || (found.indexed && !index)) {
    return undefined;
  }
  const { files: all, links, indexed, ...rest } = found;
  const files: KeptTree["files"] = new Map();
  for (const [index, path] of all.paths.entries()) {
    const stat = {
      size: all.sizes[index] ?? 0,
      mtimeMs: all.mtimes[index] ?? 0,
      ctimeMs: all.ctimes[index] ?? 0,
      inode: all.inodes[index] ?? 0,
    };
    files.set(path, { type: "file", mode: all.modes[index] ?? 0, oid: all.oids[index] ?? "", stat });
  }
  for (const [path, target] of links) {
    files.set(path, { type: "link", target });
  }
  const said = indexed && index && { index, umask: indexed.umask, absent: new Set(indexed.absent) };
  return { files: new KeptFiles(files, said), ...rest };
}
