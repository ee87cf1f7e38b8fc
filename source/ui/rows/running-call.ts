import type { CallView } from "../view/view.js";
import { safeLine } from "./wrap.js";

/** What runs, on one line: a native call's title is only `Shell` or `Edit`, its command or path is the detail. */
export function runningCall({ title, detail }: Pick<CallView, "title" | "detail">): string {
  return safeLine(detail ? `${title} ${detail}` : title);
}
