/** The prompt between the pure editor and the keys: its text, its completion, and the way through earlier messages. */
import { Store } from "../store.js";
import { type Completable, type Completion, completionAt } from "./completion.js";
import { type Editor, type EditorCommand, edit, emptyEditor } from "./editor.js";
import { expandedText } from "./pastes.js";
import type { PromptHistory } from "./prompt-history.js";
import { Recall } from "./recall.js";

export class Prompt {
  readonly editor = new Store<Editor>(emptyEditor);
  /** Which completion is chosen; undefined while the user has them closed. */
  readonly chosen = new Store<number | undefined>(0);
  readonly #recall: Recall;
  readonly #known: () => Completable;

  constructor(history: PromptHistory, known: () => Completable) {
    this.#recall = new Recall(history);
    this.#known = known;
  }

  get isEmpty(): boolean {
    return this.editor.get().text === "";
  }

  /** Earlier messages, newest last. */
  get earlier(): readonly string[] {
    return this.#recall.entries;
  }

  /** What will be sent: pastes in full. */
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

  /** Empties the prompt and remembers what was in it. */
  take(): string {
    const { text } = this;
    this.#recall.add(text);
    this.editor.set({ ...emptyEditor, killed: this.editor.get().killed });
    this.chosen.set(0);
    return text;
  }

  /** Enter after a backslash is a new line, for terminals that tell no Shift-Enter. */
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
    this.#show(this.#recall.older(this.text));
  }

  showNewer(): void {
    this.#show(this.#recall.newer());
  }

  /** What can be completed at the caret and is not closed. */
  completion(): Completion | undefined {
    return this.chosen.get() === undefined ? undefined : completionAt(this.editor.get(), this.#known());
  }

  moveChoice(step: 1 | -1): void {
    const count = this.completion()?.options.length ?? 0;
    this.chosen.update((chosen = 0) => (chosen + step + count) % Math.max(1, count));
  }

  /** Puts the chosen completion in place; false where there is none. */
  complete(): boolean {
    const completion = this.completion();
    const option = completion?.options[this.chosen.get() ?? 0];
    if (!completion || !option) {
      this.chosen.set(0);
      return false;
    }
    const { text } = this.editor.get();
    const before = text.slice(0, completion.start) + option.text;
    this.edit({ type: "set", text: before + text.slice(completion.end), caret: before.length });
    return true;
  }

  #show(text: string | undefined): void {
    if (text !== undefined) {
      this.edit({ type: "set", text });
      this.chosen.set(undefined);
    }
  }
}
