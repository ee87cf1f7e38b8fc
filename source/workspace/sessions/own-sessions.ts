/** Which sessions of a repository are its user's: those in the register, and not what git brought along. */
import { join } from "node:path";
import { toFailure } from "../../base/failure.js";
import type { Environment } from "../../base/processes/environment.js";
import { tryGit } from "../git.js";
import { registeredSessions } from "../register.js";
import { sessionsFolder } from "../repository-folder.js";

/** Returns the test of whether a session of the repository at `root` is this user's. */
export async function ownershipIn(root: string, env: Environment): Promise<(id: string) => Promise<boolean>> {
  const tracked = await trackedSessions(root);
  if (tracked === "all") {
    return async () => false;
  }
  const isRegistered = await registeredSessions(env);
  return async (id) => !tracked.has(id) && isRegistered(id, join(sessionsFolder(root), id));
}

/** The sessions that git tracks a file of; all count as tracked where git tracks their folder as one thing, or fails. */
async function trackedSessions(root: string): Promise<ReadonlySet<string> | "all"> {
  // Whoever owns the repository: nothing is run and nothing but the index is read.
  const list = ["-c", "safe.directory=*", "ls-files", "-z", "--", ":(icase).copperhead"];
  try {
    const { exitCode, stdout, stderr } = await tryGit(root, list);
    if (exitCode !== 0) {
      return stderr.includes("not a git repository") ? new Set() : "all";
    }
    const paths = stdout.toString("utf8").toLowerCase().split("\0").filter(Boolean);
    const isWhole = paths.some((path) => path === ".copperhead" || path === ".copperhead/sessions");
    return isWhole ? "all" : new Set(paths.map((path) => path.split("/")[2] ?? ""));
  } catch (error) {
    if (toFailure(error).code === "git-missing") {
      return new Set();
    }
    throw error;
  }
}
