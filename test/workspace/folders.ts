/** Repositories to write in, and how they look from outside. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../temporary-folder.js";

/** A repository's folder, and that of a session in it. */
export function workplace(): { root: string; sessionFolder: string } {
  const root = temporaryFolder();
  const sessionFolder = join(root, ".copperhead", "sessions", "20261130-132255-4f2a9c");
  mkdirSync(sessionFolder, { recursive: true });
  return { root, sessionFolder };
}

/** Runs git as a user who is known to it, and returns what it prints. Throws where it fails. */
export function runGit(root: string, ...args: string[]): Buffer {
  const settings = [
    "user.name=Test",
    "user.email=test@example.com",
    "protocol.file.allow=always",
    // Two more processes for each commit.
    "maintenance.auto=false",
  ];
  return execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export async function put(
  root: string,
  path: string,
  content: string | Buffer,
  mode?: number,
): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  if (mode !== undefined) {
    await chmod(join(root, path), mode);
  }
}

/** Everything below `root` but `.copperhead` and `.git`: kind, permissions and bytes, by path. */
export async function treeOf(root: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const walk = async (folder: string, shown: string): Promise<void> => {
    for (const name of await readdir(Buffer.from(folder, "latin1"), { encoding: "buffer" })) {
      const latin = name.toString("latin1");
      if ([".copperhead", ".git"].includes(latin)) {
        continue;
      }
      const at = `${folder}/${latin}`;
      const bytes = Buffer.from(at, "latin1");
      const found = await lstat(bytes);
      const mode = (found.mode & 0o7777).toString(8);
      const path = `${shown}${latin}`;
      if (found.isSymbolicLink()) {
        tree[path] = `link ${await readlink(bytes, "latin1")}`;
      } else if (found.isDirectory()) {
        tree[path] = `folder ${mode}`;
      } else {
        tree[path] = `file ${mode} ${(await readFile(bytes)).toString("latin1")}`;
      }
      if (found.isDirectory()) {
        await walk(at, `${path}/`);
      }
    }
  };
  await walk(Buffer.from(root).toString("latin1"), "");
  return tree;
}
