import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { onExit } from "signal-exit";
import type { Environment } from "../../base/processes/environment.js";
import { interruptLadder, type Rung, sweepLadder } from "../../base/processes/process-group.js";
import { markerName, nextMarker } from "../../base/processes/process-marker.js";
import { ProcessTree } from "../../base/processes/process-tree.js";

/** Enough for the longest line that matters, the list of models in an error. */
const stderrTailBytes = 64 * 1024;

/** How long output may still come after the process has gone and its group with it. */
const drainMs = 500;

export type ChildOptions = {
  file: string;
  args: readonly string[];
  cwd: string;
  /** The environment; only the marker is added to it, by which what the child starts is found again. */
  env: Environment;
  /** Written to stdin, which is then closed. */
  input: string;
  /**
   * Receives the process group. The child gets its input after that: should this process be killed, the group is known
   * to the one who ends it before the child has anything to do.
   */
  onStarted?: ((group: number) => Promise<void>) | undefined;
  onStdout(chunk: Uint8Array): void;
  onStderr?(chunk: Uint8Array): void;
};

export type ChildExit = {
  /** `null` where a signal ended it, or where it never started. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of stderr, at most 64 KiB. */
  stderr: string;
  /** Why it could not be started, such as `ENOENT`. */
  startError?: string;
};

/** One child process that leads a process group of its own, with all that it starts. */
export type Child = {
  /** `undefined` where it could not be started. */
  readonly pid: number | undefined;
  /** Settles when the process is gone, its group is swept and its output is read. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** SIGINT to the group, SIGTERM after 2 s, SIGKILL after 2 more. A second call changes nothing. */
  interrupt(): void;
  /** Ends what is left of a child that has done its work: SIGTERM, then SIGKILL. */
  end(): void;
  /** SIGKILL to the group, now. */
  kill(): void;
};

/**
 * Starts a child process. Its stdin is written while its stdout is read; one that exits without reading is no error.
 * It is ended with this process, whatever ends this process short of SIGKILL.
 */
export function startChild(options: ChildOptions): Child {
  const marker = nextMarker();
  const subprocess = execa(options.file, options.args, {
    cwd: options.cwd,
    env: { ...options.env, [markerName]: marker },
    extendEnv: false,
    detached: process.platform !== "win32",
    windowsHide: true,
    stdin: "pipe",
    buffer: false,
    reject: false,
  });
  const { pid } = subprocess;
  const tree = pid === undefined ? undefined : new ProcessTree(pid, marker);
  subprocess.stdin.on("error", () => {});
  const known = pid === undefined ? undefined : options.onStarted?.(pid);
  void Promise.resolve(known)
    .catch(() => {})
    .then(() => subprocess.stdin.end(options.input));
  let stderr = Buffer.alloc(0);
  subprocess.stdout.on("data", options.onStdout);
  subprocess.stderr.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-stderrTailBytes);
    options.onStderr?.(chunk);
  });

  let ending = false;
  const end = (ladder: readonly Rung[]) => {
    if (!tree || ending) {
      return;
    }
    ending = true;
    void tree.end(ladder);
  };
  return {
    pid,
    exited: exit(subprocess, subprocess, tree).then((status) => ({
      ...status,
      stderr: stderr.toString("utf8"),
    })),
    interrupt: () => end(interruptLadder),
    end: () => end(sweepLadder),
    kill: () => tree?.signal("SIGKILL"),
  };
}

type Exit = Omit<ChildExit, "stderr">;

async function exit(
  child: ChildProcess,
  ended: Promise<{ code?: string | undefined }>,
  tree: ProcessTree | undefined,
): Promise<Exit> {
  if (!tree) {
    const { code = "unknown" } = await ended;
    return { code: null, signal: null, startError: code };
  }
  const forget = onExit(() => {
    tree.signal("SIGKILL");
  });
  const closed = once(child, "close");
  await once(child, "exit");
  // What the process left behind would live on, and hold its output open.
  await tree.end(sweepLadder);
  forget();
  await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { code: child.exitCode, signal: child.signalCode };
}
