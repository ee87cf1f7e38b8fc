/** The designs of a repository compared with a git revision of it: for `copperhead diff`. */
import { join } from "node:path";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { stateOfCommit } from "../kicad/compare/commit-state.js";
import { type ComparedProject, compareProjects } from "../kicad/compare/compare-projects.js";
import { stateOnDisk } from "../kicad/compare/design-state.js";
import { listProjects } from "../kicad/design/find-projects.js";
import { requireGit } from "../workspace/git.js";
import { loadSettings } from "../workspace/settings/settings.js";
import { stateFolder } from "../workspace/user-folders.js";

export type RevisionOptions = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** As git names commits: `HEAD`, a branch, a tag, an id. */
  revision: string;
  /** The project that is meant; all of them without it. */
  project?: string | undefined;
  signal: AbortSignal;
};

/** `skipped`: designs that no kicad-cli reads, where no project is named. */
export type ComparedRepository = { compared: ComparedProject[]; skipped: string[] };

/**
 * What changed from `revision` to the files as they are, in each project that changed. Throws `git-needed`,
 * `git-missing`, `unknown-revision`, `no-project`, and what the settings throw.
 */
export async function compareWithRevision(options: RevisionOptions): Promise<ComparedRepository> {
  const { root, env, revision, project, signal } = options;
  const config = await loadSettings({ root, env });
  await requireGit(root, { purpose: "Designs are compared with a commit of git", instead: "." });
  const now = await stateOnDisk(root);
  const before = await stateOfCommit(root, revision, now);
  const { all, legacy } = await listProjects(root, config);
  const compared = await compareProjects({
    before,
    after: now,
    changed: before.changed,
    projects: all,
    wanted: project,
    cli: await findKicadCli(env),
    cacheFolder: join(await stateFolder(env), "netlists"),
    signal,
  });
  return { compared, skipped: project === undefined ? legacy : [] };
}
