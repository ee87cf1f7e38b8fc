/** Canonical events → what an editor is sent of them. Pure. */

import { isAbsolute, join } from "node:path";
import type { SessionUpdate, ToolCall, ToolCallContent, ToolCallLocation } from "@agentclientprotocol/sdk";
import type { Location, RuntimeEvent } from "../../base/events.js";
import type { ToolOutcome } from "../../base/outcomes.js";
import { counted } from "../../base/text/counted.js";
import { checkName, describeCheck } from "../../base/text/describe-check.js";
import { visibleName } from "../../base/text/safe-text.js";
import { newInCycle, type Shown } from "../../kicad/check/new-in-cycle.js";
import { describeCompared, firstSentences } from "../../kicad/design/difference/sentences.js";
import type { Approval } from "../../loop/state.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import { callKind } from "./call-kind.js";
import type { ChangedFile } from "./changed-files.js";
import { fenced, messageIdOf, noticeOf, sentences, text } from "./content.js";

type EventOf<Type extends RuntimeEvent["type"]> = Extract<RuntimeEvent, { type: Type }>;

/** More changes of a project are counted, not listed. */
const mostChanges = 40;

/** Follows one session, live or recorded. */
export class SessionUpdates {
  readonly #repository: string;
  /** The text that was sent of the message that streams. */
  #message = { itemId: "", text: "" };
  /** The call that stands for the checks that run, and how many there were. */
  #checking: string | undefined;
  #checks = 0;
  #discarded = 0;
  /** The call that the user is asked about, and then the item of that call. */
  #asked: string | undefined;
  #approvals = 0;
  readonly #aliases = new Map<string, string>();
  /** The last verification of each project in the turn. */
  readonly #verified = new Map<string | undefined, Shown>();

  /** `repository` is its real path: editors name files by absolute paths. */
  constructor(repository: string) {
    this.#repository = repository;
  }

