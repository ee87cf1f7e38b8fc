/** The prompt: its text, the completion at its caret, and the earlier messages that up and down show. */
import { Store } from "../store.js";
import { type Completable, type Completion, completionAt } from "./completion.js";
import { type Editor, type EditorCommand, edit, emptyEditor } from "./editor.js";
import { expandedText } from "./pastes.js";
import type { PromptHistory } from "./prompt-history.js";

export class Prompt {
  readonly editor = new Store<Editor>(emptyEditor);
  /** The index of the chosen completion; undefined while the user has them closed. */
  readonly chosen = new Store<number | undefined>(0);
  readonly #history: PromptHistory;
  readonly #completable: () => Completable;
  /** How many steps back from the newest message; 0 is the draft. */
  #steps = 0;
  #draft = "";

  constructor(history: PromptHistory, completable: () => Completable) {
    this.#history = history;
    this.#completable = completable;
  }

  get isEmpty(): boolean {
    return this.editor.get().text === "";
  }

  /** Earlier messages, newest last. */
  get earlier(): readonly string[] {
    return this.#history.entries;
  }

  /** The text to send: pastes in full. */
  get text(): string {
    return expandedText(this.editor.get());
  }

  edit(command: EditorCommand): void {
    const before = this.editor.get();
    const after = edit(before, command);
    this.editor.set(after);
    if (after.text !== before.text) {
      this.chosen.set(0);
    }
  }

  /** Empties the prompt, and returns its text, which the history keeps. */
  take(): string {
    const { text } = this;
    this.#history.add(text);
    this.#steps = 0;
    this.editor.set({ ...emptyEditor, killed: this.editor.get().killed });
    this.chosen.set(0);
    return text;
  }

  /** Enter after a backslash is a new line, for terminals that do not report Shift-Enter. */
  continuesLine(): boolean {
    const { text, caret } = this.editor.get();
    if (text.charAt(caret - 1) !== "\\") {
      return false;
    }
    this.edit({ type: "delete", motion: "left" });
    this.edit({ type: "insert", text: "\n" });
    return true;
  }

  /** A drawn row up or down; false at the edge. */
  moveRow(direction: "up" | "down", width: number): boolean {
    const before = this.editor.get().caret;
    this.edit({ type: "vertical", direction, width });
    return this.editor.get().caret !== before;
  }

  showOlder(): void {
    const entry = this.earlier.at(-(this.#steps + 1));
    if (entry !== undefined) {
      this.#draft = this.#steps === 0 ? this.text : this.#draft;
      this.#steps += 1;
      this.#show(entry);
    }
  }

  showNewer(): void {
    if (this.#steps > 0) {
      this.#steps -= 1;
      this.#show(this.#steps === 0 ? this.#draft : (this.earlier.at(-this.#steps) ?? ""));
    }
  }

  /** The completion at the caret, unless the user closed it. */
  completion(): Completion | undefined {
    return this.chosen.get() === undefined ? undefined : completionAt(this.editor.get(), this.#completable());
  }

  moveChoice(step: 1 | -1): void {
    const count = this.completion()?.options.length ?? 0;
    this.chosen.update((chosen = 0) => (chosen + step + count) % Math.max(1, count));
  }

  /** Inserts the chosen completion; opens completions that the user closed. */
  complete(): void {
    const completion = this.completion();
    const option = completion?.options[this.chosen.get() ?? 0];
    if (completion && option) {
      const { text } = this.editor.get();
      const before = text.slice(0, completion.start) + option.text;
      this.edit({ type: "set", text: before + text.slice(completion.end), caret: before.length });
    } else {
      this.chosen.set(0);
    }
  }

  #show(text: string): void {
    this.edit({ type: "set", text });
    this.chosen.set(undefined);
  }
}
