/** The `kicad-cli` child: found, run in its own process group, ended with copperhead. What it writes is read elsewhere. */
import { rmSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, parse, resolve } from "node:path";
import { execa } from "execa";
import { onExit } from "signal-exit";
import which from "which";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import type { Environment } from "../../base/processes/environment.js";
import { signalGroup } from "../../base/processes/process-group.js";
import { visibleName } from "../../base/text/safe-text.js";
import { waitFor } from "../../base/waits.js";
import { findLoadFault, type LoadFault } from "../design/load-fault.js";
import { outputOf } from "./command-words.js";

/** How long one command may take, in ms. DRC of a board of 70 MB takes three minutes on an idle machine. */
const kicadTimeoutMs = 1_800_000;

/** What a KiCad program needs to find its settings, libraries and fonts; none of them could hold a secret. */
const passedOn = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|LD_LIBRARY_PATH)$/,
  /^KICAD\d*_\w*(HOME|DIR|PARTY|TEMPLATES)$/,
  /^(USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|SYSTEMROOT|COMSPEC|PATHEXT)$/i,
];

/**
 * The variables of `env` that are passed to kicad-cli. On Linux it finds no file with a letter outside ASCII in its path
 * unless the locale is a UTF-8 one; this one also makes its messages English.
 */
export function kicadEnvironment(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && passedOn.some((pattern) => pattern.test(name))) {
      kept[name] = value;
    }
  }
  if (process.platform === "linux") {
    kept.LC_ALL = "C.UTF-8";
  }
  return kept;
}

/** The exit codes of kicad-cli: of success, and of a command whose input does not load or is not there. */
const succeeded = 0;
const cannotLoad = 3;

/** `purpose`: what a command is run for, by default its output. `onStart` is called once a child runs. */
export type CliOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  purpose?: string;
  onStart?: () => void;
};

/** The versions of the programs that were asked for it, by path and time of change. */
const versions = new Map<string, string>();

/** One `kicad-cli` of version 8 or later. */
export class KicadCli {
  readonly #env: Record<string, string>;
  readonly #help = new Map<string, string>();
  #ending: AbortSignal | undefined;

  /** `binary` is absolute; `env` is filtered before the child sees it. */
  constructor(
    readonly binary: string,
    env: Environment,
  ) {
    this.#env = kicadEnvironment(env);
  }

  /** The same program, whose every run ends when `signal` is aborted, too. */
  endedBy(signal: AbortSignal): KicadCli {
    const cli = new KicadCli(this.binary, this.#env);
    cli.#ending = signal;
    return cli;
  }

  /**
   * The program's version, `9.0.8`; it is run once for it, until another one is installed in its place. Throws
   * `interrupted` and `kicad-cli-timeout` as `run` does.
   */
  async version(options: CliOptions = {}): Promise<string> {
    const { mtimeMs } = await stat(this.binary).catch(() => ({ mtimeMs: 0 }));
    const installed = `${this.binary}\n${mtimeMs}`;
    const version = versions.get(installed) ?? (await this.#spawn(["version"], options)).stdout.trim();
    versions.set(installed, version);
    return version;
  }

  /**
   * Runs a command on a design file and returns its stderr (stdout holds only notices); `design` is absolute, since a
   * name that starts with `-` would read as an option. Throws `design-does-not-load`, with kicad-cli's message, where
   * it cannot load the design, `interrupted` when the signal is aborted, `kicad-cli-timeout`, and `kicad-cli-failed`
   * when it does not start, is killed or fails in another way.
   */
  run(command: readonly string[], design: string, options: CliOptions = {}): Promise<string> {
    const purpose = options.purpose ?? outputOf(command);
    return waitFor(`${purpose} of ${visibleName(basename(design))}`, () =>
      this.#run(command, design, options),
    );
  }

  async #run(command: readonly string[], design: string, options: CliOptions): Promise<string> {
    const lock = await freeLockOf(design);
    const { exitCode, stderr } = await this.#spawn([...command, design], options, lock);
    const message = stderr.trim();
    const reason = message === "" ? `exit code ${exitCode}` : message;
    if (exitCode === cannotLoad) {
      const fault = await this.#faultOf(design, options);
      throw new CopperheadError({
        code: "design-does-not-load",
        message: fault
          ? `${basename(design)} ${fault.reason} (${reason})`
          : `kicad-cli cannot load ${basename(design)}: ${reason}`,
        advice: fault?.advice ?? "Open it in KiCad, or put an older version back.",
        exitCode: exitCodes.failed,
      });
    }
    if (exitCode !== succeeded) {
      throw kicadFailure("kicad-cli-failed", `kicad-cli failed on ${basename(design)}: ${reason}`);
    }
    return message;
  }

  /** What the file itself shows of why it does not load. */
  async #faultOf(design: string, options: CliOptions): Promise<LoadFault | undefined> {
    const bytes = await readFile(design).catch(() => undefined);
    return bytes
      ? findLoadFault(design, bytes, await this.version(options))
      : { reason: "is not there, or cannot be read", advice: "Look at the path and who may read it." };
  }

