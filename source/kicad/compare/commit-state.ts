/** KiCad's files as a commit has them, read from git's objects: no index, filter, hook or working tree is used. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { hashOf } from "../../base/files/hash.js";
import { git, tryGit } from "../../workspace/git.js";
import { isElsewhere } from "../design/kicad-files.js";
import type { DesignState } from "./design-state.js";

export type CommitState = DesignState & {
  /** The files that are not the same in the present state. */
  changed: Set<string>;
};

/**
 * The state that `revision` has of the folder `root`, which is in a git repository; `now` is the present one. Throws
 * `unknown-revision` where git knows no such commit, and `git-failed`.
 */
export async function stateOfCommit(root: string, revision: string, now: DesignState): Promise<CommitState> {
  const { objects, submodules } = await listTree(root, await commitOf(root, revision));
  const isInSubmodule = (path: string) => submodules.some((folder) => path.startsWith(`${folder}/`));
  const contents = new ObjectContents(root);
  const changed = new Set(
    now.files.filter((path) => isCompared(path) && !objects.has(path) && !isInSubmodule(path)),
  );
  for (const [path, id] of objects) {
    const present = await now.read(path);
    if (!present || !(await contents.isSame(id, present))) {
      changed.add(path);
    }
  }
  return {
    when: `in ${revision}`,
    changed,
    files: [...objects.keys(), ...now.files.filter(isInSubmodule)].sort(),
    read: async (path) => {
      const id = objects.get(path);
      if (!changed.has(path)) {
        return now.read(path);
      }
      return id === undefined ? undefined : contents.of(id);
    },
  };
}

async function commitOf(root: string, revision: string): Promise<string> {
  const wanted = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { exitCode, stdout } = await tryGit(root, wanted);
  if (exitCode !== 0) {
    throw new CopperheadError({
      code: "unknown-revision",
      message: `git knows no commit ${revision} in this repository.`,
      advice: (await isShallow(root))
        ? "This clone is shallow, without the history: git fetch --unshallow gets it (in CI, fetch all of it: fetch-depth: 0 or GIT_DEPTH: 0)."
        : "Name a commit, a branch or a tag that is there with --base; see: git log --oneline --all",
      exitCode: exitCodes.usage,
    });
  }
  return stdout.toString("utf8").trim();
}

async function isShallow(root: string): Promise<boolean> {
  const { stdout } = await tryGit(root, ["rev-parse", "--is-shallow-repository"]);
  return stdout.toString("utf8").trim() === "true";
}

const isCompared = (path: string) => /\.kicad_(pro|sch|pcb)$/.test(path);

/** The ids of the objects of project files, schematics and boards below `root`, by their paths from there, and the folders of submodules. */
async function listTree(root: string, commit: string) {
  const listing = (await git(root, ["ls-tree", "-r", "-z", commit])).toString("utf8");
  const objects = new Map<string, string>();
  const submodules: string[] = [];
  for (const line of listing.split("\0")) {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (mode === "160000" && path !== undefined) {
      submodules.push(path);
    } else if (mode?.startsWith("100") && id && path && isCompared(path) && !isElsewhere(path)) {
      objects.set(path, id);
    }
  }
  return { objects, submodules };
}

/** The contents of git's objects; those of Git LFS where they are on this machine. */
class ObjectContents {
  readonly #root: string;
  readonly #objects = new Map<string, Promise<Buffer>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The content of a file that has this object; a pointer of Git LFS where what it points to is not there. */
  async of(id: string): Promise<Buffer> {
    const object = await this.#object(id);
    return (await this.#lfsObject(lfsIdIn(object))) ?? object;
  }

  /** Whether a file with this content is what the object stands for. */
  async isSame(id: string, present: Buffer): Promise<boolean> {
    const algorithm = id.length === hashOf("").length ? "sha256" : "sha1";
    const hash = createHash(algorithm).update(`blob ${present.length}\0`).update(present).digest("hex");
    return hash === id || lfsIdIn(await this.#object(id)) === hashOf(present);
  }

  #object(id: string): Promise<Buffer> {
    const object = this.#objects.get(id) ?? git(this.#root, ["cat-file", "blob", id]);
    this.#objects.set(id, object);
    return object;
  }

  async #lfsObject(id: string | undefined): Promise<Buffer | undefined> {
    if (id === undefined) {
      return undefined;
    }
    const folder = (await git(this.#root, ["rev-parse", "--git-common-dir"])).toString("utf8").trim();
    const file = join(resolve(this.#root, folder), "lfs", "objects", id.slice(0, 2), id.slice(2, 4), id);
    const bytes = await readFile(file).catch(() => undefined);
    return bytes && hashOf(bytes) === id ? bytes : undefined;
  }
}

const longestPointer = 1024;

/** The SHA-256 of the file that a pointer of Git LFS stands for; undefined where the object is none. */
function lfsIdIn(object: Buffer): string | undefined {
  const text = object.length > longestPointer ? "" : object.toString("utf8");
  return /^version https:\/\/git-lfs\.github\.com\/spec\/[\s\S]*?\noid sha256:([0-9a-f]{64})\n/.exec(
    text,
  )?.[1];
}
