/** A step of the reasoning mode: messages go to Cursor, and its reply is read as text, calls and refusals. */
import { toFailure } from "../../base/failure.js";
import type { CursorProvider, StepReply } from "../../cursor/reasoning/provider.js";
import { describeTools } from "../../tools/catalog.js";
import type { Action } from "../actions.js";
import type { AuditTrail } from "../audit-trail.js";
import type { LoopState } from "../state.js";
import { checkReply } from "./check-reply.js";
import type { StepContext, StepDriver } from "./step-driver.js";

/** Makes the provider of the session's steps, for the model and the chat that the state names. */
export type ProviderFactory = (options: {
  model: string;
  chat: LoopState["chat"];
}) => Promise<CursorProvider>;

export class ReasoningDriver implements StepDriver {
  readonly #trail: AuditTrail;
  readonly #makeProvider: ProviderFactory;
  #provider: CursorProvider | undefined;
  #outdated = false;

  constructor(trail: AuditTrail, makeProvider: ProviderFactory) {
    this.#trail = trail;
    this.#makeProvider = makeProvider;
  }

  async run(state: LoopState, { signal, dispatch }: StepContext): Promise<void> {
    let actions: Action[];
    try {
      await this.#trail.beginStep();
      const provider = await this.#providerFor(state);
      const reply = await provider.chat(state.messages, describeTools(), { signal, onEvent: dispatch });
      actions = actionsOf(reply);
    } catch (error) {
      const failure = toFailure(error);
      actions = [
        ...(failure.code === "tripwire" ? [{ type: "tripwire" as const, message: failure.message }] : []),
        { type: "step-failed", failure },
      ];
    }
    await this.#trail.endStep();
    for (const action of actions) {
      dispatch(action);
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
}

/** What a reply comes to, in the order in which it is recorded. */
function actionsOf(reply: StepReply): Action[] {
  const { chatId, known, usage, discarded, notice = "" } = reply;
  const { nudge, ...checked } = checkReply(reply);
  return [
    { type: "step", chatId, known, ...(usage && { usage }) },
    ...(discarded ? [{ type: "fabricated-results" as const, ...discarded, notice }] : []),
    { type: "assistant", ...checked },
    ...(nudge === undefined ? [] : [{ type: "nudge" as const, text: nudge }]),
    { type: "step-ended" },
  ];
}
