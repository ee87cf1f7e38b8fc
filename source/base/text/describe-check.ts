/** A check outcome in one line. Pure. */
import type { CheckOutcome } from "../events.js";

/** `ERC: 0 new errors, 2 fixed, 14 known`. */
export function describeCheck(name: "ERC" | "DRC", check: CheckOutcome): string {
  if (check.status === "not-run") {
    return `${name}: not run${check.reason === undefined ? "" : `: ${check.reason}`}`;
  }
  const parts = [
    `${check.newErrors} new error${check.newErrors === 1 ? "" : "s"}`,
    ...(check.newWarnings > 0
      ? [`${check.newWarnings} new warning${check.newWarnings === 1 ? "" : "s"}`]
      : []),
    `${check.fixed} fixed`,
    `${check.known} known`,
    ...(check.unconnected === undefined ? [] : [`${check.unconnected} unconnected`]),
  ];
  return `${name}: ${parts.join(", ")}`;
}
