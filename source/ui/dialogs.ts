/** What is open over the prompt, and what the keys do in it. */
import type { Key } from "./keys/key.js";
import { actionFor, type KeyAction } from "./keys/key-bindings.js";
import { type EditorCommand, edit, emptyEditor } from "./prompt/editor.js";
import type { Store } from "./store.js";
import {
  type FieldOverlay,
  filteredEntries,
  type Overlay,
  type PickEntry,
  type UiState,
} from "./ui-state.js";

export class Dialogs {
  readonly #ui: Store<UiState>;

  constructor(ui: Store<UiState>) {
    this.#ui = ui;
  }

  open(overlay: Overlay): void {
    this.#ui.update((ui) => ({ ...ui, overlay }));
  }

  /** Closes without an answer. */
  close(): void {
    this.open({ kind: "none" });
  }

  pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void {
    this.open({ kind: "picker", title, entries, field: emptyEditor, selected: 0, select });
  }

  /** Asks for one line; `answer` is called with it unless the user closes the question. */
  ask(title: string, answer: (text: string) => void): void {
    this.open({ kind: "question", title, field: emptyEditor, answer });
  }

  /** Closes a question that lost its reason. */
  drop(): void {
    if (this.#ui.get().overlay.kind === "question") {
      this.close();
    }
  }

  /** What is left to do for a key: "done" where the dialog used it, "pass" where no dialog wants it. */
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
        return this.#onFieldKey(key, overlay);
    }
  }

  #onFieldKey(key: Key, overlay: FieldOverlay): KeyAction | "done" {
    if (key.kind !== "chord") {
      return this.#edit(overlay, { type: "insert", text: key.text.replace(/[\x00-\x1f\x7f]+/g, " ") });
    }
    const action = actionFor("list", key.chord);
    if (!action) {
      const written = actionFor("prompt", key.chord);
      return written?.type === "edit" ? this.#edit(overlay, written.command) : "done";
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
        return this.#move(overlay, -1);
      case "pick-next":
        return this.#move(overlay, 1);
      case "pick":
        return this.#submit(overlay);
      default:
        return action;
    }
  }

  /** Another text in the field leaves other entries, of which the first is chosen. */
  #edit(overlay: FieldOverlay, command: EditorCommand): "done" {
    const field = edit(overlay.field, command);
    const isSame = field.text === overlay.field.text;
    this.open(
      overlay.kind === "picker" && !isSame ? { ...overlay, field, selected: 0 } : { ...overlay, field },
    );
    return "done";
  }

  #move(overlay: FieldOverlay, step: 1 | -1): "done" {
    if (overlay.kind === "picker") {
      const last = filteredEntries(overlay).length - 1;
      this.open({ ...overlay, selected: Math.max(0, Math.min(last, overlay.selected + step)) });
    }
    return "done";
  }

  #submit(overlay: FieldOverlay): "done" {
    this.close();
    if (overlay.kind === "question") {
      overlay.answer(overlay.field.text.trim());
      return "done";
    }
    const entry = filteredEntries(overlay)[overlay.selected];
    if (entry) {
      overlay.select(entry.value);
    }
    return "done";
  }
}

/** Keys that only close the panel of keys; any other closes it and does what it does. */
function isDismissal(key: Key): boolean {
  return key.kind === "chord" ? ["escape", "ctrl+c", "enter"].includes(key.chord) : key.text === "?";
}
