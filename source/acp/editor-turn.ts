/** A turn of an editor's session: the request runs, and what it made of the design is shown. */
import type { StopReason } from "@agentclientprotocol/sdk";
import { toFailure } from "../base/failure.js";
import type { RunnableSession } from "../loop/session.js";
import type { DesignPart, EditorServices } from "./host.js";
import { stopReasonOf } from "./stop-reason.js";
import { captionOf, noticeOf, pictures, text } from "./updates/content.js";
import type { Outbox } from "./updates/outbox.js";

type Shown = { session: RunnableSession; services: EditorServices; outbox: Outbox; signal: AbortSignal };

/** Returns why the turn ended when all of it is sent. Throws the request error of a turn that failed. */
export async function runTurn(
  request: string,
  { session, services, outbox, signal }: Shown,
): Promise<StopReason> {
  session.submit(request);
  await session.idle();
  const turn = session.results.at(-1);
  for (const part of changedParts(turn?.filesChanged ?? [])) {
    await showPicture(part, { session, services, outbox, signal });
  }
  await outbox.sent();
  const reason = stopReasonOf(turn ?? { status: "failed" });
  const failure = reason === "max_turn_requests" ? turn?.failure : undefined;
  if (failure) {
    outbox.send(noticeOf("Error", failure));
    await outbox.sent();
  }
  return signal.aborted ? "cancelled" : reason;
}

/** The design before and after what the session changed. */
async function showPicture(part: DesignPart, { session, services, outbox, signal }: Shown): Promise<void> {
  if (signal.aborted) {
    return;
  }
  const toolCallId = `picture:${session.results.length}:${part}`;
  const title = `Picture of the ${part}`;
  outbox.send({ sessionUpdate: "tool_call", toolCallId, title, kind: "read", status: "in_progress" });
  const { sessionId, project } = session.snapshot();
  const update = await services.picture(sessionId, { project, part, where: "", signal }).then(
    (drawn) =>
      ({ status: "completed", content: [text(captionOf(drawn)), ...pictures(drawn.images)] }) as const,
    (error: unknown) => ({ status: "failed", content: [text(toFailure(error).message)] }) as const,
  );
  const content = update.content.map((block) => ({ type: "content" as const, content: block }));
  outbox.send({ sessionUpdate: "tool_call_update", toolCallId, status: update.status, content });
}

function changedParts(files: readonly string[]): DesignPart[] {
  const has = (extension: string) => files.some((path) => path.endsWith(extension));
  return [
    ...(has(".kicad_sch") ? ["schematic" as const] : []),
    ...(has(".kicad_pcb") ? ["board" as const] : []),
  ];
}
