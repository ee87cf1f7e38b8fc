/** The repository's files, as far as a model may see them. */
import { basename, join } from "node:path";
import { closestMatch } from "leven";
import { glob } from "tinyglobby";
import { readContained } from "../workspace/containment.js";
import { listWithGit } from "../workspace/git-files.js";
import { protectedReason } from "../workspace/protected-names.js";

/** Other programs' own state; what is private is judged by name. */
const hidden = [".git", ".copperhead", ".history", "node_modules"];

/** Files, and whether git looks into one of them when it searches: not where there is none, nor in a nested repository. */
type RepositoryFiles = { files: string[]; isSearchedByGit(file: string): boolean };

/**
 * The repository's files, relative, sorted, without what git ignores; links are not followed. Throws if `pattern` is not
 * a valid glob.
 */
export async function listRepositoryFiles(root: string, pattern?: string): Promise<string[]> {
  return (await findRepositoryFiles(root, pattern)).files;
}

/** As `listRepositoryFiles`. */
export async function findRepositoryFiles(root: string, pattern?: string): Promise<RepositoryFiles> {
  const matches = pattern === undefined ? () => true : await matcherOf(pattern);
  const listing = await listWithGit(root);
  const nested = new Set<string>();
  for (const folder of listing?.nested ?? []) {
    for (const file of await walk(join(root, folder))) {
      nested.add(`${folder}/${file}`);
    }
  }
  const isHiddenFolder = remembered(
    (folder: string) =>
      folder.split("/").some((name) => hidden.includes(name)) || protectedReason(`${folder}/-`) !== undefined,
  );
  const isShown = (file: string) => {
    const end = file.lastIndexOf("/");
    return (
      !isHiddenFolder(file.slice(0, Math.max(0, end))) &&
      protectedReason(file.slice(end + 1)) === undefined &&
      matches(file)
    );
  };
  // Git lists the files of a folder that is in the place of a tracked file, too.
  const listed = (listing?.files ?? (await walk(root))).filter((file) => !nested.has(file) && isShown(file));
  const files = [...listed, ...[...nested].filter(isShown)]
    .map((file) => file.replace(/\p{Surrogate}/gu, "\ufffd"))
    .sort();
  const isSearchedByGit = (file: string) =>
    listing !== undefined && !listing.nested.some((folder) => file.startsWith(`${folder}/`));
  return { files, isSearchedByGit };
}

/** What reads patterns is loaded where there is one. */
async function matcherOf(pattern: string): Promise<(path: string) => boolean> {
  const { globMatcher } = await import("./text/glob.js");
  return globMatcher(pattern);
}

/** The files below a folder, git or not. */
function walk(folder: string): Promise<string[]> {
  const ignore = hidden.map((name) => `**/${name}/**`);
  return glob("**", { cwd: folder, dot: true, ignore, followSymbolicLinks: false });
}

/** A function that keeps its last result: of a hundred thousand files, most have the folder of the one before. */
function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, result: work(text) };
    return last.result;
  };
}

/** The file's bytes, `null` if there is none. Throws `path-refused`. */
export async function readRepositoryFile(root: string, path: string): Promise<Buffer | null> {
  try {
    return await readContained(root, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}

/** The answer to a model that named a file which does not exist. */
export async function describeMissing(root: string, path: string): Promise<string> {
  const files = await listRepositoryFiles(root);
  const nearest =
    files.find((file) => basename(file) === basename(path)) ?? closestMatch(path, files, { maxDistance: 8 });
  return `There is no file ${path}. ${nearest === undefined ? thoseThere(files) : `Did you mean ${nearest}?`}`;
}

/** The most files that the answer names. */
const mostNamed = 10;

/** In sentences that name no tool: not every catalogue has the same ones. */
function thoseThere(files: readonly string[]): string {
  const more = files.length - mostNamed;
  const named = [...files.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])];
  return files.length === 0 ? "The repository has no files." : `There are ${named.join(", ")}.`;
}
