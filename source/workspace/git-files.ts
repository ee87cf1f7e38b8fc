/** What git knows of the files of a repository: their names without a walk, and which of them hold a text. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { fileSystemPath, splitPaths } from "../base/files/path-bytes.js";
import { type GitOptions, tryGit } from "./git.js";

export type GitListing = {
  /** Tracked files that are there, and others that git does not ignore; links are left out. */
  files: string[];
  /** Folders of repositories within this one, whose files git does not list. */
  nested: string[];
};

const link = "120000";
const submodule = "160000";

/**
 * The files of the repository at `root`, relative to it. `undefined` where it has no git of its own: a repository that it
 * merely lies in may ignore it.
 */
export async function listWithGit(root: string): Promise<GitListing | undefined> {
  if (!(await lstat(join(root, ".git")).catch(() => undefined))) {
    return undefined;
  }
  const list = (...args: string[]) => run(root, ["ls-files", "-z", ...args]);
  const [stages, others, deleted] = await Promise.all([
    list("-s"),
    list("-o", "--exclude-standard"),
    list("-d"),
  ]);
  if (!stages || !others || !deleted) {
    return undefined;
  }
  const absent = new Set(splitPaths(deleted));
  const files = new Set<string>();
  const nested = new Set<string>();
  for (const line of splitPaths(stages)) {
    const path = line.slice(line.indexOf("\t") + 1);
    if (line.startsWith(submodule)) {
      nested.add(path);
    } else if (!line.startsWith(link) && !absent.has(path)) {
      files.add(path);
    }
  }
  await Promise.all(
    splitPaths(others).map(async (path) => {
      if (path.endsWith("/")) {
        nested.add(path.slice(0, -1));
      } else if ((await lstat(fileSystemPath(join(root, path))).catch(() => undefined))?.isFile()) {
        files.add(path);
      }
    }),
  );
  return { files: [...files], nested: [...nested] };
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
