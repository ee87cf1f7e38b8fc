/** Which libraries a project can use, and where they are. */
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../../../base/processes/environment.js";
import {
  exists,
  installedFolder,
  type LibraryKind,
  settingsFolder,
  tableNames,
  templateTable,
  userVariables,
} from "./installation.js";
import { expandVariables, readTable, type Variables } from "./table.js";

/** A library that is there. `name` is the part before the colon in `Device:R`. `path` is absolute. */
export type Library = { kind: LibraryKind; name: string; path: string };

export type Libraries = {
  /** No two have one name: the project's come before the user's, the user's before those that are installed. */
  found: Library[];
  /** Libraries that a table names and that cannot be used, each with why. */
  missing: { name: string; reason: string }[];
};

const endings = { symbol: /\.kicad_sym(dir)?$/, footprint: /\.pretty$/ } as const;

/** A table may name other tables; those that name each other in a circle end here. */
const deepestTable = 4;

/**
 * The libraries of the project in the folder `project` (absolute): those of its table, of the user's, and those that
 * came with KiCad.
 */
export async function findLibraries(
  kind: LibraryKind,
  project: string,
  env: Environment,
): Promise<Libraries> {
  const settings = await settingsFolder(env);
  const installed = await installedFolder(kind, env);
  const variables = variablesOf(kind, project, env, await userVariables(settings), installed);
  const own = await readRows(kind, join(project, tableNames[kind]), variables, 0);
  const users = settings ? await readRows(kind, join(settings, tableNames[kind]), variables, 0) : [];
  const template = installed ? templateTable(installed, tableNames[kind]) : undefined;
  const usual = template && users.length === 0 ? await readRows(kind, template, variables, 0) : [];
  const loose = installed ? await librariesIn(kind, installed) : [];
  const found = new Map<string, Library>();
  const missing = new Map<string, string>();
  for (const { name, path, reason } of [...own, ...users, ...usual, ...loose]) {
    if (found.has(name)) {
      continue;
    }
    const why = reason ?? (path !== undefined && (await exists(path)) ? undefined : "its file is not there");
    if (why !== undefined) {
      missing.set(name, missing.get(name) ?? why);
    } else if (path !== undefined) {
      found.set(name, { kind, name, path });
      missing.delete(name);
    }
  }
  return {
    found: [...found.values()],
    missing: [...missing].map(([name, reason]) => ({ name, reason })),
  };
}

type Row = { name: string; path?: string; reason?: string };

async function readRows(
  kind: LibraryKind,
  table: string,
  variables: Variables,
  depth: number,
): Promise<Row[]> {
  const text = await readFile(table, "utf8").catch(() => "");
  const rows = await Promise.all(
    readTable(text)
      .filter(({ isDisabled }) => !isDisabled)
      .map(async ({ name, type, uri }): Promise<Row[]> => {
        const expanded = expandVariables(uri, variables);
        if (expanded === undefined) {
          return [{ name, reason: `a variable in ${uri} is not set` }];
        }
        const path = isAbsolute(expanded) ? expanded : resolve(dirname(table), expanded);
        if (type === "Table") {
          return depth < deepestTable ? await readRows(kind, path, variables, depth + 1) : [];
        }
        return type === "KiCad" ? [{ name, path }] : [{ name, reason: `it is of the type ${type}` }];
      }),
  );
  return rows.flat();
}

async function librariesIn(kind: LibraryKind, folder: string): Promise<Row[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => endings[kind].test(name));
  return names
    .sort()
    .map((name) => ({ name: basename(name).replace(endings[kind], ""), path: join(folder, name) }));
}

/** `${KICAD8_SYMBOL_DIR}` means the installed libraries under any version, where it is not set itself. */
function variablesOf(
  kind: LibraryKind,
  project: string,
  env: Environment,
  users: Environment,
  installed: string | undefined,
): Variables {
  return (name) => {
    const [, , what = ""] = /^KICAD(\d*)_(\w+)$/.exec(name) ?? [];
    const usual: Readonly<Record<string, string | undefined>> = {
      SYMBOL_DIR: kind === "symbol" ? installed : undefined,
      FOOTPRINT_DIR: kind === "footprint" ? installed : undefined,
      TEMPLATE_DIR: installed && templateTable(installed, ""),
      "3RD_PARTY": join(env.HOME || homedir(), ".local", "share", "kicad", "3rdparty"),
    };
    return name === "KIPRJMOD" ? project : (env[name] ?? users[name] ?? usual[what]);
  };
}
