/**
 * Secrets that are recognised by the words around them: settings, options of commands, headers, markup. Each pattern
 * ends with its group `secret`, so that only the secret is cut out. `open` matches a beginning that more text may
 * turn into a secret. A longer text never un-matches a shorter one: text that comes in pieces relies on it.
 */

/** A form of secret: finished anywhere in a text (`closed`), or begun at its end (`open`). */
export type SecretPattern = { closed: RegExp; open: RegExp };

/** Words that are where a secret could be, in programs, schemas and manuals. */
const notSecret =
  "none null nil undefined true false yes no string String str number boolean bool text value required optional " +
  "empty example changeme password Password secret token Token to is are and or for with in on of as the an if " +
  "when option flag file from was must can will not this that field prompt ask";

/** Every beginning of every word in `words`, as one alternative: `n|no|non|none`. */
function beginningsOf(words: string): string {
  const beginnings = words
    .split(" ")
    .flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1)));
  return [...new Set(beginnings)].sort((one, other) => other.length - one.length).join("|");
}

const quote = "\\\\{0,4}[\"'`]";
const valueStart = "[^\\s\"'`,;<>\\\\()\\[\\]{}$&|-]";
/** An encoded `&` ends the value of an encoded query; a `%` counts once it is clear that it begins no such. */
const valueRest = "(?:%(?=[^2]|2[^6])|[^%\\s\"'`,;<>\\\\()\\[\\]{}|])";
/** A value that is no ordinary word and no small number. */
const value = `(?!(?:${beginningsOf(notSecret)}|\\d{1,5})(?!${valueRest}))${valueStart}${valueRest}*`;
const space = "(?:[ \\t\\r\\n]|\\\\{1,2}[nrt]){1,8}";

/** Names that hold a secret whatever its form: `DB_PASS`, `PGPASSWORD`, `client_secret`, `github-token`. */
const secretWord = "(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)";
const shortWord = "(?:(?<=[_-])(?:pass|pwd|pw|pat))";
const assigned = `(?:${secretWord}|${shortWord})(?:${quote})?(?:=|%3D)(?:${quote})?`;
const quoted = `(?:password|passwd|passphrase|${shortWord})(?:${quote})?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}${quote}`;
const words = `(?!(?:${beginningsOf(notSecret)})(?![^"'\`\\\\\\n]))[^\\s"'\`\\\\$<>{}[\\]][^"'\`\\\\\\n<>{}]{0,200}`;
const option = `(?<![\\w-])--(?:[a-z]{1,20}-){0,3}(?:password|passwd|pass|passphrase|secret|token|api-?key|access-?key)(?:=|[ \\t]{1,4})(?:${quote})?`;
const user = `(?<![\\w-])(?:-u|--user|--proxy-user|-U)(?:=|[ \\t]{0,4})(?:${quote})?(?!\\d{1,6}:)[^\\s:"'\`/\\\\]{1,64}[:%]`;
// Where another program begins, what stands before it says nothing about its options.
const notGroup = `(?<!\\b(?:docker|podman|install|chown)\\b(?:(?!\\b(?:curl|wget)\\b)[^\\n|;&]){0,200})`;
const program = (names: string, flag: string) =>
  `\\b(?:${names})\\b[^\\n|;&]{0,200}?[ \\t]${flag}(?:${quote})?`;
const cookie = `\\b(?:set-)?cookie(?:${quote})?[ \\t]{0,4}[:=][ \\t]{0,4}(?:${quote})?`;
const element = "<(?:\\w{1,20}:)?(?:password|passwd|passphrase|secret|token|api-?key)(?:\\s[^<>]{0,100})?>";
const netrc = `\\b(?:machine${space}[\\w.:-]{1,200}|default)${space}login${space}\\S{1,200}${space}(?:account${space}\\S{1,200}${space})?password${space}`;
const base64 = "[A-Za-z0-9+/]";
const dockerAuth = `${quote}auth${quote}[ \\t]{0,4}:[ \\t]{0,4}${quote}`;
const signature = "(?:[?&;]|%26|%3F)sig(?:=|%3D)";
const encodedAddress = "%3A%2F%2F[^\\s%@\"'`]{0,128}%3A";

/** A pattern whose secret follows `label`, before `end`; `whole` is the secret, `begun` any beginning of it. */
export function after(
  label: string,
  whole: string,
  begun: string,
  { end = "", caseless = true }: { end?: string; caseless?: boolean } = {},
): SecretPattern {
  const flag = caseless ? "i" : "";
  return {
    closed: new RegExp(`${label}(?<secret>${whole})${end}`, `g${flag}`),
    open: new RegExp(`${label}(?<secret>${begun})$`, flag),
  };
}

const anyValue = `${valueStart}${valueRest}*`;
const begunValue = `${anyValue}(?:%2?)?`;
const attached = { caseless: false };

export const credentialPatterns: readonly SecretPattern[] = [
  after(assigned, value, begunValue),
  after(quoted, words, "[^\"'`\\\\\\n]{1,200}"),
  after(option, value, begunValue),
  after(`${user}${notGroup}`, anyValue, begunValue),
  after(program("mysql|mysqldump|mysqladmin|mariadb|mariadb-dump", "-p"), anyValue, anyValue, attached),
  after(program("sshpass", "-p[ \\t]{0,4}"), anyValue, anyValue, attached),
  after(program("(?:docker|podman) login", "-p[ \\t]{0,4}"), anyValue, anyValue, attached),
  after(program("redis-cli", "-a[ \\t]{1,4}"), anyValue, anyValue, attached),
  after("-pass(?:in|out)?[ \\t]{1,4}pass:", anyValue, anyValue),
  after(cookie, "[\\w.!#%+^|~-]{1,100}=[^\\s\"'`\\\\][^\\r\\n\"'`\\\\]{0,4000}", "[^\\r\\n\"'`\\\\]{1,4000}"),
  after(element, "[^<>\\s][^<>]{0,200}", "[^<>]{1,200}<?", { end: "(?=<\\/)" }),
  after(netrc, "[^\\s\\\\]{1,200}", "[^\\s\\\\]{1,200}"),
  after(
    dockerAuth,
    `(?=${base64}{0,100}[A-Z0-9=])${base64}{8,4000}={0,2}`,
    `${base64}{1,4000}={0,2}`,
    attached,
  ),
  after(signature, "[\\w%+/=-]{16,}", "[\\w%+/=-]{1,}"),
  after(
    encodedAddress,
    "(?:(?!%40|%2F)[^\\s\"'`@/]){1,256}(?:%40(?:(?!%40|%2F)[^\\s\"'`@/]){1,256}(?=%40))*",
    "[^\\s\"'`@/]{1,512}",
    { end: "(?=%40)" },
  ),
];
