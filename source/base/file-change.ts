/** A file that a turn changed; `path` is repository-relative, `null` means that there is no such file. */
export type FileChange = { path: string; before: Buffer | null; after: Buffer | null };
