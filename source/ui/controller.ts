/**
 * What the keys do. Everything it changes lives in stores outside React, so that a key acts at once on what is true
 * now, however many come in one read and whatever the panes have drawn so far.
 */
import type { AgentLoop } from "./hooks/agent-loop.js";
import type { CursorControl } from "./hooks/use-cursor-provider.js";
import { actionFor } from "./input/bindings.js";
import type { Action } from "./input/key-table.js";
import type { Key } from "./input/keys.js";
import type { Prompt } from "./input/prompt.js";
import type { QuestionInput } from "./input/question-input.js";
import type { Store } from "./store.js";
import { filteredEntries, type Overlay, type UiState } from "./ui-state.js";

/** What the keys can do to the terminal and the program. */
export type Shell = {
  /** Columns that the prompt's text has. */
  promptWidth(): number;
  quit(exitCode: number): void;
  suspend(): void;
  redraw(): void;
  showTranscript(): void;
  /** Lets the user write the prompt's text in `$EDITOR`. */
  editPrompt(): void;
  runCommand(line: string): void;
};

/** Somebody who typed this recently does not mean a dialog that has just come up. Milliseconds. */
const stillTyping = 500;
/** How long "again to leave" holds. Milliseconds. */
const leavingTime = 2000;

export class Controller {
  readonly #prompt: Prompt;
  readonly #ui: Store<UiState>;
  readonly #question: QuestionInput;
  readonly #shell: Shell;
  #ports: { loop: AgentLoop; cursor: CursorControl } | undefined;
  #lastTyped = Number.NEGATIVE_INFINITY;
  #leavingTimer: NodeJS.Timeout | undefined;

  constructor(parts: { prompt: Prompt; ui: Store<UiState>; question: QuestionInput; shell: Shell }) {
    this.#prompt = parts.prompt;
    this.#ui = parts.ui;
    this.#question = parts.question;
    this.#shell = parts.shell;
  }

  /** Tells the keys which session they act on. */
  connect(loop: AgentLoop, cursor: CursorControl): void {
    this.#ports = { loop, cursor };
  }

  readonly onKeys = (keys: readonly Key[]): void => {
    for (const key of keys) {
      this.#onKey(key);
    }
  };

  /** Sends a message, or runs it as a command. */
  send(text: string): void {
    if (/^\/\S/.test(text)) {
      this.#shell.runCommand(text);
    } else if (text.trim() !== "") {
      this.#ports?.loop.submit(text);
    }
  }

  setOverlay(overlay: Overlay): void {
    this.#question.reset();
    this.#ui.update((ui) => ({ ...ui, overlay }));
  }

  /** Closes a question that lost its reason: the change that it was about waits no longer. */
  sessionChanged(): void {
    const { overlay } = this.#ui.get();
    if (overlay.kind === "question" && !this.#ports?.loop.snapshot().approval) {
      this.setOverlay({ kind: "none" });
    }
  }

