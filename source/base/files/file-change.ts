/**
 * A file that a turn changed; `path` is repository-relative, `null` means that there is no such file. A link's bytes are
 * its target.
 */
export type FileChange = { path: string; before: Buffer | null; after: Buffer | null };
