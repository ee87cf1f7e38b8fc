/** What other programs show and edit: the session in the user's pager, the prompt in the user's editor. */
import type { LoopState } from "./hooks/agent-loop.js";
import type { Prompt } from "./input/prompt.js";
import type { AppServices } from "./services.js";
import type { ShownSessions } from "./shown-sessions.js";
import type { HandOver } from "./terminal/hand-over.js";
import { transcriptText } from "./transcript-text.js";

type Parts = { handOver: HandOver; env: NodeJS.ProcessEnv; prompt: Prompt; sessions: ShownSessions };

/** Both reject where the user's program cannot be started. */
export class ExternalViews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The session so far, whole, for a terminal of `width` columns. */
  async showTranscript({ view, snapshot }: LoopState, width: number, read: AppServices["recorded"]) {
    const { handOver, env, sessions } = this.#parts;
    const history = await sessions.whole(view.history, read);
    await handOver.page(transcriptText({ view: { ...view, history }, snapshot }, width), env);
  }

  /** The prompt as the user leaves it; untouched, it stays as it is, pastes unexpanded. */
  async editPrompt() {
    const { handOver, env, prompt } = this.#parts;
    const before = prompt.text;
    const text = await handOver.edit(before, env);
    if (text !== before) {
      prompt.edit({ type: "set", text });
    }
  }
}
