/** The question before a change, and what its answer means. Pure. */
import type { PermissionOption, RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import type { ApprovalDecision } from "../loop/session.js";

export const permissionOptions: PermissionOption[] = [
  { optionId: "yes", name: "Make this change", kind: "allow_once" },
  { optionId: "always", name: "Make it, and the others of this turn", kind: "allow_always" },
  { optionId: "no", name: "Do not make it", kind: "reject_once" },
];

/** What is not one of the yeses is a no. */
export function decisionOf(outcome: RequestPermissionOutcome): ApprovalDecision {
  if (outcome.outcome === "selected" && (outcome.optionId === "yes" || outcome.optionId === "always")) {
    return { answer: outcome.optionId };
  }
  return { answer: "no" };
}
