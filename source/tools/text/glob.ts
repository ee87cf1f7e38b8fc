/** Glob patterns of a model, matched in linear time: one that backtracks could hold the program up for good. Pure. */
import { RE2JS } from "re2js";

const longestGlob = 300;

/**
 * A test for repository-relative paths. Known are `**`, `*`, `?`, `[a-z]` and `{one,other}`; a pattern without `/`
 * holds for names in any folder, one that ends in `/` for everything below. Throws where the pattern makes no sense.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  if (glob.length > longestGlob) {
    throw new Error(`a glob has at most ${longestGlob} characters`);
  }
  const rooted = glob.replace(/^(\.?\/)+/, "");
  const whole = rooted.endsWith("/") ? `${rooted}**` : rooted;
  const pattern = RE2JS.compile(toPattern(whole.includes("/") ? whole : `**/${whole}`), RE2JS.DOTALL);
  return (path) => pattern.testExact(path);
}

/** Each token of a glob, longest first. */
const token = /\*\*\/|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|[{},]|\\.|[^*?[\]{},\\]+|./gsu;

function toPattern(glob: string): string {
  let depth = 0;
  const parts = [...glob.matchAll(token)].map(([part]) => {
    switch (part) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth += 1;
        return "(?:";
      case "}":
        depth -= 1;
        return depth < 0 ? fail("a } without its {") : ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        return partPattern(part);
    }
  });
  return depth > 0 ? fail("a { without its }") : parts.join("");
}

function partPattern(part: string): string {
  if (part.length > 1 && part.startsWith("[")) {
    return part.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
  }
  return RE2JS.quote(part.startsWith("\\") ? part.slice(1) : part);
}

function fail(what: string): never {
  throw new Error(what);
}
