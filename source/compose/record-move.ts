/** Records in a session that is not open that its turns were undone or redone. */
import type { Environment } from "../base/processes/environment.js";
import type { ActionOf } from "../loop/actions.js";
import { initialState } from "../loop/state.js";
import { writeSummary } from "../loop/summary.js";
import { readState } from "../recording/reduce-transcript.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import type { Session } from "../workspace/sessions/session-folders.js";
import { Transcript } from "../workspace/sessions/transcript.js";

/** Adds the move to the transcript, from which the next prompt knows of it, and writes the summary anew. */
export async function recordMove(
  { id: sessionId, folder }: Session,
  { type, ...move }: ActionOf<"moved">,
  env: Environment,
): Promise<void> {
  const redactor = new Redactor(env);
  const transcript = await Transcript.open(folder, redactor);
  await transcript.append(type, move);
  await transcript.close();
  const limits = { maxSteps: 1, maxRepairCycles: 1, requireVerification: false };
  const start = initialState({ sessionId, model: "cursor", approval: "never", limits });
  await writeSummary(folder, await readState(start, folder), redactor);
}
