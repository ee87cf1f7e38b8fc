import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { deleteSession } from "../../../source/workspace/sessions/delete-session.js";
import { createSession, listSessions } from "../../../source/workspace/sessions/session-folders.js";
import { lockSession } from "../../../source/workspace/sessions/session-lock.js";
import { temporaryFolder } from "../../temporary-folder.js";

it("removes the session's folder, and leaves one that is open", async () => {
  const root = temporaryFolder();
  const env = { HOME: temporaryFolder() };
  const session = await createSession(root, env);
  const lock = await lockSession(session);
  await expect(deleteSession(session, env)).rejects.toMatchObject({ failure: { code: "session-open" } });
  await lock.release();
  await deleteSession(session, env);
  expect(existsSync(session.folder)).toBe(false);
  expect(await listSessions(root, env)).toEqual([]);
});
