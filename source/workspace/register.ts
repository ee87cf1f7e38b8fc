/**
 * What this user's copperhead made on this machine, noted in the user's state folder. That something lies in
 * `.copperhead` proves nothing: a repository can bring it along.
 */
import { lstat, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "../base/files/atomic-write.js";
import type { LockRegister } from "../base/files/lock-file.js";
import type { Environment } from "../base/processes/environment.js";
import { stateFolder } from "./user-folders.js";

/** Makes the folder of the notes. */
async function notesFolder(kind: "sessions" | "locks", env: Environment): Promise<string> {
  const folder = join(await stateFolder(env), "register", kind);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * What a folder keeps when it, or a folder above it, is renamed, and a copy or a clone of it does not have. Numbers of
 * devices change with a restart, so that one counts only where the system has no time of birth.
 */
async function identityOf(folder: string): Promise<string> {
  const { ino, birthtimeNs, dev } = await lstat(folder, { bigint: true });
  return birthtimeNs > 0n ? `inode ${ino}, born ${birthtimeNs}` : `inode ${ino}, device ${dev}`;
}

/** Notes that the session in `folder` is this user's. */
export async function registerSession(id: string, folder: string, env: Environment): Promise<void> {
  await writeAtomically(join(await notesFolder("sessions", env), id), await identityOf(folder));
}

/** Removes the note of a session that is no more. */
export async function forgetSession(id: string, env: Environment): Promise<void> {
  await rm(join(await notesFolder("sessions", env), id), { force: true });
}

/** Returns the test of whether the session in a folder was begun by this user's copperhead on this machine. */
export async function registeredSessions(
  env: Environment,
): Promise<(id: string, folder: string) => Promise<boolean>> {
  const notes = await notesFolder("sessions", env);
  return async (id, folder) => {
    const noted = await readFile(join(notes, id), "utf8").catch(() => undefined);
    return noted !== undefined && noted === (await identityOf(folder));
  };
}

/** The register of the locks that this user's copperhead holds, or held when it died. */
export function lockRegister(env: Environment): LockRegister {
  const noteOf = async (id: string) => join(await notesFolder("locks", env), id);
  // An id is read from a file that may be anybody's.
  const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id);
  return {
    add: async (id) => writeAtomically(await noteOf(id), ""),
    has: async (id) => isId(id) && (await lstat(await noteOf(id)).catch(() => undefined)) !== undefined,
    remove: async (id) => rm(await noteOf(id), { force: true }),
  };
}
