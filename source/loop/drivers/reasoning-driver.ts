/** A step of the reasoning mode: messages go to Cursor, and its reply is read as text, calls and refusals. */

import { toFailure } from "../../base/failure.js";
import type { CursorProvider } from "../../cursor/reasoning/provider.js";
import type { StepEvent, StepReply } from "../../cursor/reasoning/step-events.js";
import { describeTools } from "../../tools/catalog.js";
import type { Action } from "../actions.js";
import type { Chat, LoopState } from "../state.js";
import type { Workbench } from "../workbench.js";
import { judgeReply } from "./judge-reply.js";
import type { StepContext, StepDriver } from "./step-driver.js";

/** Makes the provider of the session's steps, for the model and the chat that the state names. */
export type ProviderFactory = (options: { model: string; chat: Chat | null }) => Promise<CursorProvider>;

export class ReasoningDriver implements StepDriver {
  readonly #workbench: Workbench;
  readonly #makeProvider: ProviderFactory;
  #provider: CursorProvider | undefined;
  #outdated = false;

  constructor(workbench: Workbench, makeProvider: ProviderFactory) {
    this.#workbench = workbench;
    this.#makeProvider = makeProvider;
  }

  async run(state: LoopState, { signal, dispatch }: StepContext): Promise<void> {
    await this.#workbench.beginStep();
    try {
      const provider = await this.#providerFor(state);
      const reply = await provider.chat(state.messages, describeTools(), {
        signal,
        onEvent: (event) => this.#hear(event, dispatch),
      });
      await this.#workbench.endStep();
      for (const action of actionsOf(reply)) {
        dispatch(action);
      }
    } catch (error) {
      await this.#workbench.endStep();
      const failure = toFailure(error);
      if (failure.code === "tripwire") {
        dispatch({ type: "tripwire", message: failure.message });
      }
      dispatch({ type: "step-failed", failure });
    }
  }

  kill(): void {
    this.#provider?.kill();
  }

  renew(): void {
    this.#outdated = true;
  }

  async dispose(): Promise<void> {
    await this.#provider?.dispose();
  }

  async #providerFor(state: LoopState): Promise<CursorProvider> {
    if (this.#outdated) {
      await this.#provider?.dispose();
      this.#provider = undefined;
      this.#outdated = false;
    }
    this.#provider ??= await this.#makeProvider(state);
    return this.#provider;
  }

  #hear(event: StepEvent, dispatch: StepContext["dispatch"]): void {
    switch (event.type) {
      case "started": {
        const { type: _, ...started } = event;
        dispatch({ type: "step-started", ...started });
        return;
      }
      case "line":
        this.#workbench.keepLine(event.line);
        return;
      case "connection":
        dispatch({ type: "connection", state: event.state });
        return;
      default:
        dispatch(event);
    }
  }
}

/** What a reply comes to, in the order in which it is recorded. */
function actionsOf(reply: StepReply): Action[] {
  const { chatId, known, usage, discarded, notice = "" } = reply;
  const { nudge, ...judged } = judgeReply(reply);
  return [
    { type: "step", chatId, known, ...(usage && { usage }) },
    ...(discarded ? [{ type: "fabricated-results" as const, ...discarded, notice }] : []),
    { type: "assistant", ...judged },
    ...(nudge === undefined ? [] : [{ type: "nudge" as const, text: nudge }]),
    { type: "step-ended" },
  ];
}
