/** What copperhead needs on this machine and in this repository, examined one by one. */
import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DoctorCheck } from "../../base/doctor-check.js";
import { type Failure, toFailure } from "../../base/failure.js";
import { modelOf } from "../../cli/options.js";
import { type CursorBinary, findCursor } from "../../cursor/process/binary.js";
import { checkLogin } from "../../cursor/process/short-commands.js";
import { findKicadCli } from "../../kicad/cli/kicad-cli.js";
import { listProjects } from "../../kicad/design/find-projects.js";
import { nameProjects } from "../../kicad/design/project.js";
import { requireGit, tryGit } from "../../workspace/git.js";
import type { Settings } from "../../workspace/settings/schema.js";
import {
  type MergedSettings,
  mergeSettings,
  repositoryConfigPath,
} from "../../workspace/settings/settings.js";
import { configFolder } from "../../workspace/user-folders.js";
import { findUnknownEvents } from "./unknown-events.js";

export type DoctorOptions = {
  /** The real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** Whether Cursor may be asked for its login, for which it needs the network. */
  online: boolean;
};

const oldestNode = 20;
const oldestKicad = 8;
/** How long the project is searched for, in ms. */
const patienceMs = 5000;

/** Never rejects for what it finds wrong: that is a check that fails or warns. */
export async function examine({ root, env, online }: DoctorOptions): Promise<DoctorCheck[]> {
  const merged = mergeSettings({ root, env });
  const settings = merged.then((found) => found.settings);
  const checks = await Promise.all([
    examineNode(),
    examineCursor(env, online),
    examineKicad(env),
    examineGit(root),
    examineRepository(root),
    examineProject(root, settings),
    examineSettings(root, env, merged),
    examineTerminal(env),
    examineStreams(root),
  ]);
  return checks.flat();
}

function ok(name: string, detail: string): DoctorCheck {
  return { name, status: "ok", detail };
}

function warn(name: string, detail: string, advice: string): DoctorCheck {
  return { name, status: "warn", detail, advice };
}

function fail(name: string, { message, advice }: Pick<Failure, "message" | "advice">): DoctorCheck {
  return { name, status: "fail", detail: message, advice: advice ?? "See: copperhead --help" };
}

function examineNode(): DoctorCheck {
  const version = process.versions.node;
  return Number.parseInt(version, 10) >= oldestNode
    ? ok("node", version)
    : fail("node", { message: `${version} is too old.`, advice: `Install Node.js ${oldestNode} or later.` });
}

async function examineCursor(env: NodeJS.ProcessEnv, online: boolean): Promise<DoctorCheck[]> {
  try {
    const cursor = await findCursor(env);
    const found = ok("cursor", `${cursor.version}, ${cursor.path}`);
    return online ? [found, await examineLogin(cursor, env)] : [found];
  } catch (error) {
    return [fail("cursor", toFailure(error))];
  }
}

async function examineLogin({ path }: CursorBinary, env: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  try {
    const { loggedIn, email } = await checkLogin(path, { env });
    return loggedIn
      ? ok("login", email === undefined ? "saved" : `saved, ${email}`)
      : fail("login", {
          message: "The Cursor CLI is not logged in.",
          advice: "Run `agent login`, then `agent status` to check.",
        });
  } catch (error) {
    return fail("login", { advice: "Run `agent status` to see its status.", ...toFailure(error) });
  }
}

async function examineKicad(env: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  const name = "kicad-cli";
  const advice = `Install KiCad ${oldestKicad} or later, or set COPPERHEAD_KICAD_CLI to its kicad-cli.`;
  try {
    const kicad = await findKicadCli(env);
    if (!kicad) {
      return warn(name, "Not found: nothing can be checked by ERC and DRC.", advice);
    }
    const version = await kicad.version();
    return Number.parseInt(version, 10) >= oldestKicad
      ? ok(name, `${version}, ${kicad.binary}`)
      : warn(name, `${kicad.binary} reports the version "${version.slice(0, 80)}".`, advice);
  } catch (error) {
    const failure = toFailure(error);
    // A variable that names no program ends a run; without kicad-cli a run only goes unchecked.
    return failure.code === "kicad-cli-missing" ? fail(name, failure) : warn(name, failure.message, advice);
  }
}

async function examineGit(root: string): Promise<DoctorCheck> {
  try {
    const { stdout } = await tryGit(root, ["--version"]);
    return ok("git", stdout.toString("utf8").trim().replace("git version ", ""));
  } catch (error) {
    return warn("git", toFailure(error).message, "Install git.");
  }
}

