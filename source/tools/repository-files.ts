/** The files of the repository that a model may know of. */
import { glob } from "tinyglobby";
import { protectedReason } from "../workspace/protected-names.js";
import { globMatcher } from "./text/glob.js";

/** Other programs' own state; what is private is judged by name. */
const hidden = ["**/.git/**", "**/.copperhead/**", "**/.history/**", "**/node_modules/**"];

/** The repository's files, relative, sorted; links are not followed. Throws where `pattern` makes no sense. */
export async function listRepositoryFiles(root: string, pattern?: string): Promise<string[]> {
  const matches = pattern === undefined ? () => true : globMatcher(pattern);
  const files = await glob("**", { cwd: root, dot: true, ignore: hidden, followSymbolicLinks: false });
  return files.filter((file) => matches(file) && protectedReason(file) === undefined).sort();
}
