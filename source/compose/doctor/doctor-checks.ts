/** What copperhead needs on this machine and in this repository, looked at one by one. */
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DoctorCheck } from "../../base/doctor-check.js";
import { type Failure, toFailure } from "../../base/failure.js";
import { modelName } from "../../cli/options.js";
import { type CursorBinary, findCursor } from "../../cursor/process/binary.js";
import { checkLogin } from "../../cursor/process/short-commands.js";
import { findKicadCli } from "../../kicad/cli/kicad-cli.js";
import { findProject, type ProjectFile } from "../../kicad/design/project.js";
import { requireGit, tryGit } from "../../workspace/git.js";
import { loadSettings, repositoryConfigPath, type Settings } from "../../workspace/settings.js";
import { configFolder } from "../../workspace/user-folders.js";
import { terminalCheck } from "./terminal-check.js";
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
/** How long the design is looked for, in milliseconds. */
const patienceMs = 5000;

/** Looks at everything; what is found wrong is a check, never an error. */
export async function examine({ root, env, online }: DoctorOptions): Promise<DoctorCheck[]> {
  const settings = loadSettings({ root, env });
  const checks = await Promise.all([
    nodeCheck(),
    cursorChecks(env, online),
    kicadCheck(env),
    gitCheck(root),
    repositoryCheck(root),
    designCheck(root, settings),
    configCheck(root, env, settings),
    terminalCheck(env),
    streamCheck(root),
  ]);
  return checks.flat();
}

function ok(name: string, detail: string): DoctorCheck {
  return { name, status: "ok", detail };
}

function warn(name: string, detail: string, advice: string): DoctorCheck {
  return { name, status: "warn", detail, advice };
}

function fail(
  name: string,
  { message, advice = "See: copperhead --help" }: Pick<Failure, "message" | "advice">,
): DoctorCheck {
  return { name, status: "fail", detail: message, advice };
}

function nodeCheck(version = process.versions.node): DoctorCheck {
  return Number.parseInt(version, 10) >= oldestNode
    ? ok("node", version)
    : fail("node", { message: `${version} is too old.`, advice: `Install Node.js ${oldestNode} or later.` });
}

async function cursorChecks(env: NodeJS.ProcessEnv, online: boolean): Promise<DoctorCheck[]> {
  let cursor: CursorBinary;
  try {
    cursor = await findCursor(env);
  } catch (error) {
    return [fail("cursor", toFailure(error))];
  }
  const found = ok("cursor", `${cursor.version}, ${cursor.path}`);
  return online ? [found, await loginCheck(cursor, env)] : [found];
}

async function loginCheck({ path }: CursorBinary, env: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  try {
    const { loggedIn, email } = await checkLogin(path, { env });
    return loggedIn
      ? ok("login", email === undefined ? "saved" : `saved, ${email}`)
      : fail("login", {
          message: "The Cursor CLI is not logged in.",
          advice: "Run `agent login`, then `agent status` to check.",
        });
  } catch (error) {
    const { message, advice = "Run `agent status` to see what it says." } = toFailure(error);
    return fail("login", { message, advice });
  }
}

async function kicadCheck(env: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  const name = "kicad-cli";
  const advice = `Install KiCad ${oldestKicad} or later, or set COPPERHEAD_KICAD_CLI to its kicad-cli.`;
  try {
    const kicad = await findKicadCli(env);
    if (!kicad) {
      return warn(name, "Not found: nothing can be checked by ERC and DRC.", advice);
    }
    const version = await kicad.version();
    const major = Number.parseInt(version, 10);
    if (major >= oldestKicad) {
      return ok(name, `${version}, ${kicad.binary}`);
    }
    return warn(name, `${kicad.binary} says its version is "${version.slice(0, 80)}".`, advice);
  } catch (error) {
    const failure = toFailure(error);
    // A run ends at a variable that leads nowhere; without kicad-cli it only goes unchecked.
    return failure.code === "kicad-cli-missing" ? fail(name, failure) : warn(name, failure.message, advice);
  }
}

async function gitCheck(root: string): Promise<DoctorCheck> {
  try {
    const { stdout } = await tryGit(root, ["--version"]);
    return ok(
      "git",
      stdout
        .toString("utf8")
        .trim()
        .replace(/^git version /, ""),
    );
  } catch (error) {
    return warn("git", toFailure(error).message, "Install git.");
  }
}

async function repositoryCheck(root: string): Promise<DoctorCheck> {
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
    return ok("repository", root);
  } catch (error) {
    const { code, message, advice = "Run git init here." } = toFailure(error);
    return code === "git-missing"
      ? ok("repository", root)
      : warn("repository", `${root}: ${message}`, advice);
  }
}

async function designCheck(root: string, settings: Promise<Settings>): Promise<DoctorCheck> {
  const looking = settings.catch(() => ({})).then((config) => findProject(root, config));
  const design = await Promise.race([looking, wait(patienceMs, undefined, { ref: false })]);
  if (!design) {
    const detail = `${root} holds so many files that finding the design takes more than ${patienceMs / 1000} s.`;
    return warn("design", detail, "Name the folder of the KiCad project with --repo.");
  }
  const { schematic, board } = design;
  const found = [schematic, board].flatMap((target) => (target.status === "found" ? [target.path] : []));
  const odd = [schematic, board].filter((target) => target.status !== "found");
  if (odd.length === 0) {
    return ok("design", found.join(", "));
  }
  const reasons = odd.map(({ reason }) => reason).join(" ");
  return warn("design", found.length === 0 ? reasons : `${found.join(", ")}. ${reasons}`, adviceOn(odd));
}

function adviceOn(targets: readonly ProjectFile[]): string {
  return targets.some(({ status }) => status === "ambiguous")
    ? `Name the schematic and the board in ${repositoryConfigPath}.`
    : "Start copperhead in the folder of a KiCad project, or name one with --repo.";
}

async function configCheck(
  root: string,
  env: NodeJS.ProcessEnv,
  settings: Promise<Settings>,
): Promise<DoctorCheck> {
  try {
    const config = await settings;
    const model = modelName.safeParse(env.COPPERHEAD_MODEL || config.model);
    if (!model.success) {
      const named = env.COPPERHEAD_MODEL ? "COPPERHEAD_MODEL" : "model";
      const message = `${named} ${model.error.issues[0]?.message}.`;
      return fail("config", { message, advice: "See: copperhead models" });
    }
    const files = [join(root, repositoryConfigPath), join(configFolder(env), "config.json")];
    const there = await Promise.all(files.map(isThere));
    const from = files.filter((_, index) => there[index]).join(", ");
    return ok("config", `${from === "" ? "defaults" : from}; model ${model.data}`);
  } catch (error) {
    return fail("config", toFailure(error));
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function streamCheck(root: string): Promise<DoctorCheck> {
  const unknown = await findUnknownEvents(root);
  if (unknown.length === 0) {
    return ok("stream events", "all known");
  }
  const shown = unknown.slice(0, 10).map(({ name, count }) => `${name} (${count})`);
  const more = unknown.length > shown.length ? ", …" : "";
  return warn(
    "stream events",
    `Not known, and passed over: ${shown.join(", ")}${more}`,
    "Update copperhead; if that does not help, report them with: copperhead doctor --report",
  );
}
