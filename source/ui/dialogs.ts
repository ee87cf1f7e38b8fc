/** What is open over the prompt, and what the keys do in it. */

import type { Key } from "./keys/key.js";
import { actionFor, type KeyAction } from "./keys/key-bindings.js";
import type { QuestionInput } from "./prompt/question-input.js";
import type { Store } from "./store.js";
import { filteredEntries, type Overlay, type PickEntry, type UiState } from "./ui-state.js";

export class Dialogs {
  readonly #ui: Store<UiState>;
  readonly #question: QuestionInput;

  constructor(ui: Store<UiState>, question: QuestionInput) {
    this.#ui = ui;
    this.#question = question;
  }

  open(overlay: Overlay): void {
    this.#question.reset();
    this.#ui.update((ui) => ({ ...ui, overlay }));
  }

  /** Closes without an answer. */
  close(): void {
    this.open({ kind: "none" });
  }

  pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void {
    this.open({ kind: "picker", title, entries, filter: "", selected: 0, select });
  }

  /** Asks for one line; `answer` is told it where the user does not close the question. */
  ask(title: string, answer: (text: string) => void): void {
    const take = (text: string) => {
      this.close();
      answer(text.trim());
    };
    this.open({ kind: "question", title, value: "", answer: take });
  }

  /** Closes a question that lost its reason. */
  drop(): void {
    if (this.#ui.get().overlay.kind === "question") {
      this.close();
    }
  }

  /** What is left to do for a key: "done" where the dialog took it, "pass" where no dialog wants it. */
  onKey(key: Key): KeyAction | "done" | "pass" {
    const { overlay } = this.#ui.get();
    switch (overlay.kind) {
      case "none":
        return "pass";
      case "shortcuts":
        this.close();
        return isDismissal(key) ? "done" : "pass";
      case "picker":
      case "question":
        return this.#onListKey(key, overlay);
    }
  }

  #onListKey(key: Key, overlay: Overlay): KeyAction | "done" {
    const action = key.kind === "chord" ? actionFor("list", key.chord) : undefined;
    if (!action) {
      this.#question.feed(key);
      return "done";
    }
    switch (action.type) {
      case "interrupt":
        this.close();
        // What a question was about is interrupted with it.
        return overlay.kind === "question" ? action : "done";
      case "close":
        this.close();
        return "done";
      case "pick-previous":
      case "pick-next":
        this.#question.after(() => this.#move(action.type === "pick-next" ? 1 : -1));
        return "done";
      case "pick":
        this.#question.feed(key);
        return "done";
      default:
        return action;
    }
  }

  #move(step: 1 | -1): void {
    const { overlay } = this.#ui.get();
    if (overlay.kind === "picker") {
      const last = filteredEntries(overlay).length - 1;
      const selected = Math.max(0, Math.min(last, overlay.selected + step));
      this.#ui.update((ui) => ({ ...ui, overlay: { ...overlay, selected } }));
    }
  }
}

/** Keys that only close the panel of keys; any other closes it and does what it does. */
function isDismissal(key: Key): boolean {
  return key.kind === "chord" ? ["escape", "ctrl+c", "enter"].includes(key.chord) : key.text === "?";
}
