import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { Environment } from "../../base/processes/environment.js";
import { stateFolder } from "../../workspace/user-folders.js";

/** Denies every one of Cursor's own tools; a denial wins over whatever the user's own rules allow. */
const denyAll = {
  permissions: { allow: [], deny: ["Shell(**)", "Read(**)", "Write(**)", "WebFetch(*)", "Mcp(*:*)"] },
};

/** A workspace inside a repository would get that repository's rules too. */
function isInRepository(folder: string): boolean {
  const above = dirname(folder);
  return existsSync(join(folder, ".git")) || (above !== folder && isInRepository(above));
}

/**
 * The empty folder that the CLI works in during a reasoning session: always the same for a session, because the CLI
 * files its chats by folder; under the user's state folder, or the temporary folder where that is in a repository.
 * Throws where neither can be used.
 */
export async function findPrivateWorkspace(sessionId: string, env: Environment): Promise<string> {
  if (!/^[\w-]+$/.test(sessionId)) {
    throw new TypeError(`Not a session id: ${sessionId}`);
  }
  for (const place of [env, { ...env, XDG_STATE_HOME: env.TMPDIR || tmpdir() }]) {
    const state = await stateFolder(place);
    if (!isInRepository(state)) {
      return join(state, "workspaces", sessionId);
    }
  }
  throw noWorkspace("There is no folder that copperhead can write to outside a repository.");
}

function noWorkspace(message: string, cause?: unknown): CopperheadError {
  const advice = "Make your state folder writable, or set XDG_STATE_HOME to a folder that is.";
  const failure = { code: "no-workspace", message, advice, exitCode: exitCodes.failed };
  return new CopperheadError(failure, { cause });
}

/**
 * Makes the workspace, with the file that denies Cursor's own tools unless the CLI cannot read that file. Throws a
 * CopperheadError where it cannot be written.
 */
export async function makePrivateWorkspace(folder: string, options: { denyTools: boolean }): Promise<void> {
  const rules = join(folder, ".cursor", "cli.json");
  try {
    await mkdir(dirname(rules), { recursive: true, mode: 0o700 });
    if (options.denyTools) {
      await writeFile(rules, `${JSON.stringify(denyAll, undefined, 2)}\n`);
    } else {
      await rm(rules, { force: true });
    }
  } catch (error) {
    throw noWorkspace(`Cursor's working folder ${folder} could not be made.`, error);
  }
}

export async function removePrivateWorkspace(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
