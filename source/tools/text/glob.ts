/** A model's glob patterns, matched in linear time: a matcher that backtracks could stop the program for good. Pure. */
import { RE2JS } from "re2js";
import { CopperheadError, exitCodes } from "../../base/failure.js";

const longestGlob = 300;

/**
 * A test for repository-relative paths. Known are `**`, `*`, `?`, `[a-z]` and `{one,other}`; a pattern without `/`
 * matches names in any folder, one that ends in `/` everything below. Throws `glob-refused` for an invalid pattern.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  try {
    const pattern = compile(glob);
    return (path) => pattern.testExact(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The glob ${JSON.stringify(glob)} is not valid: ${reason}.`;
    throw new CopperheadError({ code: "glob-refused", message, exitCode: exitCodes.failed });
  }
}

function compile(glob: string): RE2JS {
  if (glob.length > longestGlob) {
    throw new Error(`a glob has at most ${longestGlob} characters`);
  }
  const relative = glob.replace(/^(\.?\/)+/, "");
  const whole = relative.endsWith("/") ? `${relative}**` : relative;
  return RE2JS.compile(toPattern(whole.includes("/") ? whole : `**/${whole}`), RE2JS.DOTALL);
}

/** Each token of a glob, longest first. */
const token = /\*\*\/|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|[{},]|\\.|[^*?[\]{},\\]+|./gsu;

const special: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
  "{": "(?:",
  "}": ")",
};

function toPattern(glob: string): string {
  let depth = 0;
  const parts = [...glob.matchAll(token)].map(([part]) => {
    depth += part === "{" ? 1 : part === "}" ? -1 : 0;
    return part === "," && depth > 0 ? "|" : (special[part] ?? partPattern(part));
  });
  if (depth !== 0) {
    throw new Error("its braces do not match");
  }
  return parts.join("");
}

function partPattern(part: string): string {
  if (part.length > 1 && part.startsWith("[")) {
    return part.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
  }
  return RE2JS.quote(part.startsWith("\\") ? part.slice(1) : part);
}
