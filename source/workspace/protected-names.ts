/** Which names inside a repository neither the model nor a tool may touch: by name alone, in any case and any folder. */

/** Folders (and `.netrc`-like files) that hold a tool's own state or a person's credentials. */
const privateNames = new Set([
  ".git",
  ".copperhead",
  ".ssh",
  ".gnupg",
  ".aws",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".htpasswd",
]);

const keyFile =
  /\.(pem|key|p8|p12|pfx|pkcs12|ppk|jks|keystore|kdbx)$|^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?$/;

/** A symbol or footprint may be named after a key; its file is still a design. */
const kicadFile = /\.kicad_\w+$/;

/** Characters that HFS+ leaves out when it compares names, so that `.g\u200cit` is `.git` there. */
const ignoredByHfs = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * What a file system might take the name for. NTFS drops dots and spaces at the end, reads what follows a colon as a
 * stream of the same file, and knows `.git` by its short name too.
 */
function canonical(name: string): string {
  // No file system reads anything but case into such a name.
  if (/^[\w.-]*[\w-]$/.test(name)) {
    return name.toLowerCase();
  }
  const folded = name
    .normalize("NFKC")
    .replace(ignoredByHfs, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return /^git~\d+$/.test(folded) ? ".git" : folded;
}

/** Why nobody reads or writes `path` (relative, `/` between names), or `undefined` where it is an ordinary path. */
export function protectedReason(path: string): string | undefined {
  const names = path.split("/").map(canonical);
  const own = names.find((name) => privateNames.has(name) || name.startsWith(".env"));
  if (own !== undefined) {
    return `${own} is private`;
  }
  const last = names.at(-1) ?? "";
  return keyFile.test(last) && !kicadFile.test(last) ? "it may be a key" : undefined;
}

/** Folders and files that an editor, git, a service or another agent runs or obeys. */
const obeyedNames = new Set([
  ".cursor",
  ".vscode",
  ".idea",
  ".claude",
  ".codex",
  ".gemini",
  ".husky",
  ".githooks",
  ".devcontainer",
  ".github",
  ".gitlab-ci.yml",
  ".gitmodules",
  ".gitattributes",
  ".mcp.json",
  "agents.md",
  "claude.md",
  "gemini.md",
  ".cursorrules",
  // Other editors, agents and tool managers.
  ".zed",
  ".fleet",
  ".nvim.lua",
  ".nvimrc",
  ".exrc",
  ".windsurf",
  ".windsurfrules",
  ".clinerules",
  ".roo",
  ".roorules",
  ".kiro",
  ".continue",
  ".aider.conf.yml",
  ".amazonq",
  ".junie",
  "agents.override.md",
  ".tool-versions",
  ".mise.toml",
  "mise.toml",
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zshenv",
  // Other services that build what is pushed, and hooks of git.
  ".gitlab",
  ".gitea",
  ".forgejo",
  ".circleci",
  ".buildkite",
  ".woodpecker",
  ".woodpecker.yml",
  ".travis.yml",
  ".drone.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "jenkinsfile",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
]);

/** Whether other programs run or obey what is at the path (relative, `/` between names). */
export function isObeyed(path: string): boolean {
  return path
    .split("/")
    .map(canonical)
    .some((name) => obeyedNames.has(name));
}

/** Whether the path is git's or copperhead's own: not even an undo may write there. The settings are the user's. */
export function isInternal(path: string): boolean {
  // Most paths hold nothing that could be read as one of the names, and there can be a hundred thousand of them.
  if (/^[\x20-\x7e]*$/.test(path) && !/\.git|git~|\.copperhead/i.test(path)) {
    return false;
  }
  const names = path.split("/").map(canonical);
  return names.includes(".git") || (names[0] === ".copperhead" && names[1] !== "config.json");
}
