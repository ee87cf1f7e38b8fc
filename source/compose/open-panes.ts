/** What the panes work on: a session, what was said in it before, and the services around it. */

import type { CommandContext } from "../cli/context.js";
import type { Opened } from "../ui/services.js";
import { findSession } from "../workspace/sessions/sessions.js";
import { readTranscript } from "../workspace/sessions/transcript.js";
import { appServices } from "./app-services.js";
import { openSession } from "./open-session.js";
import { recordedEvents } from "./recorded-events.js";
import { recoverAbandoned } from "./recover-abandoned.js";

/** `oneTurn`: nobody is there afterwards to keep what a bad ending leaves. */
export async function openPanes(context: CommandContext, oneTurn: boolean): Promise<Opened> {
  const session = await openSession(context, { unattended: oneTurn, canAsk: true });
  const { repository } = session;
  const { sessionId } = session.snapshot();
  const isResumed = context.flags.continue || context.flags.resume !== undefined;
  const { folder } = await findSession(repository, sessionId);
  return {
    session,
    past: isResumed ? recordedEvents(await readTranscript(folder)) : [],
    services: await appServices(context, repository),
    work: async () => {
      session.start(context.version);
      await recoverAbandoned(repository, session);
      return undefined;
    },
    ...(!oneTurn && context.command !== "demo" && { farewell: farewell(context) }),
  };
}

function farewell({ flags }: CommandContext): string {
  const native = flags.native ? " --native" : "";
  const repo = flags.repo === undefined ? "" : ` --repo ${quoted(flags.repo)}`;
  return `This session is kept. To go on with it: copperhead --continue${native}${repo}`;
}

/** As a word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
