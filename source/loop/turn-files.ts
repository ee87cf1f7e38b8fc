/** The files of a turn: the lock on them, the journal of their changes, their checks, and what becomes of them. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CopperheadError, type ExitCode, exitCodes, toFailure } from "../base/failure.js";
import type { FileChange } from "../base/files/file-change.js";
import { hashOf } from "../base/files/hash.js";
import { notRun } from "../base/outcomes.js";
import { waitFor } from "../base/waits.js";
import type { KicadCli } from "../kicad/cli/kicad-cli.js";
import type { ToolContext } from "../tools/tool.js";
import { readContained } from "../workspace/containment.js";
import { TurnJournal } from "../workspace/journal/journal.js";
import type { SkippedPath } from "../workspace/journal/journal-records.js";
import { RepositoryLock } from "../workspace/repository-lock.js";
import { settleAbandoned } from "../workspace/sessions/abandoned-turn.js";
import type { Settings } from "../workspace/settings/schema.js";
import type { ActionOf } from "./actions.js";
import type { AuditTrail } from "./audit-trail.js";
import { EarlyChecks } from "./early-checks.js";
import type { Ending, SeenFiles } from "./state.js";
import type { TurnFacts } from "./turn-facts.js";

export type TurnFilesOptions = {
  /** The repository's real path. */
  root: string;
  sessionId: string;
  sessionFolder: string;
  trail: AuditTrail;
  config: Settings;
  env: NodeJS.ProcessEnv;
  kicad: KicadCli | undefined;
  /** What happens to the files of a turn that ends badly. */
  onFailure: "restore" | "keep";
  /** Every turn is undone at its end, and its diff is in its result. */
  dryRun: boolean;
  /** How a turn's changes are known: by what copperhead's tools write, or by what differs in the tree after a step. */
  journal: "writes" | "tree";
};

type Settled = Omit<ActionOf<"turn-end">, "type" | "turnId">;

/** The endings that keep their files: done, and work that is good as far as it went. */
const keptEndings: ReadonlySet<ExitCode> = new Set([exitCodes.done, exitCodes.unfinished]);

/** One turn after the other, each with its own journal. */
export class TurnFiles {
  readonly #options: TurnFilesOptions;
  #journal: TurnJournal | undefined;
  #earlyChecks: EarlyChecks | undefined;
  /** The turn whose tree is kept. */
  #keptTree: number | undefined;
  #lock: RepositoryLock | undefined;
  #unlocked: Promise<void> = Promise.resolve();
  /** What files held when they were last read for their hash. */
  readonly #hashes = new Map<string, { version: string; hash: string }>();

  constructor(options: TurnFilesOptions) {
    this.#options = options;
  }

  get root(): string {
    return this.#options.root;
  }

  /**
   * Takes the repository's lock and begins the turn's journal. Throws `lock-held` where another process works,
   * `git-needed` or `git-missing` where the tree cannot be kept, and what it may while `signal` keeps it from that.
   */
  async openTurn(turn: number, signal: AbortSignal): Promise<void> {
    const { root, sessionFolder, sessionId, journal, env } = this.#options;
    this.#lock = await RepositoryLock.acquire({ root, sessionId, turn, env });
    const { abandoned } = this.#lock;
    if (abandoned) {
      await settleAbandoned(root, abandoned, env);
    }
    if (journal === "writes") {
      this.#journal = await TurnJournal.open({ sessionFolder, turn, root });
      this.#earlyChecks = new EarlyChecks(this.#options);
      return;
    }
    const { takeSnapshot } = await loadSnapshots();
    await waitFor("the snapshot of the files", () => takeSnapshot({ sessionFolder, turn, root }, signal));
    this.#keptTree = turn;
  }

