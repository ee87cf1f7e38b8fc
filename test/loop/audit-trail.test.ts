import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AuditTrail } from "../../source/loop/audit-trail.js";
import { initialState } from "../../source/loop/state.js";
import { Redactor } from "../../source/workspace/secrets/redaction.js";
import { Transcript } from "../../source/workspace/sessions/transcript.js";
import { temporaryFolder } from "../temporary-folder.js";

const limits = { maxSteps: 1, maxRepairCycles: 1, requireVerification: false };
const state = initialState({ sessionId: "s", model: "cursor", approval: "never", limits });

it.each([
  [0, []],
  [1, ["session"]],
])("a session of %i turns leaves %j behind", async (turns, left) => {
  const folder = await temporaryFolder();
  const sessionFolder = join(folder, "session");
  const redactor = new Redactor({});
  const transcript = await Transcript.open(sessionFolder, redactor);
  await new AuditTrail({ sessionFolder, transcript, redactor }).close({ ...state, turns });
  expect(await readdir(folder)).toEqual(left);
});