  /** `files`: what a completed call changed, where that is known. */
  push(event: RecordedEvent, files: readonly ChangedFile[] = []): SessionUpdate[] {
    switch (event.type) {
      case "request":
        return [{ sessionUpdate: "user_message_chunk", content: text(event.text) }];
      case "thinking.delta":
        return [
          { sessionUpdate: "agent_thought_chunk", content: text(event.delta), ...messageIdOf(event.itemId) },
        ];
      case "message.delta":
        return this.#grow(event.itemId ?? "", event.delta);
      case "message.completed":
        return this.#completeMessage(event);
      case "tool.started":
        return [this.#start(event)];
      case "tool.completed":
        return [this.#complete(event, files)];
      case "reply.discarded":
        return [this.#discard(event)];
      case "verification.completed":
        return [this.#completeChecks(event)];
      case "runtime.warning":
        return [noticeOf("Warning", event)];
      case "runtime.error":
        return [noticeOf("Error", event)];
      case "turn.completed":
        return this.#endTurn();
      case "turn.started":
        this.#verified.clear();
        return [];
      case "session.started":
      case "session.exited":
      case "thread.started":
      case "thinking.completed":
      case "file.changed":
      case "usage.updated":
        return [];
      default:
        return event satisfies never;
    }
  }

  /** The checks of the turn's changes begin. */
  beginChecks(): SessionUpdate[] {
    if (this.#checking !== undefined) {
      return [];
    }
    this.#checks += 1;
    this.#checking = `checks:${this.#checks}`;
    const title = "ERC and DRC of what changed";
    return [
      {
        sessionUpdate: "tool_call",
        toolCallId: this.#checking,
        title,
        kind: "execute",
        status: "in_progress",
      },
    ];
  }

  /** A change waits for the user's word: the call that it is about. */
  propose({ title, paths, meaning, diff }: Approval, files: readonly ChangedFile[]): ToolCall {
    this.#approvals += 1;
    this.#asked = `change:${this.#approvals}`;
    return {
      toolCallId: this.#asked,
      title: visibleName(title),
      kind: "edit",
      status: "pending",
      locations: this.#locations(
        paths.map((path) => ({ path })),
        files,
      ),
      content: [...sentences(meaning.join("\n")), ...this.#changes(diff, files)],
    };
  }

  #grow(itemId: string, delta: string): SessionUpdate[] {
    if (this.#message.itemId !== itemId) {
      this.#message = { itemId, text: "" };
    }
    this.#message.text += delta;
    return delta === ""
      ? []
      : [{ sessionUpdate: "agent_message_chunk", content: text(delta), ...messageIdOf(itemId) }];
  }

  /** What of the message no delta brought. */
  #completeMessage({ itemId = "", text: whole }: EventOf<"message.completed">): SessionUpdate[] {
    const sent = this.#message.itemId === itemId ? this.#message.text : "";
    return whole.startsWith(sent) ? this.#grow(itemId, whole.slice(sent.length)) : [];
  }

  #start({ itemId = "", tool, toolKind, title, detail, origin, locations }: EventOf<"tool.started">) {
    const alias = this.#asked;
    this.#asked = undefined;
    if (alias !== undefined) {
      this.#aliases.set(itemId, alias);
      return { sessionUpdate: "tool_call_update", toolCallId: alias, status: "in_progress" } as const;
    }
    const subject = origin === "cursor" && detail !== undefined ? ` ${detail}` : "";
    return {
      sessionUpdate: "tool_call",
      toolCallId: itemId,
      title: visibleName(`${title}${subject}`),
      kind: callKind(tool, toolKind),
      status: "in_progress",
      ...(locations && { locations: this.#locations(locations) }),
    } as const;
  }

  #complete(
    { itemId = "", outcome, detail = "", diff, locations }: EventOf<"tool.completed">,
    files: readonly ChangedFile[],
  ) {
    const content = [...sentences(detail), ...this.#changes(diff ?? "", files)];
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: this.#aliases.get(itemId) ?? itemId,
      status: statusOf(outcome),
      ...(locations && { locations: this.#locations(locations, files) }),
      ...(content.length > 0 && { content }),
    } as const;
  }

  #discard({ blocks, calls }: EventOf<"reply.discarded">) {
    this.#discarded += 1;
    const what = `${counted(blocks, "invented block")} and ${counted(calls, "call")}`;
    return {
      sessionUpdate: "tool_call",
      toolCallId: `discarded:${this.#discarded}`,
      title: `Discarded from the reply: ${what}`,
      kind: "other",
      status: "failed",
      content: sentences("The model wrote results of its own. None of it happened."),
    } as const;
  }

  #completeChecks(event: EventOf<"verification.completed">) {
    const { erc, drc, project } = event;
    const found = { changes: describeCompared(event), findings: event.findings };
    const { changes, findings } = newInCycle(found, this.#verified.get(project));
    this.#verified.set(project, found);
    const results = [
      ...firstSentences(changes, mostChanges),
      ...(erc ? [describeCheck(checkName("ERC", project), erc)] : []),
      ...(drc ? [describeCheck(checkName("DRC", project), drc)] : []),
      ...(findings === undefined ? [] : [findings]),
    ];
    const clean = [erc, drc].every(
      (check) => !check || (check.newErrors === 0 && check.status !== "not-run"),
    );
    const facts = {
      kind: "execute",
      status: clean ? "completed" : "failed",
      content: sentences(results.join("\n")),
      ...(project !== undefined && { locations: this.#locations([{ path: project }]) }),
    } as const;
    const open = this.#checking;
    this.#checking = undefined;
    if (open !== undefined) {
      return { sessionUpdate: "tool_call_update", toolCallId: open, ...facts } as const;
    }
    this.#checks += 1;
    const title = `Checks${project === undefined ? " of what changed" : ` of ${visibleName(project)}`}`;
    return { sessionUpdate: "tool_call", toolCallId: `checks:${this.#checks}`, title, ...facts } as const;
  }

  /** Checks that were interrupted have no result any more. */
  #endTurn(): SessionUpdate[] {
    const open = this.#checking;
    this.#checking = undefined;
    this.#asked = undefined;
    return open === undefined
      ? []
      : [{ sessionUpdate: "tool_call_update", toolCallId: open, status: "failed" }];
  }

  #locations(locations: readonly Location[], files: readonly ChangedFile[] = []): ToolCallLocation[] {
    return locations.map(({ path, line }) => {
      const at = line ?? files.find((file) => file.path === path)?.line;
      return { path: this.#absolute(path), ...(at !== undefined && { line: at }) };
    });
  }

  /** Whole files where those are known, else the diff as text. */
  #changes(diff: string, files: readonly ChangedFile[]): ToolCallContent[] {
    if (files.length === 0) {
      return diff === "" ? [] : [{ type: "content", content: text(fenced(diff.trimEnd(), "diff")) }];
    }
    return files.map(({ path, oldText, newText }) => ({
      type: "diff",
      path: this.#absolute(path),
      oldText,
      newText,
    }));
  }

  #absolute(path: string): string {
    return isAbsolute(path) ? path : join(this.#repository, path);
  }
}

function statusOf(outcome: ToolOutcome): "completed" | "failed" {
  return outcome === "success" ? "completed" : "failed";
}
