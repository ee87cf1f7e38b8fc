/** `copperhead sessions`: the sessions of this repository, newest first. */

import { type ExitCode, exitCodes } from "../base/failure.js";
import { counted } from "../base/text/counted.js";
import { cutText } from "../base/text/safe-text.js";
import type { CommandContext } from "../cli/context.js";
import { jsonLine, textLine } from "../cli/output.js";
import { findRepository } from "../compose/repository.js";
import type { PrintedSessions } from "../print/printed.js";
import { listSessions, type SessionInfo } from "../workspace/sessions/session-folders.js";

export async function sessions({ words, flags, env, output }: CommandContext): Promise<ExitCode> {
  const wanted = words.join(" ").toLowerCase().split(/\s+/).filter(Boolean);
  const found = (await listSessions(await findRepository(flags.repo), env)).filter(({ id, title }) =>
    wanted.every((word) => `${title} ${id}`.toLowerCase().includes(word)),
  );
  if (flags.json) {
    output.out(jsonLine(printed(found)));
  } else if (found.length === 0) {
    const none = wanted.length > 0 ? "with these words" : "yet";
    output.err(`There is no session in this repository ${none}.\n`);
  } else {
    output.out(textLine(found.map(sessionLine).join("\n")));
    if (found.some(({ isOwn }) => !isOwn)) {
      output.err(
        "\nThose marked * were not written by your copperhead on this machine: replay them at most.\n",
      );
    }
    output.err("\nGo on with one: copperhead --resume <id>; with the newest: copperhead --continue\n");
  }
  return exitCodes.done;
}

function printed(found: readonly SessionInfo[]): PrintedSessions {
  return {
    schema: "copperhead.sessions/1",
    sessions: found.map(({ folder: _, ...session }) => session),
  };
}

const longestTitle = 81;

/** `20260501-100000-0a1b2c  2026-05-01 12:00  completed   2 turns  Close the open item`, in the local time. */
function sessionLine({ id, startedAt, status, turns, title, isOwn }: SessionInfo): string {
  // In Sweden dates are written as in ISO 8601.
  const when = new Date(startedAt).toLocaleString("sv-SE").slice(0, "2026-05-01 12:00".length);
  const count = counted(turns, "turn");
  return `${id}${isOwn ? " " : "*"} ${when}  ${status.padEnd(11)}  ${count.padEnd(8)}  ${cutText(title, longestTitle)}`.trimEnd();
}
