/** Where copperhead keeps what belongs to the user rather than to a repository: the XDG base directories. */
import { access, constants, lstat, mkdir } from "node:fs/promises";
import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { CopperheadError } from "../base/failure.js";
import type { Environment } from "../base/processes/environment.js";

/** By the XDG specification a relative value is ignored. */
function baseFolder(named: string | undefined, env: Environment, ...fallback: string[]): string {
  return named && isAbsolute(named)
    ? named
    : join(env.HOME && isAbsolute(env.HOME) ? env.HOME : homedir(), ...fallback);
}

/** The folder of the user's settings; it need not exist. */
export function configFolder(env: Environment): string {
  return join(baseFolder(env.XDG_CONFIG_HOME, env, ".config"), "copperhead");
}

/** The folder of what can be made again at any time; it need not exist. */
export function cacheFolder(env: Environment): string {
  return join(baseFolder(env.XDG_CACHE_HOME, env, ".cache"), "copperhead");
}

/** Makes the folder for this user alone; `false` where it cannot be made or is another user's. */
async function claim(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
  } catch {
    return false;
  }
}

/**
 * The folder of what copperhead remembers between runs, made where it is missing (mode 0700): under
 * `XDG_STATE_HOME`, else `~/.local/state`, else the temporary folder. Throws where none of them can be written.
 */
export async function stateFolder(env: Environment): Promise<string> {
  const wanted = join(baseFolder(env.XDG_STATE_HOME, env, ".local", "state"), "copperhead");
  const temporary = join(env.TMPDIR || tmpdir(), `copperhead-${userInfo().username}`);
  for (const folder of [wanted, temporary]) {
    if (await claim(folder)) {
      return folder;
    }
  }
  throw new CopperheadError({
    code: "no-state-folder",
    message: `Neither ${wanted} nor ${temporary} can be written.`,
    advice: "Make one of them writable, or set XDG_STATE_HOME.",
  });
}