async function examineRepository(root: string): Promise<DoctorCheck> {
  try {
    await access(root, constants.R_OK | constants.W_OK);
  } catch {
    return fail("repository", {
      message: `${root} cannot be written: copperhead keeps its sessions there.`,
      advice: "Make it writable, or work in another folder with --repo.",
    });
  }
  try {
    await requireGit(root);
  } catch (error) {
    const { code, message, advice = "See: copperhead --help" } = toFailure(error);
    // A missing git has a check of its own.
    if (code !== "git-missing") {
      return warn("repository", message, advice);
    }
  }
  return ok("repository", root);
}

async function examineProject(root: string, settings: Promise<Settings>): Promise<DoctorCheck> {
  const search = settings.catch(() => ({})).then((config) => listProjects(root, config));
  const projects = await Promise.race([search, wait(patienceMs, undefined, { ref: false })]);
  if (!projects) {
    const detail = `${root} holds so many files that finding the design takes more than ${patienceMs / 1000} s.`;
    return warn("design", detail, "Name the folder of the KiCad project with --repo.");
  }
  const { all, legacy, problems } = projects;
  if (problems.length > 0) {
    return warn("design", problems.join(" "), `Correct it in ${repositoryConfigPath}.`);
  }
  const [only, ...others] = all;
  if (only) {
    const { schematic, board } = only;
    const files = [schematic, board].filter((file) => file !== undefined).join(", ");
    return ok("design", others.length === 0 ? files : `${all.length} projects: ${nameProjects(all)}`);
  }
  return legacy.length > 0
    ? warn(
        "design",
        `${legacy.join(", ")}: of KiCad 5 or before, which kicad-cli does not read.`,
        "Open it in KiCad and save it.",
      )
    : warn(
        "design",
        `There is no KiCad project in ${root}.`,
        "Start copperhead in the folder of a KiCad project, or name one with --repo.",
      );
}

async function examineSettings(
  root: string,
  env: NodeJS.ProcessEnv,
  merged: Promise<MergedSettings>,
): Promise<DoctorCheck> {
  try {
    const { settings, ignored } = await merged;
    const model = modelOf(undefined, env, settings);
    const files = [join(root, repositoryConfigPath), join(configFolder(env), "config.json")];
    const read = files.filter((file) => existsSync(file)).join(", ");
    const detail = `${read === "" ? "defaults" : read}; model ${model}`;
    const [first] = ignored;
    return first
      ? warn("config", [`${detail}.`, ...ignored.map(({ message }) => message)].join(" "), first.advice)
      : ok("config", detail);
  } catch (error) {
    return fail("config", toFailure(error));
  }
}

async function examineStreams(root: string): Promise<DoctorCheck> {
  const unknown = await findUnknownEvents(root);
  if (unknown.length === 0) {
    return ok("stream events", "all known");
  }
  const shown = unknown.slice(0, 10).map(({ name, count }) => `${name} (${count})`);
  const more = unknown.length > shown.length ? ", …" : "";
  return warn(
    "stream events",
    `Not known, and ignored: ${shown.join(", ")}${more}`,
    "Update copperhead; if that does not help, report them with: copperhead doctor --report",
  );
}

type Screen = { isTTY?: boolean; columns?: number; rows?: number; getColorDepth?(env?: object): number };

/** With less, the panes have no room for anything. */
const leastColumns = 60;
const leastRows = 16;

/** What the panes depend on: the size, the cursor, the characters and the colours of the terminal. */
export function examineTerminal(env: NodeJS.ProcessEnv, screen: Screen = process.stdout): DoctorCheck {
  if (!screen.isTTY) {
    return ok("terminal", "none: copperhead prints");
  }
  const { columns = 80, rows = 24 } = screen;
  const colours = 2 ** (screen.getColorDepth?.(env) ?? 1);
  const detail = `${columns}×${rows}, TERM=${env.TERM ?? ""}, ${colours > 2 ? `${colours} colours` : "no colours"}`;
  const advice = adviceOnTerminal(env, columns, rows);
  return advice === undefined ? ok("terminal", detail) : warn("terminal", detail, advice);
}

function adviceOnTerminal(env: NodeJS.ProcessEnv, columns: number, rows: number): string | undefined {
  if (env.TERM === "dumb") {
    return "This terminal cannot move its cursor, so there are lines in the place of panes.";
  }
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  if (process.platform !== "win32" && !/utf-?8/i.test(locale)) {
    return "Set LANG to a UTF-8 locale, such as C.UTF-8: other ones show the panes' lines as rubbish.";
  }
  return columns < leastColumns || rows < leastRows
    ? `Make the window larger: ${leastColumns}×${leastRows} at the least.`
    : undefined;
}
