/** Runs git without hook, helper, lock or pager, whatever the repository sets. */
import { devNull } from "node:os";
import type { Readable } from "node:stream";
import { execa } from "execa";
import { CopperheadError, exitCodes, toFailure } from "../base/failure.js";
import { shellWord } from "../base/text/shell-word.js";

/** Exit code and output of a run that may fail. */
export type GitRun = { exitCode: number; stdout: Buffer; stderr: string };

/** Started from a hook, git finds its parent's repository in these; a configuration passed on purpose is no such. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_(?!CONFIG_|EXEC_PATH$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    LC_ALL: "C",
  };
}

/** For copperhead's own repository, which no configuration of the user or the system reaches. */
export function isolatedEnvironment(gitFolder: string, workTree: string): NodeJS.ProcessEnv {
  const kept = Object.entries(cleanEnvironment(process.env)).filter(
    ([name]) => !name.startsWith("GIT_CONFIG_"),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: workTree,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

/** The exit code in the place of one that there is none of, after a signal for example; git fails with the same. */
const notExited = 128;

const quiet = [
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  "core.untrackedCache=false",
  // A missing object would be fetched, and what a repository names to fetch it with would be run.
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

export type GitOptions = {
  /** What git reads from its stdin. */
  input?: Buffer;
  /** The whole environment; this process's, without what would lead git elsewhere, when absent. */
  env?: NodeJS.ProcessEnv;
  /** Ends git, which then has failed. */
  signal?: AbortSignal;
};

/** Runs git in `cwd`. Throws `git-missing` where there is no git; a failure of git is in the result. */
export async function tryGit(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitRun> {
  const child = execa("git", [...quiet, ...args], {
    cwd,
    env: options.env ?? cleanEnvironment(process.env),
    extendEnv: false,
    // Gathered here, for an output of many megabytes would be moved each time that it grows.
    buffer: false,
    reject: false,
    ...(options.signal && { cancelSignal: options.signal }),
    stdin: options.input ? "pipe" : "ignore",
  });
  // Written as a whole, for megabytes in pieces take as long as all that git does with them. It need not read all.
  child.stdin?.on("error", () => {}).end(options.input);
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
  const run = await child;
  if (run.code === "ENOENT") {
    throw new CopperheadError({
      code: "git-missing",
      message: "git is needed for this, and it is not installed.",
      advice: "Install git.",
      exitCode: exitCodes.usage,
    });
  }
  return {
    exitCode: run.exitCode ?? notExited,
    stdout: Buffer.concat(stdout),
    stderr: Buffer.concat(stderr).toString("utf8").trim() || (run.shortMessage ?? ""),
  };
}

/** The pieces of a stream as they come; all of them are there when its process has ended. */
function gather(stream: Readable): Buffer[] {
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  return pieces;
}

/** Runs git and returns its output. Throws `git-failed` with git's own words where it does not succeed. */
export async function git(...call: Parameters<typeof tryGit>): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await tryGit(...call);
  if (exitCode === 0) {
    return stdout;
  }
  const [command = ""] = call[1].filter((argument) => !argument.startsWith("-"));
  throw new CopperheadError({ code: "git-failed", message: `git ${command} failed: ${stderr}` });
}

/** Why git is needed, as the beginning of a sentence, and what else can be done, as the end of one. */
export type GitNeed = { purpose: string; instead: string };

const nativeMode: GitNeed = {
  purpose: "Native mode needs git to find out what Cursor changes",
  instead: ", or leave --native out.",
};

/** Throws where `root` is not in a git repository that git is willing to read: `git-needed`, or `git-missing`. */
export async function requireGit(root: string, need = nativeMode): Promise<void> {
  const asked = await tryGit(root, ["rev-parse", "--is-inside-work-tree"]).catch((error: unknown) => {
    const failure = toFailure(error);
    throw failure.code === "git-missing"
      ? new CopperheadError({
          ...failure,
          message: `${need.purpose}, and git is not installed.`,
          advice: `Install git${need.instead}`,
        })
      : error;
  });
  const { exitCode, stdout, stderr } = asked;
  if (exitCode === 0 && stdout.toString().trim() === "true") {
    return;
  }
  throw gitNeeded(root, exitCode === 0 ? undefined : stderr, need);
}

/** What keeps git from answering: without `stderr` it did, from a place without a working tree. */
function gitNeeded(root: string, stderr: string | undefined, { purpose, instead }: GitNeed): CopperheadError {
  const [what, advice] = obstacleOf(root, stderr, instead);
  return new CopperheadError({
    code: "git-needed",
    message: `${purpose}, and ${what}.`,
    advice,
    exitCode: exitCodes.usage,
  });
}

function obstacleOf(
  root: string,
  stderr: string | undefined,
  instead: string,
): [what: string, advice: string] {
  if (stderr === undefined) {
    return [`${root} is git's own folder`, `Name the folder of the files with --repo${instead}`];
  }
  if (stderr.includes("safe.directory")) {
    return [
      `git does not trust ${root}, because it belongs to another user`,
      `If you trust it: git config --global --add safe.directory ${shellWord(root)}`,
    ];
  }
  if (stderr.includes("not a git repository")) {
    return [`${root} is no git repository`, `Run git init in it, name another folder with --repo${instead}`];
  }
  return [`git reports: ${stderr}`, `Put that right${instead}`];
}
