/** How the user's pager and editor are started: by the shell of the platform, because both may be whole commands. Pure. */

/** What `spawn` gets. */
export type ProgramStart = { file: string; args: string[]; windowsVerbatimArguments?: true };

/** Reads stdin, and passes styles on where it can. */
export function pagerStart(env: NodeJS.ProcessEnv, platform: string = process.platform): ProgramStart {
  return platform === "win32" ? byCmd(env.PAGER || "more", env) : bySh(env.PAGER || "less", "copperhead");
}

/** Opens `file`. */
export function editorStart(
  file: string,
  env: NodeJS.ProcessEnv,
  platform: string = process.platform,
): ProgramStart {
  const named = env.VISUAL || env.EDITOR;
  return platform === "win32"
    ? byCmd(`${named || "notepad"} "${file}"`, env)
    : bySh(`${named || "vi"} "$0"`, file);
}

/** `$0` of the command is `argument`. */
const bySh = (command: string, argument: string): ProgramStart => ({
  file: "/bin/sh",
  args: ["-c", inPlace(command), argument],
});

/** With /s it takes the outer quotes off and leaves the rest as it is. */
const byCmd = (command: string, env: NodeJS.ProcessEnv): ProgramStart => ({
  file: env.ComSpec || "cmd.exe",
  args: ["/d", "/s", "/c", `"${command}"`],
  windowsVerbatimArguments: true,
});

/** A simple command takes the shell's place, so that it is the command itself that a signal reaches. */
function inPlace(command: string): string {
  return /^[\w@%+=:,./ "$-]+$/.test(command) ? `exec ${command}` : command;
}
