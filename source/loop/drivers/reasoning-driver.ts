/** A step of the reasoning mode: messages go to Cursor, and its reply is read as text, calls and refusals. */
import type { CursorProvider, StepReply } from "../../cursor/reasoning/provider.js";
import type { ReasoningEvent } from "../../cursor/reasoning/reasoning-reader.js";
import { toolDescriptions } from "../../tools/descriptions.js";
import type { Action } from "../actions.js";
import type { LoopState } from "../state.js";
import type { CheckedReply } from "./check-reply.js";
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
  #loadsTools = false;

  constructor(makeProvider: ProviderFactory) {
    this.#makeProvider = makeProvider;
  }

  async run(state: LoopState, { signal, dispatch }: StepContext): Promise<Action[]> {
    const provider = await this.#providerFor(state, dispatch);
    const onEvent = (event: ReasoningEvent) => {
      this.#loadTools();
      dispatch(event);
    };
    const reply = await provider.chat(state.messages.toArray(), toolDescriptions, { signal, onEvent });
    const { checkReply } = await import("./check-reply.js");
    return actionsOf(reply, checkReply(reply));
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

  /** The first prompt does not wait for the tools: they are loaded while Cursor thinks. */
  #loadTools(): void {
    if (!this.#loadsTools) {
      this.#loadsTools = true;
      // Where that fails, it fails again when they are needed.
      import("./check-reply.js").catch(() => {});
    }
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
function actionsOf(reply: StepReply, { nudge, ...checked }: CheckedReply): Action[] {
  const { chatId, known, usage, discarded, notice = "" } = reply;
  return [
    { type: "step", chatId, known, ...(usage && { usage }) },
    ...(discarded ? [{ type: "fabricated-results" as const, ...discarded, notice }] : []),
    { type: "assistant", ...checked },
    ...(nudge === undefined ? [] : [{ type: "nudge" as const, text: nudge }]),
    { type: "step-ended" },
  ];
}
