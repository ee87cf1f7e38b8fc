/** The repository's files, as far as a model may see them. */
import { basename } from "node:path";
import { closestMatch } from "leven";
import { glob } from "tinyglobby";
import { readContained } from "../workspace/containment.js";
import { protectedReason } from "../workspace/protected-names.js";
import { globMatcher } from "./text/glob.js";

/** Other programs' own state; what is private is judged by name. */
const hidden = ["**/.git/**", "**/.copperhead/**", "**/.history/**", "**/node_modules/**"];

/** The repository's files, relative, sorted; links are not followed. Throws if `pattern` is not a valid glob. */
export async function listRepositoryFiles(root: string, pattern?: string): Promise<string[]> {
  const matches = pattern === undefined ? () => true : globMatcher(pattern);
  const files = await glob("**", { cwd: root, dot: true, ignore: hidden, followSymbolicLinks: false });
  return files.filter((file) => matches(file) && protectedReason(file) === undefined).sort();
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
  const hint = nearest === undefined ? "list_files lists those that exist." : `Did you mean ${nearest}?`;
  return `There is no file ${path}. ${hint}`;
}
