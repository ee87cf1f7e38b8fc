/** Links that a terminal can open (OSC 8): to addresses and to the repository's files, if the address is harmless and the terminal supports them. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Printable ASCII only: it cannot end the sequence, nor look like another address. */
const harmless = /^https?:\/\/[\x21-\x7e]{1,2000}$/;

let isOn = true;

/** The repository, and its files by their relative paths; nothing else on this machine is linked to. */
let repository: { root: string; files: ReadonlySet<string> } | undefined;

/** From now on the files of the repository at `root` (an absolute path) are linked to, by their relative paths. */
export function linkFiles(root: string, files: readonly string[]): void {
  repository = { root, files: new Set(files) };
}

/** The text as a link to the file at `path`, where that is one of the repository's. */
export function fileLink(text: string, path: string): string {
  if (!isOn || !repository?.files.has(path)) {
    return text;
  }
  const { href } = pathToFileURL(join(repository.root, path));
  return `\x1b]8;;${href}\x07${text}\x1b]8;;\x07`;
}

/** Words of a safe text that may be paths. */
const pathLike = /[\w./-]+\.\w+/g;

/** The text with a link on each word that is a file of the repository. */
export function withFileLinks(text: string): string {
  return repository ? text.replace(pathLike, (word) => fileLink(word, word)) : text;
}

/** Turns links off: the addresses stay as text. */
export function withoutLinks(): void {
  isOn = false;
}

/** Whether the terminal supports OSC 8; others would print it. */
export function supportsLinks(env: NodeJS.ProcessEnv): boolean {
  const term = env.TERM ?? "";
  return !(/^(dumb|linux|vt|cons|rxvt|eterm)/.test(term) || (term.startsWith("screen") && !env.TMUX));
}

/** The text as a link to the address; plain if the address is not harmless. */
export function link(text: string, address: string): string {
  return isOn && harmless.test(address) ? `\x1b]8;;${address}\x07${text}\x1b]8;;\x07` : text;
}
