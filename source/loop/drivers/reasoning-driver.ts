/** A step of the reasoning mode: messages go to Cursor, and its reply is read as text, calls and refusals. */
import type { CursorProvider, StepReply } from "../../cursor/reasoning/provider.js";
import { describeTools } from "../../tools/catalog.js";
import type { Action } from "../actions.js";
import type { LoopState } from "../state.js";
import { checkReply } from "./check-reply.js";
import type { StepContext, StepDriver } from "./step-driver.js";

/**
 * Makes the provider of the session's steps, for the model and the chat that the state names. `onWait` receives a
 * sentence about what takes long.
 */
export type ProviderFactory = (
  state: Pick<LoopState, "model" | "chat">,
  onWait: (message: string) => void,
) => Promise<CursorProvider>;

export class ReasoningDriver implements StepDriver {
  readonly #makeProvider: ProviderFactory;
  #provider: CursorProvider | undefined;
  #model = "";

  constructor(makeProvider: ProviderFactory) {
    this.#makeProvider = makeProvider;
  }

  async run(state: LoopState, { signal, dispatch }: StepContext): Promise<Action[]> {
    const provider = await this.#providerFor(state, dispatch);
    return actionsOf(
      await provider.chat(state.messages.toArray(), describeTools(), { signal, onEvent: dispatch }),
    );
  }

  kill(): void {
    this.#provider?.kill();
  }

  get lingering(): Promise<void> | undefined {
    return this.#provider?.lingering;
  }

  async dispose(): Promise<void> {
    await this.#provider?.dispose();
  }

  /** Another one where another model was chosen, or the conversation was cleared. */
  async #providerFor({ model, chat }: LoopState, dispatch: StepContext["dispatch"]): Promise<CursorProvider> {
    if (this.#provider && (model !== this.#model || chat?.id !== this.#provider.chatId)) {
      await this.#provider.dispose();
      this.#provider = undefined;
    }
    this.#model = model;
    this.#provider ??= await this.#makeProvider({ model, chat }, (message) =>
      dispatch({ type: "warning", code: "cursor-waiting", message }),
    );
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
