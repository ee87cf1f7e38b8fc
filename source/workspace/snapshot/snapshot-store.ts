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
import { joinPaths, splitPaths } from "../../base/files/path-bytes.js";
import { type GitOptions, git, isolatedEnvironment, tryGit } from "../git.js";

const rawBytes = "* -text -filter -ident !working-tree-encoding\n";

/** All that is configured, written anew at each use: one that is found there could make git run programs. */
const config = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";

/** Names that no other system could hold are fine here; one sync for all objects is enough. */
const settings = ["core.protectNTFS=false", "core.protectHFS=false", "core.fsyncMethod=batch"].flatMap(
  (setting) => ["-c", setting],
);

/** Of a SHA-1 id, in hex digits. */
const oidLength = 40;

/** So many links are made at once. */
const linksAtOnce = 64;

function folderOf(sessionFolder: string): string {
  return join(sessionFolder, "tree.git");
}

export class SnapshotStore {
  /**
   * When it was opened by the clock of its own file system, in milliseconds: what is written to the tree from then on
   * is no older.
   */
  openedMs = 0;
  /** The repository's index, where it is of the store's format. */
  index: string | undefined;
  /** The repository's own objects, where they are of the store's format. */
  #objects: string | undefined;
  readonly #root: string;
  readonly #folder: string;
  readonly #options: GitOptions;

  private constructor(sessionFolder: string, root: string, options: Pick<GitOptions, "signal">) {
    this.#root = root;
    this.#folder = folderOf(sessionFolder);
    this.#options = { ...options, env: isolatedEnvironment(folderOf(sessionFolder), root) };
  }

  /** Opens the session's store for the tree at `root`, and makes it where there is none. */
  static async open(
    sessionFolder: string,
    root: string,
    options: Pick<GitOptions, "signal"> = {},
  ): Promise<SnapshotStore> {
    const folder = folderOf(sessionFolder);
    const store = new SnapshotStore(sessionFolder, root, options);
    await keepOnly(folder, (name) => name === "objects" || name === "index");
    // Not its `info`: alternates name other folders to read objects from.
    await keepOnly(join(folder, "objects"), (name) => /^([0-9a-f]{2}|pack)$/.test(name));
    await keepOnly(join(folder, "objects", "pack"), (name) => /^(pack|tmp)\S*$/.test(name));
    await mkdir(join(folder, "refs"));
    await mkdir(join(folder, "info"));
    await writeAtomically(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeAtomically(join(folder, "config"), config);
    await writeAtomically(join(folder, "info", "attributes"), rawBytes);
    store.openedMs = (await lstat(join(folder, "info", "attributes"))).mtimeMs;
    [store.index, store.#objects] = await ownPlaces(root, options);
    if (store.#objects !== undefined) {
      await sharePacks(join(store.#objects, "pack"), join(folder, "objects", "pack"));
    }
    return store;
  }

  /** Keeps the files and returns the object id of each. `paths` are files that exist. */
  async keep(paths: readonly string[]): Promise<Map<string, string>> {
    if (paths.length === 0) {
      return new Map();
    }
    await this.#git(["update-index", "--add", "--replace", "-z", "--stdin"], joinPaths(paths));
    return new Map(parseStages(await this.#git(["ls-files", "-s", "-z"])));
  }

  /**
   * The size in bytes of each object that the store can return; `oidLines` has an id in each line. Objects of the
   * repository that are in none of its packs are linked, so that they are there still when the repository has removed
   * them.
   */
  async sizes(oidLines: Buffer): Promise<(number | undefined)[]> {
    const sizes = await this.#sizes(oidLines);
    if (!sizes.includes(undefined)) {
      return sizes;
    }
    const isMissing = (line: number) => sizes[line] === undefined;
    const missing = [...sizes.keys()].filter(isMissing).map((line) => oidAt(oidLines, line));
    return (await this.#linkLoose([...new Set(missing)])) ? await this.#sizes(oidLines) : sizes;
  }

  async #sizes(oidLines: Buffer): Promise<(number | undefined)[]> {
    if (oidLines.length === 0) {
      return [];
    }
    const args = ["cat-file", "--buffer", "--batch-check=%(objectsize) %(objecttype)"];
    return parseSizes(await this.#git(args, oidLines));
  }

  /** Hard links to the repository's own files of these objects. Returns whether there is any. */
  async #linkLoose(oids: readonly string[]): Promise<boolean> {
    const from = this.#objects;
    if (from === undefined) {
      return false;
    }
    const to = join(this.#folder, "objects");
    let linked = false;
    const link = async (oid: string): Promise<void> => {
      const name = join(oid.slice(0, 2), oid.slice(2));
      const found = await lstat(join(from, name)).catch(() => undefined);
      if (found?.isFile()) {
        await mkdir(join(to, oid.slice(0, 2)), { recursive: true });
        linked = (await makeLink(join(from, name), join(to, name))) || linked;
      }
    };
    for (let start = 0; start < oids.length; start += linksAtOnce) {
      await Promise.all(oids.slice(start, start + linksAtOnce).map(link));
    }
    return linked;
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
    return git(this.#root, [...settings, ...args], { ...this.#options, ...(input && { input }) });
  }
}

function oidAt(oidLines: Buffer, line: number): string {
  const start = line * (oidLength + 1);
  return oidLines.toString("latin1", start, start + oidLength);
}

/** The sizes in lines such as `123 blob`; `undefined` for any other, as that of an object which is missing. */
function parseSizes(output: Buffer): (number | undefined)[] {
  const text = output.toString("latin1");
  const sizes: (number | undefined)[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end);
    sizes.push(line.endsWith(" blob") ? Number.parseInt(line, 10) : undefined);
    start = end + 1;
  }
  return sizes;
}

/** The lines of `git ls-files -s -z`: object id and path of each entry. */
function parseStages(output: Buffer): [path: string, oid: string][] {
  return splitPaths(output).map((line) => {
    const [oidStart, tab] = [line.indexOf(" ") + 1, line.indexOf("\t")];
    return [line.slice(tab + 1), line.slice(oidStart, line.indexOf(" ", oidStart))];
  });
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
async function sharePacks(packs: string, folder: string): Promise<void> {
  const names = (await readdir(packs).catch(() => [])).filter((name) => /^pack-\w+\.(pack|idx)$/.test(name));
  // A pack before its index: git knows a pack by its index.
  for (const name of names.sort().reverse()) {
    await makeLink(join(packs, name), join(folder, name));
  }
}

/** Where the repository has its index and its objects; nothing where they are not of the store's format. */
async function ownPlaces(
  root: string,
  options: Pick<GitOptions, "signal">,
): Promise<[index?: string, objects?: string]> {
  const places = ["index", "objects"].flatMap((name) => ["--git-path", name]);
  const asked = await tryGit(root, ["rev-parse", "--show-object-format", ...places], options);
  const [format, index = "", objects = ""] = asked.stdout.toString("utf8").split("\n");
  return format === "sha1" && asked.exitCode === 0 ? [resolve(root, index), resolve(root, objects)] : [];
}

function makeLink(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}
