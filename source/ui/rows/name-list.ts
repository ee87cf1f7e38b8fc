/** The files of a change in one line. Pure. */
import { visibleName } from "../../base/text/safe-text.js";

/** More files are counted, not named. */
const mostNames = 3;

/** `a.kicad_sch, b.kicad_sch`, safe to draw. */
export function nameList(paths: readonly string[]): string {
  const named = paths.slice(0, mostNames).map(visibleName).join(", ");
  return paths.length > mostNames ? `${named} and ${paths.length - mostNames} more` : named;
}
