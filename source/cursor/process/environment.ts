import type { Environment } from "../../base/processes/environment.js";

/**
 * What of the user's environment the CLI gets: what it needs to find itself, its login and its network. Each child also
 * gets COPPERHEAD_CHILD_MARKER, of a random value, by which what it starts is found and ended with it.
 */
const names =
  "PATH HOME USER LOGNAME SHELL LANG TERM TZ TMPDIR TEMP TMP " +
  "CURSOR_CONFIG_DIR CURSOR_DATA_DIR AGENT_CLI_CREDENTIAL_STORE NO_OPEN_BROWSER " +
  "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy " +
  "NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR";
const windowsNames = "USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA SystemRoot ComSpec PATHEXT";
const prefixes = ["LC_", "XDG_"];

/** The variables of `env` that are on the allow-list, and nothing else: no key or token of anybody. Pure. */
export function cursorEnvironment(env: Environment, platform: string = process.platform): Environment {
  const onWindows = platform === "win32";
  const normal = (name: string) => (onWindows ? name.toUpperCase() : name);
  const allowed = new Set(normal(onWindows ? `${names} ${windowsNames}` : names).split(" "));
  const isAllowed = (name: string) =>
    allowed.has(normal(name)) || prefixes.some((prefix) => normal(name).startsWith(prefix));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isAllowed(name)));
}
