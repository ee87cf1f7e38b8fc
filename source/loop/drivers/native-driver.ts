/** A step of the native mode: Cursor's own tools act in the repository, and what they did is told and looked at. */

import {
  type RuntimeEvent,
  type RuntimeEventBody,
  type Usage,
  usage as usageSchema,
} from "../../base/events.js";
import { exitCodes, type Failure, toFailure } from "../../base/failure.js";
import type { CursorAdapter } from "../../cursor/library/adapter.js";
import { diffFile } from "../../tools/text/unified-diff.js";
import { type Action, exitCode } from "../actions.js";
import type { LoopState, Turn } from "../state.js";
import { isTold } from "../told.js";
import type { Workbench } from "../workbench.js";
import type { StepContext, StepDriver } from "./step-driver.js";

export type NativeDriverOptions = {
  adapter: CursorAdapter;
  workbench: Workbench;
  sessionId: string;
  approval: "never" | "on-request";
  /** Path of the file that keeps the session's finished turns, and from which its thread is restored. */
  threadLog: string;
};

/** What Cursor's turn came to, beside what was told of it on the way. */
type Outcome = { chatId?: string; usage?: Usage } & ({ answer: string } | { failure: Failure });

type Told<Type extends RuntimeEvent["type"]> = Extract<RuntimeEvent, { type: Type }>;

export class NativeDriver implements StepDriver {
  readonly #options: NativeDriverOptions;
  #outdated = false;

  constructor(options: NativeDriverOptions) {
    this.#options = options;
  }

  async run(state: LoopState, context: StepContext): Promise<void> {
    const { workbench } = this.#options;
    await workbench.beginStep();
    let outcome = await this.#askCursor(state, context).catch(failed);
    await workbench.endStep();
    try {
      await this.#tellChanges(context.dispatch);
    } catch (error) {
      outcome = { ...outcome, ...failed(error) };
    }
    for (const action of actionsOf(outcome, state)) {
      context.dispatch(action);
    }
  }

  kill(): void {
    const { adapter, sessionId } = this.#options;
    // Without a session it is still being started.
    void adapter.killTurn(sessionId).catch(() => adapter.stopAll());
  }

  renew(): void {
    this.#outdated = true;
  }

  async dispose(): Promise<void> {
    await this.#options.adapter.stopAll();
  }

  async #askCursor({ turn, model, chat }: LoopState, context: StepContext): Promise<Outcome> {
    const { adapter, sessionId } = this.#options;
    const { signal } = context;
    let stop = () => void adapter.stopAll();
    const onAbort = () => stop();
    signal.addEventListener("abort", onAbort);
    try {
      signal.throwIfAborted();
      await this.#startSession(model, chat?.id);
      stop = () => void adapter.interruptTurn(sessionId);
      signal.throwIfAborted();
      return await this.#performTurn(turn, context);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #startSession(model: string, chatId: string | undefined): Promise<void> {
    const { adapter, sessionId, workbench, approval, threadLog } = this.#options;
    if (adapter.hasSession(sessionId) && !this.#outdated) {
      return;
    }
    this.#outdated = false;
    const id = model.slice("cursor:".length);
    await adapter.startSession({
      sessionId,
      cwd: workbench.root,
      ...(id !== "" && { model: id }),
      approvalPolicy: approval,
      ...(chatId !== undefined && { resumeCursor: { chatId } }),
      log: threadLog,
    });
  }

  async #performTurn(turn: Turn | null, { dispatch }: StepContext): Promise<Outcome> {
    const { adapter, sessionId } = this.#options;
    const events = adapter.streamEvents();
    const { turnId } = await adapter.sendTurn({ sessionId, input: turn?.request ?? "", turnId: turn?.id });
    let usage: Usage | undefined;
    let error: Told<"runtime.error"> | undefined;
    let completed: Told<"turn.completed"> | undefined;
    for await (const event of events) {
      if (event.turnId !== turnId) {
        continue;
      }
      if (event.type === "usage.updated") {
        usage = usageSchema.parse(event);
      }
      if (event.type === "runtime.error") {
        error = event;
      }
      if (event.type === "turn.completed") {
        completed = event;
        break;
      }
      hear(event, dispatch);
    }
    const chatId = completed?.threadId;
    const spent = { ...(chatId !== undefined && { chatId }), ...(usage && { usage }) };
    if (completed?.status !== "completed") {
      return { ...spent, failure: failureOf(completed, error) };
    }
    const { turns } = await adapter.readThread(sessionId);
    return { ...spent, answer: turns.at(-1)?.answer ?? "" };
  }

  async #tellChanges(dispatch: StepContext["dispatch"]): Promise<void> {
    const { changes, reported } = await this.#options.workbench.readChanges();
    for (const change of changes) {
      const { path, added, removed } = diffFile(change);
      dispatch({ type: "told", event: { type: "file.changed", path, added, removed } });
    }
    for (const { path, reason } of reported) {
      const message = `${path}: ${reason}`;
      dispatch({ type: "told", event: { type: "runtime.warning", code: "beyond-undo", message } });
    }
  }
}

/** How the turn begins and ends, and what it costs, is told by the reducer, which knows more of it. */
function hear(event: RuntimeEvent, dispatch: StepContext["dispatch"]): void {
  switch (event.type) {
    case "turn.started":
    case "usage.updated":
    case "runtime.error":
      return;
    case "thread.started": {
      const { threadId, model, apiKeySource } = event;
      if (threadId !== undefined) {
        dispatch({
          type: "step-started",
          chatId: threadId,
          ...(model !== undefined && { model }),
          ...(apiKeySource !== undefined && { apiKeySource }),
        });
      }
      return;
    }
    default: {
      const body = bodyOf(event);
      dispatch(isTold(body) ? { type: "told", event: body } : { type: "streamed", event: body });
    }
  }
}

/** The event without what the session stamps it with. */
function bodyOf(event: RuntimeEvent): RuntimeEventBody {
  const {
    eventId: _,
    provider: _provider,
    sessionId: _session,
    createdAt: _at,
    threadId: _thread,
    turnId: _turn,
    ...body
  } = event;
  return body;
}

function failed(error: unknown): { failure: Failure } {
  return { failure: toFailure(error) };
}

function failureOf(
  completed: Told<"turn.completed"> | undefined,
  error: Told<"runtime.error"> | undefined,
): Failure {
  return {
    code: error?.code ?? completed?.status ?? "interrupted",
    message: error?.message ?? completed?.errorMessage ?? "Cursor's turn was interrupted.",
    ...(error?.advice !== undefined && { advice: error.advice }),
    exitCode: exitCode.catch(exitCodes.failed).parse(completed?.exitCode),
  };
}

/** A chat knows what was said to it, and what it answered, whatever became of the turn. */
function actionsOf(outcome: Outcome, { messages }: LoopState): Action[] {
  const { chatId, usage } = outcome;
  const step: Action[] =
    chatId === undefined
      ? []
      : [{ type: "step", chatId, known: messages.length + 1, ...(usage && { usage }) }];
  if ("failure" in outcome) {
    return [...step, { type: "step-failed", failure: outcome.failure }];
  }
  const text = outcome.answer === "" ? null : outcome.answer;
  return [...step, { type: "assistant", text, calls: [], refusals: [] }, { type: "step-ended" }];
}
