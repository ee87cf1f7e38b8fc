/**
 * A git repository of copperhead's own in the session's folder that keeps bytes for native turns. Git's is the quick
 * way to know which of thousands of files changed; that it is another repository leaves the user's index, stash, refs
 * and objects alone; and its attributes, which outrank those in the tree, switch every conversion off, so that raw
 * bytes go in and come out.
 */
import { link, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { writeAtomically } from "../../base/files/atomic-write.js";
import { ifMissing } from "../../base/files/file-errors.js";
import { fileSystemPath } from "../../base/files/path-bytes.js";
import { git, isolatedEnvironment, tryGit } from "../git.js";
import { parseStages } from "./working-tree.js";

const rawBytes = "* -text -filter -ident !working-tree-encoding\n";

/** All that is configured, written anew at each use: one that is found there could make git run programs. */
const config = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";

/** Names that no other system could hold are fine here; one sync for all objects is enough. */
const settings = ["core.protectNTFS=false", "core.protectHFS=false", "core.fsyncMethod=batch"].flatMap(
  (setting) => ["-c", setting],
);

function folderOf(sessionFolder: string): string {
  return join(sessionFolder, "tree.git");
}

export class SnapshotStore {
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(sessionFolder: string, root: string) {
    this.#root = root;
    this.#env = isolatedEnvironment(folderOf(sessionFolder), root);
  }

  /** Opens the session's store for the tree at `root`, and makes it where there is none. */
  static async open(sessionFolder: string, root: string): Promise<SnapshotStore> {
    const folder = folderOf(sessionFolder);
    const store = new SnapshotStore(sessionFolder, root);
    await keepOnly(folder, (name) => name === "objects" || name === "index");
    // Not its `info`: alternates name other folders to read objects from.
    await keepOnly(join(folder, "objects"), (name) => /^([0-9a-f]{2}|pack)$/.test(name));
    await keepOnly(join(folder, "objects", "pack"), (name) => /^(pack|tmp)\S*$/.test(name));
    await mkdir(join(folder, "refs"));
    await mkdir(join(folder, "info"));
    await writeAtomically(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeAtomically(join(folder, "config"), config);
    await writeAtomically(join(folder, "info", "attributes"), rawBytes);
    await sharePacks(root, join(folder, "objects", "pack"));
    return store;
  }

  /** Keeps the files and returns the object id of each. `paths` are files that exist. */
  async keep(paths: readonly string[]): Promise<Map<string, string>> {
    const input = Buffer.concat(paths.flatMap((path) => [Buffer.from(fileSystemPath(path)), Buffer.of(0)]));
    await this.#git(["update-index", "--add", "--replace", "-z", "--stdin"], input);
    const stages = parseStages(await this.#git(["ls-files", "-s", "-z"]));
    return new Map(stages.map(({ path, oid }) => [path, oid]));
  }

  /** The bytes behind the object ids. Throws `file-damaged` where one of them is not there. */
  async bytes(oids: ReadonlySet<string>): Promise<Map<string, Buffer>> {
    const output = await this.#git(["cat-file", "--batch"], Buffer.from([...oids, ""].join("\n")));
    const found = new Map<string, Buffer>();
    for (let at = 0; at < output.length; ) {
      const headEnd = output.indexOf("\n", at);
      const [oid = "", type, size] = output.subarray(at, headEnd).toString("latin1").split(" ");
      if (type !== "blob") {
        throw objectMissing(oid);
      }
      const end = headEnd + 1 + Number(size);
      found.set(oid, output.subarray(headEnd + 1, end));
      at = end + 1;
    }
    return found;
  }

  #git(args: string[], input?: Buffer): Promise<Buffer> {
    return git(this.#root, [...settings, ...args], { env: this.#env, ...(input && { input }) });
  }
}

function objectMissing(oid: string): CopperheadError {
  return new CopperheadError({
    code: "file-damaged",
    message: `The snapshot of the turn is damaged: the bytes of ${oid} are not in it.`,
    advice: "Nothing was put back. Look at the files yourself, for example with git status.",
  });
}

/** Makes `folder`, and removes from it all that is not to be kept; a link or a file in its place is removed, too. */
async function keepOnly(folder: string, isKept: (name: string) => boolean): Promise<void> {
  const found = await lstat(folder).catch(ifMissing(undefined));
  if (found && !found.isDirectory()) {
    await rm(folder);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name } of (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => !isKept(entry.name) || entry.isSymbolicLink(),
  )) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Frees the disk of what the session's snapshots kept; what their turns changed is in the journal. */
export async function removeSnapshotStore(sessionFolder: string): Promise<void> {
  await rm(folderOf(sessionFolder), { recursive: true, force: true });
}

/**
 * Hard links to the repository's packs: what is committed need not be stored again, and still is there when somebody
 * removes or repacks the repository. Where they cannot be made, everything is stored.
 */
async function sharePacks(root: string, folder: string): Promise<void> {
  const format = await tryGit(root, ["rev-parse", "--show-object-format"]);
  if (format.stdout.toString("utf8").trim() !== "sha1") {
    return;
  }
  const packs = resolve(
    root,
    (await git(root, ["rev-parse", "--git-path", "objects/pack"])).toString("utf8").trim(),
  );
  const names = (await readdir(packs).catch(() => [])).filter((name) => /^pack-\w+\.(pack|idx)$/.test(name));
  // A pack before its index: git knows a pack by its index.
  for (const name of names.sort().reverse()) {
    await link(join(packs, name), join(folder, name)).catch(() => {});
  }
}
