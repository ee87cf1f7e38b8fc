/** Reads a reply against the catalogue: which calls can run, and what the model gets to know of the others. Pure. */

import { nudgeFor } from "../../protocol/feedback.js";
import type { Call, Reply } from "../../protocol/messages.js";
import { checkArguments, findTool } from "../../tools/catalog.js";
import { emptyReply } from "../reducer/model-messages.js";
import type { CheckedRefusal } from "../state.js";

export type CheckedReply = {
  text: string | null;
  /** The calls to run; where none can and the model is nudged, what it asked for, to be stored as it was. */
  calls: Call[];
  refusals: CheckedRefusal[];
  nudge?: string;
};

/** Moves the calls whose arguments do not fit their tool to the refusals, and nudges where nothing is left to run. */
export function checkReply(reply: Reply): CheckedReply {
  const runnable: Call[] = [];
  const refusals: CheckedRefusal[] = reply.refusals.map((refusal) => {
    const tool = findTool(refusal.tool);
    return tool ? { ...refusal, toolKind: tool.kind } : refusal;
  });
  for (const call of reply.calls) {
    const tool = findTool(call.tool);
    if (!tool) {
      refusals.push({ tool: call.tool, reason: `There is no tool ${call.tool}.` });
      continue;
    }
    const checked = checkArguments(tool, call.args);
    if (checked.ok) {
      runnable.push({ tool: call.tool, args: checked.args });
    } else {
      refusals.push({ tool: call.tool, reason: checked.reason, toolKind: tool.kind });
    }
  }
  const nudge = runnable.length > 0 ? undefined : (reply.nudge ?? nudgeWhereNothingRuns(reply, refusals));
  const calls = nudge === undefined ? runnable : reply.calls;
  return { text: reply.text, calls, refusals, ...(nudge !== undefined && { nudge }) };
}

function nudgeWhereNothingRuns(reply: Reply, refusals: readonly CheckedRefusal[]): string | undefined {
  if (refusals.length > 0) {
    return nudgeFor(refusals);
  }
  return reply.text === null ? emptyReply : undefined;
}
