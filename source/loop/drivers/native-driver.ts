/** A step of the native mode: Cursor's own tools act in the repository, and what they changed is looked up. */
import { join } from "node:path";
import type { RuntimeEventBody } from "../../base/events.js";
import { exitCodes, type Failure, toFailure } from "../../base/failure.js";
import { hashOf } from "../../base/files/hash.js";
import type { Usage } from "../../base/outcomes.js";
import type { Environment } from "../../base/processes/environment.js";
import { NativeTurn } from "../../cursor/native/native-turn.js";
import { findKnownCursor } from "../../cursor/process/binary.js";
import { isChatId } from "../../cursor/process/invocation.js";
import { createChat } from "../../cursor/process/short-commands.js";
import { interrupted } from "../../cursor/stream/failures.js";
import { diffFile } from "../../tools/text/unified-diff.js";
import { stateFolder } from "../../workspace/user-folders.js";
import type { Action } from "../actions.js";
import { type LoopState, modelId } from "../state.js";
import type { TurnFiles } from "../turn-files.js";
import type { StepContext, StepDriver } from "./step-driver.js";

export type NativeDriverOptions = {
  files: TurnFiles;
  approval: "never" | "on-request";
  /** Milliseconds. */
  idleTimeoutMs: number;
  env: Environment;
  /** Receives each line that Cursor prints. */
  onLine(line: string): void;
};

/** What came of Cursor's turn; without a failure it has an answer, without a chat it never began. */
type Outcome = { chatId?: string; usage?: Usage; answer?: string; failure?: Failure };

export class NativeDriver implements StepDriver {
  readonly #options: NativeDriverOptions;
  readonly #unknown = new Map<string, number>();
  #binary: string | undefined;
  #turn: NativeTurn | undefined;

  constructor(options: NativeDriverOptions) {
    this.#options = options;
  }

  async run(state: LoopState, context: StepContext): Promise<Action[]> {
    const outcome = await this.#performTurn(state, context).catch(
      (error: unknown): Outcome => ({ failure: toFailure(error) }),
    );
    // Whatever came of the turn, it may have changed files.
    const failure = await this.#reportChanges(context).then(() => outcome.failure, toFailure);
    return actionsOf({ ...outcome, ...(failure && { failure }) }, state);
  }

  kill(): void {
    this.#turn?.kill(exitCodes.interrupted);
  }

  /** Nothing is left: a turn is over when its process is gone. */
  readonly lingering = undefined;

  async dispose(): Promise<void> {}

  async #performTurn(
    { turn, model, chat, announcedChat }: LoopState,
    { signal, dispatch }: StepContext,
  ): Promise<Outcome> {
    const { files, approval, idleTimeoutMs, env, onLine } = this.#options;
    const cwd = files.root;
    const onWait = (message: string) =>
      dispatch({
        type: "native-event",
        event: { type: "runtime.warning", code: "cursor-waiting", message },
      });
    this.#binary ??= (await findKnownCursor(env, onWait)).path;
    const binary = this.#binary;
    const startLock = join(await stateFolder(env), "start.lock");
    const chatId =
      chat && isChatId(chat.id)
        ? chat.id
        : await createChat(binary, { workspace: cwd, startLock, env, signal });
    const native = new NativeTurn({
      turnId: turn?.id ?? "",
      input: [turn?.preface, turn?.request].filter(Boolean).join("\n\n"),
      announced: announcedChat ?? undefined,
      expected: chatId,
      unknown: this.#unknown,
      binary,
      cwd,
      model: modelId(model),
      approval,
      trust: true,
      startLock,
      idleTimeoutMs,
      env,
      onEvent: (event) => pass(event, dispatch),
      onLine,
      onStarted: (group) => files.setGroup(group),
    });
    this.#turn = native;
    const interrupt = () => native.interrupt(exitCodes.interrupted);
    signal.addEventListener("abort", interrupt);
    if (signal.aborted) {
      interrupt();
    }
    const { status, failure, usage, answer } = await native.perform();
    signal.removeEventListener("abort", interrupt);
    this.#turn = undefined;
    return {
      chatId: native.threadId ?? chatId,
      ...(usage && { usage }),
      ...(status === "completed" ? { answer } : { failure: failure ?? interrupted().failure }),
    };
  }

  async #reportChanges({ dispatch }: StepContext): Promise<void> {
    const { changes, reported } = await this.#options.files.readChanges();
    for (const change of changes) {
      const { path, added, removed } = diffFile(change);
      dispatch({ type: "native-event", event: { type: "file.changed", path, added, removed } });
    }
    const files = changes.map(({ path, after }) => [path, after && hashOf(after)] as const);
    dispatch({ type: "seen", files: Object.fromEntries(files) });
    for (const { path, reason } of reported) {
      const message = `${path}: ${reason}`;
      dispatch({ type: "native-event", event: { type: "runtime.warning", code: "beyond-undo", message } });
    }
  }
}

function pass(event: RuntimeEventBody, dispatch: StepContext["dispatch"]): void {
  switch (event.type) {
    case "thread.started": {
      const { type: _, threadId: chatId, itemId: _item, ...facts } = event;
      dispatch({ type: "step-started", chatId, ...facts });
      return;
    }
    case "usage.updated":
      // The usage of the turn comes with its outcome.
      return;
    default:
      dispatch({ type: "native-event", event });
  }
}

/** A chat knows its request and its answer, whatever came of the turn. */
function actionsOf({ chatId, usage, answer, failure }: Outcome, { messages }: LoopState): Action[] {
  const step: Action[] =
    chatId === undefined
      ? []
      : [{ type: "step", chatId, known: messages.length + 1, ...(usage && { usage }) }];
  if (failure) {
    return [...step, { type: "step-failed", failure }];
  }
  return [
    ...step,
    { type: "assistant", text: answer || null, calls: [], refusals: [] },
    { type: "step-ended" },
  ];
}
