/** The slash commands that a repository and its user wrote: one markdown file each, which is sent as a request. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readRegularFile } from "../base/files/open-file.js";
import { requireOwnFolders } from "../base/files/own-folders.js";
import type { Environment } from "../base/processes/environment.js";
import { cutText } from "../base/text/safe-text.js";
import { repositoryFolder } from "./repository-folder.js";
import { configFolder } from "./user-folders.js";

export type UserCommand = {
  name: string;
  /** Its description, else its first line. */
  does: string;
  /** What is sent, with its placeholders. */
  text: string;
  /** What has to follow the name, where the text has a place for it. */
  argument?: string;
  /** Whose file it is. */
  origin: "repository" | "user";
};

const fileName = /^([a-z0-9][a-z0-9_-]{0,40})\.md$/i;
const mostCommands = 200;
const longestSummary = 80;

const hasPlaceholder = /\$(ARGUMENTS\b|[1-9](?!\d))/;

/** `---`, lines of `key: value`, `---`: only `description` means something. */
const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

function parse(name: string, source: string, origin: UserCommand["origin"]): UserCommand {
  const head = frontMatter.exec(source);
  const text = source.slice(head?.[0].length ?? 0).trim();
  const described = /^description:\s*(.+)$/m.exec(head?.[1] ?? "")?.[1]?.replace(/^(["'])(.*)\1$/, "$2");
  const [firstLine = ""] = text.split("\n");
  const does = cutText(described ?? firstLine.replace(/^#+\s*/, ""), longestSummary);
  return { name, does, text, origin, ...(hasPlaceholder.test(text) && { argument: "<words>" }) };
}

async function readFolder(folder: string, origin: UserCommand["origin"]): Promise<UserCommand[]> {
  const names = (await readdir(folder).catch(() => [])).sort().slice(0, mostCommands);
  const commands: UserCommand[] = [];
  for (const file of names) {
    const name = fileName.exec(file)?.[1]?.toLowerCase();
    // One that cannot be read must not hide the others.
    const bytes =
      name === undefined ? undefined : await readRegularFile(join(folder, file)).catch(() => undefined);
    const command =
      name !== undefined && bytes && parse(name, bytes.toString("utf8").replace(/^\uFEFF/, ""), origin);
    if (command && command.text !== "") {
      commands.push(command);
    }
  }
  return commands;
}

/**
 * The commands of `.copperhead/commands/` in the repository and of `commands/` in the folder of the user's settings, by
 * name; the user's own goes before the repository's of the same name. Throws `strange-folder` where a link is in the
 * place of one of the repository's folders.
 */
export async function listUserCommands({
  root,
  env,
}: {
  root: string;
  env: Environment;
}): Promise<UserCommand[]> {
  await requireOwnFolders(root, ".copperhead", "commands");
  const all = [
    ...(await readFolder(join(configFolder(env), "commands"), "user")),
    ...(await readFolder(join(repositoryFolder(root), "commands"), "repository")),
  ];
  const byName = new Map(all.toReversed().map((command) => [command.name, command]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The text of a command with what was typed after its name: `$ARGUMENTS` is all of it, `$1` to `$9` are its words; where
 * there is no placeholder, it follows the text.
 */
export function expandCommand({ text }: Pick<UserCommand, "text">, typed: string): string {
  const words = typed.split(/\s+/).filter(Boolean);
  if (!hasPlaceholder.test(text)) {
    return typed === "" ? text : `${text}\n\n${typed}`;
  }
  return text
    .replace(new RegExp(hasPlaceholder, "g"), (_, name: string) =>
      name === "ARGUMENTS" ? typed : (words[Number(name) - 1] ?? ""),
    )
    .trim();
}