  /**
   * Compares the tree with what it was when the turn was opened: what differs is the turn's. Returns the files
   * that changed, and what else did, which no undo rewrites. For turns whose journal is of the tree.
   */
  async readChanges(): Promise<{ changes: FileChange[]; reported: SkippedPath[] }> {
    const { root, sessionFolder } = this.#options;
    if (this.#keptTree === undefined) {
      throw new TypeError("No turn is open.");
    }
    const { hasSnapshot, settleSnapshot } = await loadSnapshots();
    const turn = { sessionFolder, turn: this.#keptTree, root };
    if (!(await hasSnapshot(turn))) {
      throw snapshotLost();
    }
    const reported = await waitFor("what changed in the files", () => settleSnapshot(turn));
    this.#journal = await TurnJournal.open(turn);
    return { changes: await this.#journal.changes(), reported };
  }

  /** Writes into the lock which process group would be left behind if this process were killed. */
  setGroup(group: number): Promise<void> {
    return this.#options.trail.guard(this.#lock?.setGroup(group));
  }

  /** The files of `seen` that are not as they were then, as they are now. */
  async findStale(seen: SeenFiles): Promise<SeenFiles> {
    const now = await Promise.all(
      Object.entries(seen).map(async ([path, hash]) => [path, hash, await this.#hashNow(path)] as const),
    );
    return Object.fromEntries(
      now.flatMap(([path, before, after]) => (before === after ? [] : [[path, after]])),
    );
  }

  /** A file is read again only where its size or its times changed: a board can have 70 MB. */
  async #hashNow(path: string): Promise<string | null> {
    try {
      const { size, mtimeMs, ctimeMs, ino } = await stat(join(this.root, path));
      const version = [size, mtimeMs, ctimeMs, ino].join(" ");
      const known = this.#hashes.get(path);
      if (known?.version === version) {
        return known.hash;
      }
      const hash = hashOf(await readContained(this.root, path));
      this.#hashes.set(path, { version, hash });
      return hash;
    } catch {
      // What cannot be read any more is not there for the model.
      return null;
    }
  }

  toolContext(signal: AbortSignal): ToolContext {
    const { root, config, env, sessionFolder } = this.#options;
    return {
      root,
      journal: this.#openJournal(),
      config,
      env,
      signal,
      resultsFolder: join(sessionFolder, "results"),
    };
  }

  /** Begins the checks of what the turn wrote, before they are asked for: to be called when the model thinks on. */
  beginChecks(signal: AbortSignal): void {
    const journal = this.#journal;
    this.#earlyChecks?.begin(async () => (await journal?.changes()) ?? [], signal);
  }

  /** To be called before a change of the files: checks of them that go on would see it. */
  beforeChange(): void {
    this.#earlyChecks?.beforeWrite();
  }

  /** ERC and DRC of what the turn changed, compared with the untouched design, and what changed. Never throws. */
  async verify(signal: AbortSignal): Promise<Omit<ActionOf<"verification">, "type">> {
    try {
      const { verifyTurn } = await import("./verify-turn.js");
      return await verifyTurn({ ...this.#options, changes: await this.#openJournal().changes(), signal });
    } catch (error) {
      return { erc: notRun(toFailure(error).message), newErrors: 0 };
    }
  }

  /**
   * Keeps the turn's files or puts them back, by its ending and the session's options. Never throws. The lock is held
   * until `lingering` has settled, which the turn does not wait for: a process that touches no file any more.
   */
  async settleTurn(
    { status, exitCode, answer, failure }: Ending,
    lingering?: Promise<void>,
  ): Promise<Settled> {
    await this.#earlyChecks?.end();
    const ending = { status, exitCode, ...(answer && { answer: answer.text }), ...(failure && { failure }) };
    try {
      return { ...ending, ...(await this.#settleFiles(exitCode)) };
    } catch (error) {
      const failed = { status: "failed", exitCode: exitCodes.failed } as const;
      const unsettled = { ...toFailure(error), code: "unsettled", exitCode: exitCodes.failed };
      return { ...ending, ...failed, failure: unsettled, filesChanged: [], restored: [], conflicts: [] };
    } finally {
      this.#journal = undefined;
      this.#earlyChecks = undefined;
      this.#keptTree = undefined;
      const lock = this.#lock;
      this.#lock = undefined;
      if (lingering) {
        this.#unlocked = this.#options.trail.guard(lock?.releaseAfter(lingering));
      } else {
        await lock?.release();
      }
    }
  }

  /** Removes what was kept of the tree for the turns of the session, once the lock of the last one is given back. */
  async close(): Promise<void> {
    await this.#unlocked;
    const { trail, journal, sessionFolder } = this.#options;
    if (journal === "tree") {
      await trail.guard(loadSnapshots().then(({ releaseSnapshots }) => releaseSnapshots(sessionFolder)));
    }
  }

  async #settleFiles(
    exitCode: ExitCode,
  ): Promise<Pick<Settled, "filesChanged" | "restored" | "conflicts" | "diff" | "notes" | "drift">> {
    if (!this.#journal && this.#keptTree !== undefined) {
      await this.readChanges();
    }
    const journal = this.#journal;
    const changes = (await journal?.changes()) ?? [];
    const { dryRun, onFailure } = this.#options;
    const facts = await this.#factsOf(changes, keptEndings.has(exitCode));
    if (!journal || !(dryRun || (onFailure === "restore" && !keptEndings.has(exitCode)))) {
      return { filesChanged: changes.map(({ path }) => path), restored: [], conflicts: [], ...facts };
    }
    const { restored, conflicts } = await journal.restore();
    const filesChanged = conflicts
      .map(({ path }) => path)
      .filter((path) => changes.some((change) => change.path === path));
    return { filesChanged, restored: dryRun ? [] : restored, conflicts, ...facts };
  }

  async #factsOf(changes: readonly FileChange[], isKept: boolean): Promise<TurnFacts> {
    if (changes.length === 0) {
      return this.#options.dryRun ? { diff: "" } : {};
    }
    const { factsOf } = await import("./turn-facts.js");
    return factsOf(changes, { ...this.#options, isKept });
  }

  #openJournal(): TurnJournal {
    if (!this.#journal) {
      throw new TypeError("No turn is open.");
    }
    return this.#journal;
  }
}

/** What keeps the tree is for native turns alone: the others do without it. */
const loadSnapshots = () => import("../workspace/snapshot/git-snapshot.js");

/** Such as by `git clean -fdx`: what is ignored goes, and copperhead's own folder with it. */
function snapshotLost(): CopperheadError {
  return new CopperheadError({
    code: "snapshot-lost",
    message: "The turn removed what copperhead keeps in .copperhead: what it changed is not known.",
    advice: "Look at the files yourself, for example with git status: copperhead cannot put them back.",
    exitCode: exitCodes.failed,
  });
}
