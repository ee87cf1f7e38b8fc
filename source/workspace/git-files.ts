/** What git knows of the files of a repository: their names without a walk, and which of them hold a text. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { splitPaths } from "../base/files/path-bytes.js";
import { FolderEntries } from "./folder-entries.js";
import { type GitOptions, tryGit } from "./git.js";

export type GitListing = {
  /** Tracked files that are there, and others that git does not ignore; links are left out. */
  files: string[];
  /** Folders of repositories within this one, whose files git does not list. */
  nested: string[];
};

/** So many paths are looked at before what else the program does has its turn. */
const pathsAtOnce = 5000;

/**
 * The files of the repository at `root`, relative to it. `undefined` where it has no git of its own: a repository that it
 * merely lies in may ignore it.
 */
export async function listWithGit(root: string): Promise<GitListing | undefined> {
  if (!(await lstat(join(root, ".git")).catch(() => undefined))) {
    return undefined;
  }
  const listed = await run(root, ["ls-files", "-z", "-c", "-o", "--exclude-standard"]);
  if (!listed) {
    return undefined;
  }
  const entries = new FolderEntries(root);
  const listing: GitListing = { files: [], nested: [] };
  let before: string | undefined;
  for (const [index, path] of splitPaths(listed).entries()) {
    if (index % pathsAtOnce === 0) {
      await nextTurn();
    }
    // While a merge is not done, git names a file once for each side.
    if (path === before) {
      continue;
    }
    before = path;
    const isFolder = path.endsWith("/");
    const kind = isFolder ? "folder" : entries.kindOf(path);
    if (kind === "file") {
      listing.files.push(path);
    } else if (kind === "folder") {
      listing.nested.push(isFolder ? path.slice(0, -1) : path);
    }
  }
  return listing;
}

/**
 * The files in which `text`, a part of a line, may occur: those in which git finds its bytes, and tracked ones that git
 * was asked not to look at. `undefined` where git cannot be asked.
 */
export async function filesHolding(
  root: string,
  text: string,
  options: Pick<GitOptions, "signal">,
): Promise<Set<string> | undefined> {
  // A NUL ends an argument, and the character for what is no UTF-8 stands for any bytes.
  if (/[\0\n\uFFFD]|\p{Surrogate}/u.test(text)) {
    return undefined;
  }
  const grep = ["grep", "--no-color", "--untracked", "--no-recurse-submodules", "-z", "-l", "-a", "-F"];
  const [found, tagged] = await Promise.all([
    tryGit(root, [...grep, "-e", text], options),
    run(root, ["ls-files", "-z", "-v"]),
  ]).catch(() => []);
  // 1 is git's way to say that it found nothing.
  if (!found || !tagged || found.exitCode > 1) {
    return undefined;
  }
  const unseen = splitPaths(tagged).filter((line) => !line.startsWith("H "));
  return new Set([...splitPaths(found.stdout), ...unseen.map((line) => line.slice(2))]);
}

/** The output of git; `undefined` where it fails or is missing. */
async function run(root: string, args: string[]): Promise<Buffer | undefined> {
  const { exitCode, stdout } = await tryGit(root, args).catch(() => ({ exitCode: 1, stdout: undefined }));
  return exitCode === 0 ? stdout : undefined;
}
