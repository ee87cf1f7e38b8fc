/** The installed kicad-cli and copies of the bundled board, for tests that ask the real thing. */
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe } from "vitest";
import { findKicadCli, type KicadCli } from "../../source/kicad/cli/kicad-cli.js";

const found = await findKicadCli(process.env);
if (!found && process.env.CI) {
  throw new Error("kicad-cli is not installed: the tests of KiCad would not run.");
}

/** Tests that need kicad-cli: left out where there is none, an error where that must not be. */
export const describeKicad = describe.runIf(found);

export function kicad(): KicadCli {
  if (!found) {
    throw new Error("kicad-cli is not installed");
  }
  return found;
}

export const bundledBoard = fileURLToPath(new URL("../../fixtures/board", import.meta.url));

/** A copy of the bundled board in a git repository of its own; `name` is its folder's. */
export async function copyBoard(name = "board"): Promise<{ root: string; remove: () => Promise<void> }> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "copperhead-test-")));
  const root = join(parent, name);
  await cp(bundledBoard, root, { recursive: true });
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "start");
  return { root, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** What git sees as changed, ignored files included. */
export async function gitStatus(root: string): Promise<string> {
  const { stdout } = await execa("git", ["status", "--porcelain", "--ignored"], { cwd: root });
  return stdout;
}
