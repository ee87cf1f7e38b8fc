/** One setting read and changed by its name. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { writeAtomically } from "../../base/files/atomic-write.js";
import { ifMissing } from "../../base/files/file-errors.js";
import { parseJson } from "../../base/files/json-lines.js";
import { readRegularFile } from "../../base/files/open-file.js";
import { makeOwnFolders, requireOwnFolders } from "../../base/files/own-folders.js";
import { meaning } from "../../base/text/nearest.js";
import { contain } from "../containment.js";
import { prepareRepositoryFolder } from "../repository-folder.js";
import { type SettingName, settingNames, settingsFile } from "./schema.js";
import { describeIssue, repositoryConfigPath, type SettingsPlaces, userConfigPath } from "./settings.js";

function refused(message: string): CopperheadError {
  return new CopperheadError({
    code: "config-invalid",
    message,
    advice: "See: copperhead help settings",
    exitCode: exitCodes.usage,
  });
}

/** The setting of that name. Throws (exit 2) where there is none. */
export function settingNamed(name: string): SettingName {
  const found = settingNames.find((known) => known === name);
  if (found === undefined) {
    throw refused(`There is no setting ${JSON.stringify(name)}${meaning(name, settingNames)}`);
  }
  return found;
}

/** Paths of the design belong to the repository; all else is the user's own. */
const ofRepository: ReadonlySet<SettingName> = new Set(["schematic", "board"]);

async function requireFile(path: string, name: SettingName, called: string): Promise<void> {
  const found = await stat(path).catch(ifMissing(undefined));
  if (!found?.isFile()) {
    throw refused(`"${name}" was not set: there is no file ${called} in this repository.`);
  }
}

/**
 * Sets one setting: of the repository where it names a file of the design, else of the user. `text` is JSON, or a string
 * as it is. Returns the file that was written, as it is called in messages. Throws (exit 2) where the value or what the
 * file holds already is not valid; the file is then as it was.
 */
export async function setSetting(
  { root, env }: SettingsPlaces,
  name: SettingName,
  text: string,
): Promise<string> {
  const isOfRepository = ofRepository.has(name);
  const path = isOfRepository ? join(root, repositoryConfigPath) : userConfigPath(env);
  const called = isOfRepository ? repositoryConfigPath : path;
  if (isOfRepository) {
    await requireOwnFolders(root, dirname(repositoryConfigPath));
  }
  const read = isOfRepository ? readRegularFile(path) : readFile(path);
  const before = parseJson(
    (await read.catch(ifMissing(Buffer.from("{}")))).toString("utf8").replace(/^\uFEFF/, ""),
  );
  if (typeof before !== "object" || before === null || Array.isArray(before)) {
    throw refused(`${called} does not hold one JSON object.`);
  }
  const after = { ...before, [name]: parseJson(text) ?? text };
  const checked = settingsFile.safeParse(after);
  if (!checked.success) {
    const mistakes = checked.error.issues.flatMap((issue) => describeIssue(issue, after));
    throw refused(`${called} was not changed: ${mistakes.join("; ")}.`);
  }
  if (isOfRepository) {
    await requireFile((await contain(root, String(after[name]))).absolute, name, String(after[name]));
    await prepareRepositoryFolder(root);
  } else {
    await makeOwnFolders(dirname(dirname(path)), "copperhead");
  }
  await writeAtomically(path, `${JSON.stringify(after, null, 2)}\n`, isOfRepository ? 0o644 : 0o600);
  return called;
}
