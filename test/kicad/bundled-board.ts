/** The bundled board, and copies of it to work on. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { temporaryFolder } from "../temporary-folder.js";

export const bundledBoard = fileURLToPath(new URL("../../fixtures/board", import.meta.url));

/** A copy of the bundled board in a git repository of its own, in a folder of that name; removed after the test. */
export async function copyBoard(name = "board"): Promise<string> {
  const root = join(temporaryFolder(), name);
  await cp(bundledBoard, root, { recursive: true });
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "start");
  return root;
}

/** What git sees as changed, ignored files included. */
export async function gitStatus(root: string): Promise<string> {
  const { stdout } = await execa("git", ["status", "--porcelain", "--ignored"], { cwd: root });
  return stdout;
}
