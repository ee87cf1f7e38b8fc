/** What keys and commands do to the terminal and the program. */

import type { Shell } from "../controller.js";
import type { Dialogs } from "../dialogs.js";
import type { Shutdown } from "../ending.js";
import { promptSign } from "../panes/prompt-rows.js";
import type { Prompt } from "../prompt/prompt.js";
import { transcriptText } from "../rows/transcript-text.js";
import type { ShownSessions } from "../session/shown-sessions.js";
import { runCommand } from "../slash/run-slash-command.js";
import { failed, type SlashContext } from "../slash/slash-commands.js";
import type { Store } from "../store.js";
import type { UiState } from "../ui-state.js";
import type { HandOver } from "./hand-over.js";
import type { Screen } from "./screen.js";

export type ShellParts = {
  env: NodeJS.ProcessEnv;
  screen: Screen;
  handOver: HandOver;
  sessions: ShownSessions;
  prompt: Prompt;
  dialogs: Dialogs;
  ui: Store<UiState>;
  ending: Shutdown;
};

export class TerminalShell implements Shell {
  readonly #parts: ShellParts;

  constructor(parts: ShellParts) {
    this.#parts = parts;
  }

  promptWidth(): number {
    return this.#parts.screen.size.columns - promptSign.length;
  }

  quit(exitCode: number): void {
    this.#parts.ending.ask(exitCode);
  }

  suspend(): void {
    this.#parts.handOver.suspend();
  }

  redraw(): void {
    this.#parts.screen.hide();
    this.#parts.screen.show();
  }

  showTranscript(): void {
    this.#tellFailure(this.#pageTranscript());
  }

  editPrompt(): void {
    this.#tellFailure(this.#edit());
  }

  runCommand(line: string): void {
    const { sessions, dialogs, ui } = this.#parts;
    const { loop, services } = sessions;
    if (!loop || !services) {
      loop?.submit(line);
      return;
    }
    const context: SlashContext = {
      loop,
      services,
      tell: (item) => sessions.tell(item),
      pick: (title, entries, select) => dialogs.pick(title, entries, select),
      open: (opened) => sessions.show(opened),
      toggleThinking: () => {
        ui.update((state) => ({ ...state, showsThinking: !state.showsThinking }));
        return ui.get().showsThinking;
      },
      quit: () => this.quit(0),
    };
    void runCommand(line, context, (busy) => ui.update((state) => ({ ...state, busy })));
  }

  async #pageTranscript(): Promise<void> {
    const { sessions, screen, handOver, env, ending } = this.#parts;
    if (sessions.loop) {
      sessions.loop.flush();
      const { view, snapshot } = sessions.loop.state.get();
      const history = await sessions.whole(view.history);
      // Whoever left while it was read would leave a pager behind.
      if (!ending.isAsked) {
        await handOver.page(
          transcriptText({ view: { ...view, history }, snapshot }, screen.size.columns),
          env,
        );
      }
    }
  }

  /** Untouched, the prompt stays as it is, its pastes unexpanded. */
  async #edit(): Promise<void> {
    const { prompt, handOver, env } = this.#parts;
    const before = prompt.text;
    const text = await handOver.edit(before, env);
    if (text !== before) {
      prompt.edit({ type: "set", text });
    }
  }

  #tellFailure(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.sessions.tell(failed(error)));
  }
}