  get #isRunning(): boolean {
    const phase = this.#ports?.loop.snapshot().phase ?? "idle";
    return phase !== "idle" && phase !== "closed";
  }

  #onKey(key: Key): void {
    const { overlay, isLeaving } = this.#ui.get();
    const chord = key.kind === "chord" ? key.chord : undefined;
    if (isLeaving && chord !== "ctrl+c") {
      this.#setLeaving(false);
    }
    if (overlay.kind === "picker" || overlay.kind === "question") {
      this.#onListKey(key, overlay);
      return;
    }
    if (overlay.kind === "shortcuts") {
      this.setOverlay({ kind: "none" });
      if (chord === "escape" || chord === "ctrl+c" || (key.kind === "text" && key.text === "?")) {
        return;
      }
    }
    if (this.#isAnswer(key)) {
      return;
    }
    const action = this.#actionOf(key);
    if (action) {
      this.#act(action);
    } else if (key.kind !== "chord") {
      this.#lastTyped = performance.now();
      this.#prompt.edit({ type: key.kind === "text" ? "insert" : "paste", text: key.text });
    }
  }

  #actionOf(key: Key): Action | undefined {
    if (key.kind === "chord") {
      const completing = this.#prompt.completion() ? actionFor("completion", key.chord) : undefined;
      return completing ?? actionFor("prompt", key.chord);
    }
    return key.text === "?" && this.#prompt.isEmpty ? actionFor("prompt", "?") : undefined;
  }

  /** Whether the key answered a change that waits; a letter in the middle of typing does not. */
  #isAnswer(key: Key): boolean {
    const isTyping = performance.now() - this.#lastTyped < stillTyping;
    if (!this.#ports?.loop.snapshot().approval || key.kind !== "text" || isTyping) {
      return false;
    }
    const action = actionFor("approval", key.text);
    if (action?.type !== "answer") {
      return false;
    }
    if (action.answer === "no") {
      this.#askWhy();
    } else {
      this.#ports.loop.decide({ answer: action.answer });
    }
    return true;
  }

  #askWhy(): void {
    const decline = (text: string) => {
      const reason = text.trim();
      this.setOverlay({ kind: "none" });
      this.#ports?.loop.decide(reason === "" ? { answer: "no" } : { answer: "no", reason });
    };
    const title = "Why not? The model will read it (Enter alone: no word)";
    this.setOverlay({ kind: "question", title, value: "", answer: decline, cancel: () => decline("") });
  }

  #onListKey(key: Key, overlay: Extract<Overlay, { kind: "picker" | "question" }>): void {
    const action = key.kind === "chord" ? actionFor("list", key.chord) : undefined;
    switch (action?.type) {
      case "interrupt":
      case "close":
        this.#closeOverlay(overlay);
        return;
      case "pick-previous":
      case "pick-next":
        this.#question.after(() => this.#movePick(action.type === "pick-next" ? 1 : -1));
        return;
      case "pick":
      case undefined:
        this.#question.feed(key);
        return;
      default:
        this.#act(action);
    }
  }

  #closeOverlay(overlay: Overlay): void {
    this.setOverlay({ kind: "none" });
    if (overlay.kind === "question") {
      overlay.cancel();
    }
  }

  #movePick(step: 1 | -1): void {
    const { overlay } = this.#ui.get();
    if (overlay.kind === "picker") {
      const last = filteredEntries(overlay).length - 1;
      const selected = Math.max(0, Math.min(last, overlay.selected + step));
      this.#ui.update((ui) => ({ ...ui, overlay: { ...overlay, selected } }));
    }
  }

  #act(action: Action): void {
    switch (action.type) {
      case "edit":
        return this.#prompt.edit(action.command);
      case "newline":
        return this.#prompt.edit({ type: "insert", text: "\n" });
      case "submit":
        return this.#submit();
      case "previous":
        return this.#previous();
      case "next":
        if (!this.#prompt.moveRow("down", this.#shell.promptWidth())) {
          this.#prompt.showNewer();
        }
        return;
      case "complete":
        this.#prompt.complete();
        return;
      case "pick":
        return this.#pickCompletion();
      case "pick-previous":
        return this.#prompt.moveChoice(-1);
      case "pick-next":
        return this.#prompt.moveChoice(1);
      case "shortcuts":
        return this.setOverlay({ kind: "shortcuts" });
      case "search":
        return this.#search();
      case "interrupt":
        return this.#interrupt();
      case "close":
        return this.#close();
      case "leave":
        return this.#prompt.isEmpty
          ? this.#shell.quit(0)
          : this.#prompt.edit({ type: "delete", motion: "right" });
      case "suspend":
        return this.#shell.suspend();
      case "redraw":
        return this.#shell.redraw();
      case "transcript":
        return this.#shell.showTranscript();
      case "external-editor":
        return this.#shell.editPrompt();
      case "answer":
        return;
    }
  }

  #submit(): void {
    if (!this.#prompt.continuesLine() && this.#prompt.text.trim() !== "") {
      this.send(this.#prompt.take().trim());
    }
  }

  #pickCompletion(): void {
    const isCommand = this.#prompt.editor.get().text.startsWith("/");
    this.#prompt.complete();
    if (isCommand) {
      this.#submit();
    }
  }

  #previous(): void {
    if (this.#prompt.moveRow("up", this.#shell.promptWidth())) {
      return;
    }
    const { loop } = this.#ports ?? {};
    const queued = this.#prompt.isEmpty && loop?.snapshot().queued.length ? loop.takeBack() : undefined;
    if (queued === undefined) {
      this.#prompt.showOlder();
    } else {
      this.#prompt.edit({ type: "set", text: queued });
    }
  }

  #search(): void {
    const unique = [...new Set(this.#prompt.earlier.toReversed())];
    const entries = unique.map((text) => ({ value: text, label: text.replace(/\s+/g, " "), note: "" }));
    const select = (text: string) => this.#prompt.edit({ type: "set", text });
    this.setOverlay({ kind: "picker", title: "Earlier messages", entries, filter: "", selected: 0, select });
  }

  /** Ctrl-C: what runs, then what is written, then the program. */
  #interrupt(): void {
    if (this.#ports?.loop.snapshot().approval) {
      this.#ports.loop.decide({ answer: "no" });
    } else if (this.#isRunning) {
      this.#ports?.cursor.interrupt();
    } else if (!this.#prompt.isEmpty) {
      this.#prompt.take();
    } else if (this.#ui.get().isLeaving) {
      this.#shell.quit(0);
    } else {
      this.#setLeaving(true);
    }
  }

  /** Esc: what is open, then what runs. */
  #close(): void {
    if (this.#prompt.completion()) {
      this.#prompt.chosen.set(undefined);
    } else if (this.#isRunning) {
      this.#interrupt();
    }
  }

  #setLeaving(isLeaving: boolean): void {
    clearTimeout(this.#leavingTimer);
    this.#ui.update((ui) => ({ ...ui, isLeaving }));
    if (isLeaving) {
      this.#leavingTimer = setTimeout(() => this.#setLeaving(false), leavingTime).unref();
    }
  }
}
