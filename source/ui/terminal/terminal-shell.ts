/** What keys and commands do to the terminal and the program. */

import { exitCodes } from "../../base/failure.js";
import type { Dialogs } from "../dialogs.js";
import type { Ending } from "../ending.js";
import { promptSign } from "../panes/prompt-rows.js";
import type { Prompt } from "../prompt/prompt.js";
import { transcriptText } from "../rows/transcript-text.js";
import type { SessionOwner } from "../session/session-owner.js";
import { wholeHistory } from "../session/whole-history.js";
import { runCommand } from "../slash/run-slash-command.js";
import { failed, type SlashContext } from "../slash/slash-commands.js";
import type { Store } from "../store.js";
import type { UiState } from "../ui-state.js";
import type { HandOver } from "./hand-over.js";
import type { Screen } from "./screen.js";

export type ShellParts = {
  screen: Screen;
  handOver: HandOver;
  owner: SessionOwner;
  prompt: Prompt;
  dialogs: Dialogs;
  ui: Store<UiState>;
  ending: Ending;
};

export class TerminalShell {
  readonly #parts: ShellParts;

  constructor(parts: ShellParts) {
    this.#parts = parts;
  }

  /** Columns that the prompt's text has. */
  promptWidth(): number {
    return this.#parts.screen.size.columns - promptSign.length;
  }

  quit(): void {
    this.#parts.ending.ask(exitCodes.done);
  }

  suspend(): void {
    this.#parts.handOver.suspend();
  }

  redraw(): void {
    this.#parts.screen.hide();
    this.#parts.screen.show();
  }

  showTranscript(): void {
    this.#reportFailure(this.#pageTranscript());
  }

  /** Lets the user write the prompt's text in `$EDITOR`. */
  editPrompt(): void {
    this.#reportFailure(this.#edit());
  }

  runCommand(line: string): void {
    const { owner, dialogs, ui } = this.#parts;
    const { session, services } = owner;
    if (!services) {
      session.submit(line);
      return;
    }
    const context: SlashContext = {
      session,
      services,
      pick: (title, entries, select) => dialogs.pick(title, entries, select),
      resume: (sessionId) => owner.resume(sessionId),
      toggleThinking: () => {
        ui.update((state) => ({ ...state, showsThinking: !state.showsThinking }));
        return ui.get().showsThinking;
      },
      quit: () => this.quit(),
    };
    void runCommand(line, context, (busy) => ui.update((state) => ({ ...state, busy })));
  }

  async #pageTranscript(): Promise<void> {
    const { owner, screen, handOver, ending } = this.#parts;
    owner.session.flush();
    const { view, snapshot } = owner.session.state.get();
    const history = await wholeHistory(view.history, owner);
    // The end may have been asked for meanwhile: it would leave a pager behind.
    if (!ending.isAsked) {
      await handOver.page(transcriptText({ view: { ...view, history }, snapshot }, screen.size.columns));
    }
  }

  /** Untouched, the prompt stays as it is, its pastes unexpanded. */
  async #edit(): Promise<void> {
    const { prompt, handOver } = this.#parts;
    const before = prompt.text;
    const text = await handOver.edit(before);
    if (text !== before) {
      prompt.edit({ type: "set", text });
    }
  }

  #reportFailure(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.owner.session.add(failed(error)));
  }
}
