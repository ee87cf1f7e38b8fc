/** How a file looks without being read, as git's index notes it. Pure. */
import type { Stats } from "node:fs";

/** Size in bytes, times in milliseconds, and the lower 32 bits of the inode. Whoever writes a file changes its `ctimeMs`. */
export type FileStat = { size: number; mtimeMs: number; ctimeMs: number; inode: number };

export function statOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileStat {
  return { size, mtimeMs, ctimeMs, inode: low32(ino) };
}

/** Whether a file still looks as it did: if so, nobody wrote to it, replaced it or gave it other rights or owners. */
export function looksAs(now: Stats, was: FileStat): boolean {
  return (
    now.size === was.size &&
    now.mtimeMs === was.mtimeMs &&
    now.ctimeMs === was.ctimeMs &&
    low32(now.ino) === was.inode
  );
}

export const low32 = (value: number) => value % 2 ** 32;
