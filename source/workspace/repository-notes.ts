/** What a repository says to agents that work on it: its `AGENTS.md`, from the root to the folders in use. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readContained } from "./containment.js";

/** `text` is what the files say, under their names; "" where there is none. */
export type RepositoryNotes = { files: readonly string[]; text: string };

/** Bytes of all notes together; what is beyond is cut. */
const mostBytes = 16 * 1024;

/** Where the first is missing, the next is read: the same notes under another program's name. */
const names = ["AGENTS.md", "CLAUDE.md"] as const;

/** The folders from the root, "", down to each of `paths` (repository-relative, `/` between names). */
function foldersTo(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return ["", ...new Set(folders)].sort((one, other) => one.split("/").length - other.split("/").length);
}

async function readNote(root: string, path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(join(root, path));
    // No note is that long: it is not read into memory only to be cut.
    return size > 64 * mostBytes
      ? `(${size} bytes: too long for a note, and left out)`
      : (await readContained(root, path))
          .toString("utf8")
          .replace(/^\uFEFF/, "")
          .trim();
  } catch {
    // What is not there, is no file, or leads out of the repository is no note.
    return undefined;
  }
}

async function noteOf(root: string, folder: string): Promise<{ path: string; text: string } | undefined> {
  for (const name of names) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const text = await readNote(root, path);
    if (text !== undefined) {
      return { path, text };
    }
  }
  return undefined;
}

/**
 * Reads the notes of the repository at `root` (a real path) that hold for `folders`, those of the root first. Never throws:
 * what cannot be read is left out.
 */
export async function readRepositoryNotes(
  root: string,
  folders: readonly string[],
): Promise<RepositoryNotes> {
  const files: string[] = [];
  let text = "";
  for (const folder of foldersTo(folders)) {
    const note = await noteOf(root, folder);
    if (note && note.text !== "") {
      files.push(note.path);
      text += `${text === "" ? "" : "\n\n"}${note.path}:\n${note.text}`;
    }
  }
  return { files, text: cutToBytes(text) };
}

/** At most `mostBytes` of UTF-8, no character in half. */
function cutToBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) {
    return text;
  }
  const kept = bytes
    .subarray(0, mostBytes)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  return `${kept}\n[the rest is left out: notes have at most ${mostBytes / 1024} kB]`;
}
