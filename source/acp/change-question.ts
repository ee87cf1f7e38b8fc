/** The question before a change: shown as a call with its diff, asked, and answered. */
import { type AgentContext, methods, RequestError } from "@agentclientprotocol/sdk";
import type { ApprovalDecision, RunnableSession } from "../loop/session.js";
import type { Approval } from "../loop/state.js";
import { decisionOf, permissionOptions } from "./permission.js";
import { filesOfDiff } from "./updates/changed-files.js";
import type { Outbox } from "./updates/outbox.js";
import type { SessionUpdates } from "./updates/session-updates.js";

type Asked = { session: RunnableSession; client: AgentContext; updates: SessionUpdates; outbox: Outbox };

/** Asks the editor's user, and decides the change. What keeps the editor from answering is a no. */
export async function askForChange(
  approval: Approval,
  { session, client, updates, outbox }: Asked,
): Promise<void> {
  const files = await filesOfDiff(approval.diff, "before", session.repository);
  const toolCall = updates.propose(approval, files);
  outbox.send({ sessionUpdate: "tool_call", ...toolCall });
  await outbox.sent();
  const { sessionId } = session.snapshot();
  const decision = await client
    .request(methods.client.session.requestPermission, { sessionId, toolCall, options: permissionOptions })
    .then(({ outcome }) => decisionOf(outcome), noAnswer);
  // Where the turn was cancelled meanwhile, the question is settled.
  if (session.snapshot().approval === approval) {
    session.decide(decision);
  }
}

function noAnswer(error: unknown): ApprovalDecision {
  const why = error instanceof RequestError ? `: ${error.message}` : ".";
  return { answer: "no", reason: `The editor could not ask the user${why}` };
}
