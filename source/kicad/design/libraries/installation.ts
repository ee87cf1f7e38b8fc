/** Where KiCad itself is: its own libraries, and its user's settings. */
import { access, readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Environment } from "../../../base/processes/environment.js";
import { inNaturalOrder } from "../difference/order.js";

export type LibraryKind = "symbol" | "footprint";

/** The files that list libraries: a project's beside it, a user's among the settings. */
export const tableNames = { symbol: "sym-lib-table", footprint: "fp-lib-table" } as const;

const folders = { symbol: "symbols", footprint: "footprints" } as const;
const variableEnds = { symbol: "SYMBOL_DIR", footprint: "FOOTPRINT_DIR" } as const;

/** Folders that hold `symbols`, `footprints` and `template`. */
const shares: Readonly<Record<string, readonly string[]>> = {
  linux: ["/usr/share/kicad", "/usr/local/share/kicad"],
  darwin: ["/Applications/KiCad/KiCad.app/Contents/SharedSupport"],
  win32: ["10.0", "9.0", "8.0"].map((version) => `C:\\Program Files\\KiCad\\${version}\\share\\kicad`),
};

/**
 * The folder of the libraries of this kind that came with KiCad: the one that `KICAD9_SYMBOL_DIR` and its like name,
 * else where the system's packages put them. Undefined where there is none.
 */
export async function installedFolder(kind: LibraryKind, env: Environment): Promise<string | undefined> {
  const named = versionedVariable(env, variableEnds[kind]);
  const usual = (shares[process.platform] ?? []).map((share) => join(share, folders[kind]));
  for (const folder of named === undefined ? usual : [named]) {
    if (await exists(folder)) {
      return folder;
    }
  }
  return undefined;
}

/** The value of the variable of the newest version: `KICAD10_SYMBOL_DIR` before `KICAD9_SYMBOL_DIR`. */
function versionedVariable(env: Environment, end: string): string | undefined {
  const names = Object.keys(env).filter((name) => new RegExp(`^KICAD\\d*_${end}$`).test(name) && env[name]);
  return env[names.sort(inNaturalOrder).at(-1) ?? ""];
}

/** The folder of the settings of the newest KiCad that this user has started; undefined where there is none. */
export async function settingsFolder(env: Environment): Promise<string | undefined> {
  const home = env.HOME || homedir();
  const bases: Readonly<Record<string, string>> = {
    darwin: join(home, "Library", "Preferences"),
    win32: env.APPDATA ?? join(home, "AppData", "Roaming"),
  };
  const base =
    env.KICAD_CONFIG_HOME ??
    join(bases[process.platform] ?? env.XDG_CONFIG_HOME ?? join(home, ".config"), "kicad");
  const versions = (await readdir(base).catch(() => [])).filter((name) => /^\d+\.\d+$/.test(name));
  const newest = versions.sort(inNaturalOrder).at(-1);
  return newest && join(base, newest);
}

const settings = z.object({
  environment: z.object({ vars: z.record(z.string(), z.string()).nullable().optional() }).optional(),
});

/** The variables that the user has set in KiCad. */
export async function userVariables(folder: string | undefined): Promise<Environment> {
  try {
    const text = folder && (await readFile(join(folder, "kicad_common.json"), "utf8"));
    return settings.parse(JSON.parse(text || "{}")).environment?.vars ?? {};
  } catch {
    return {};
  }
}

/** The table that a new user of KiCad starts with, beside the libraries that came with it. */
export function templateTable(installed: string, name: string): string {
  return join(installed, "..", "template", name);
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