  /** Whether `command` has `option`, by its own help; asked once. Throws what `version` throws. */
  async hasOption(command: readonly string[], option: string, options: CliOptions = {}): Promise<boolean> {
    const name = command.join(" ");
    const help = this.#help.get(name) ?? (await this.#spawn([...command, "--help"], options)).stdout;
    this.#help.set(name, help);
    return new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(help);
  }

  /**
   * Runs a command that writes `output` (a file name), and returns what `read` makes of its path and of kicad-cli's
   * stderr. Throws `kicad-report-unreadable` where `read` throws, and what `run` throws.
   */
  async export<Result>(
    command: readonly string[],
    design: string,
    output: string,
    read: (path: string, message: string) => Promise<Result>,
    options: CliOptions = {},
  ): Promise<Result> {
    return await inTemporaryFolder("kicad", async (folder) => {
      const path = join(folder, output);
      const message = await this.run([...command, "-o", path], design, options);
      try {
        return await read(path, message);
      } catch {
        throw kicadFailure(
          "kicad-report-unreadable",
          `kicad-cli wrote no readable ${output} of ${basename(design)}.`,
        );
      }
    });
  }

  /** `lock` is the lock file that kicad-cli makes. */
  async #spawn(args: readonly string[], options: CliOptions, lock?: string) {
    const { timeoutMs = kicadTimeoutMs } = options;
    const signals = [options.signal, this.#ending].filter((one) => one !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    // kicad-cli leaves a folder in the temporary directory, so it has one of its own that is removed after it.
    return await inTemporaryFolder("kicad", async (folder) => {
      if (signal?.aborted) {
        throw interrupted();
      }
      const child = execa(this.binary, args, {
        env: { ...this.#env, TMPDIR: folder, TMP: folder, TEMP: folder },
        extendEnv: false,
        stdin: "ignore",
        detached: process.platform !== "win32",
        reject: false,
        maxBuffer: 1_000_000,
      });
      options.onStart?.();
      // One that is killed cannot remove its lock file; KiCad would show the project as in use.
      const end = () => {
        if (child.pid !== undefined) {
          signalGroup(child.pid, "SIGKILL");
        }
        if (lock !== undefined) {
          rmSync(lock, { force: true });
        }
      };
      const forget = onExit(end);
      const timeout = AbortSignal.timeout(timeoutMs);
      timeout.addEventListener("abort", end, { once: true });
      signal?.addEventListener("abort", end, { once: true });
      try {
        const { exitCode, stdout, stderr, shortMessage } = await child;
        if (signal?.aborted) {
          throw interrupted();
        }
        if (timeout.aborted) {
          const seconds = Math.round(timeoutMs / 1000);
          throw kicadFailure("kicad-cli-timeout", `kicad-cli did not finish within ${seconds} s.`);
        }
        if (exitCode === undefined) {
          end();
          throw kicadFailure("kicad-cli-failed", shortMessage ?? "kicad-cli ended without an exit code.");
        }
        return { exitCode, stdout, stderr };
      } finally {
        timeout.removeEventListener("abort", end);
        signal?.removeEventListener("abort", end);
        forget();
      }
    });
  }
}

function interrupted(): CopperheadError {
  return new CopperheadError({
    code: "interrupted",
    message: "The check was interrupted.",
    exitCode: exitCodes.interrupted,
  });
}

/** A failure of kicad-cli itself, as opposed to one of the design. */
export function kicadFailure(code: string, message: string): CopperheadError {
  return new CopperheadError({ code, message, advice: "See: copperhead doctor", exitCode: exitCodes.failed });
}

/** The path of the project's lock file if there is none yet: only then is one that is found later ours to remove. */
async function freeLockOf(design: string): Promise<string | undefined> {
  const lock = join(dirname(design), `~${parse(design).name}.kicad_pro.lck`);
  try {
    await stat(lock);
    return undefined;
  } catch {
    return lock;
  }
}

/**
 * Finds kicad-cli: `COPPERHEAD_KICAD_CLI`, else `kicad-cli` on PATH; `undefined` where there is none. Throws
 * `kicad-cli-missing` where the variable is set and names no program.
 */
export async function findKicadCli(env: Environment): Promise<KicadCli | undefined> {
  const named = env.COPPERHEAD_KICAD_CLI;
  const found = await which(named || "kicad-cli", { nothrow: true, ...(env.PATH && { path: env.PATH }) });
  if (found) {
    return new KicadCli(resolve(found), env);
  }
  if (named) {
    throw new CopperheadError({
      code: "kicad-cli-missing",
      message: `COPPERHEAD_KICAD_CLI names ${named}, and there is no such program.`,
      advice: "Set it to the path of kicad-cli (KiCad 8 or later), or unset it to use the one on PATH.",
      exitCode: exitCodes.usage,
    });
  }
  return undefined;
}
