/** What editors work on: sessions in the repositories that they name. */
import type { Host } from "../acp/host.js";
import { CopperheadError, exitCodes } from "../base/failure.js";
import type { CommandContext } from "../cli/context.js";
import { findCursor } from "../cursor/process/binary.js";
import { checkLogin } from "../cursor/process/short-commands.js";
import { loginAdvice } from "../cursor/stream/failures.js";
import { openSession, startSession } from "./open-session.js";
import type { SessionOptions } from "./prepare-session.js";

/** An editor is attended: changes wait for the user's word unless told otherwise, and a bad ending keeps the files. */
const attended = {
  unattended: false,
  canAsk: true,
  defaultApproval: "on-request",
} as const satisfies SessionOptions;

export function acpHost(context: CommandContext): Host {
  const { version, env } = context;
  return {
    version,
    open: async (cwd) => {
      const session = await openSession(context, { ...attended, folder: cwd });
      return { session, start: () => startSession(session, context), past: [] };
    },
    requireLogin: async () => {
      const { loggedIn } = await checkLogin((await findCursor(env)).path, { env });
      if (!loggedIn) {
        throw new CopperheadError({
          code: "not-logged-in",
          message: "Cursor's command line is not logged in.",
          advice: loginAdvice,
          exitCode: exitCodes.cursor,
        });
      }
    },
  };
}
