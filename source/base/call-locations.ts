/** Which file a call works on, by the arguments that tools have in common. Pure. */
import type { Location } from "./events.js";

/** Longer than any path of a file system. */
const longestPath = 4096;

/** The file of `path`, at `start_line` where that is a line; none where the arguments name no file. */
export function locationsOf({ path, start_line: line }: Record<string, unknown>): Location[] {
  if (typeof path !== "string" || path === "" || path.length > longestPath) {
    return [];
  }
  return [{ path, ...(typeof line === "number" && Number.isInteger(line) && line > 0 && { line }) }];
}
