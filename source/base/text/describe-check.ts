/** Check outcomes: in one line, and added up. Pure. */
import type { CheckOutcome } from "../outcomes.js";
import { visibleName } from "./safe-text.js";

/** `ERC`, or `ERC of hw/main.kicad_pro` where the project is named. */
export function checkName(kind: "ERC" | "DRC", project: string | undefined): string {
  return project === undefined ? kind : `${kind} of ${visibleName(project)}`;
}

/** `ERC: 0 new errors, 2 fixed, 14 known`. */
export function describeCheck(name: string, check: CheckOutcome): string {
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

/** The outcome of the same check in several projects; undefined where it was needed in none. */
export function addOutcomes(outcomes: readonly CheckOutcome[]): CheckOutcome | undefined {
  const [first, ...others] = outcomes;
  return others.reduce<CheckOutcome | undefined>(add, first);
}

function add(one: CheckOutcome | undefined, other: CheckOutcome): CheckOutcome {
  if (!one) {
    return other;
  }
  const reasons = [one.reason, other.reason].filter((reason) => reason !== undefined);
  const isKnown = one.unconnected !== undefined || other.unconnected !== undefined;
  const statuses = [one.status, other.status];
  return {
    status: statuses.includes("not-run") ? "not-run" : statuses.includes("findings") ? "findings" : "clean",
    newErrors: one.newErrors + other.newErrors,
    newWarnings: one.newWarnings + other.newWarnings,
    fixed: one.fixed + other.fixed,
    known: one.known + other.known,
    ...(isKnown && { unconnected: (one.unconnected ?? 0) + (other.unconnected ?? 0) }),
    ...(reasons.length > 0 && { reason: reasons.join("; ") }),
  };
}
