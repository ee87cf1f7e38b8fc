/**
 * What the keys do. Everything it changes lives in stores outside React, so that a key acts at once on what is true
 * now, however many come in one read and whatever the panes have drawn so far.
 */
import { isTurnRunning } from "../loop/session.js";
import type { Dialogs } from "./dialogs.js";
import type { CursorControl } from "./hooks/use-cursor-provider.js";
import type { Key } from "./keys/key.js";
import { actionFor, type KeyAction } from "./keys/key-bindings.js";
import { PasteDetector } from "./keys/paste-detector.js";
import { type ApprovalAnswer, PendingAnswer } from "./keys/pending-answer.js";
import type { Prompt } from "./prompt/prompt.js";
import type { SessionStore } from "./session/session-store.js";
import type { Store } from "./store.js";
import type { TerminalShell } from "./terminal/terminal-shell.js";
import type { UiState } from "./ui-state.js";

/** How long "again to leave" holds. Milliseconds. */
const leavingTime = 2000;

/** Two Escapes within this are one wish. Milliseconds. */
const doubleTime = 800;

/** The answer to `!ls`, which other agents run. */
const noShell = {
  kind: "notice",
  tone: "info",
  message: "copperhead runs no shell commands, and this was not sent.",
  advice: "Ctrl-Z goes to your shell, and fg comes back. As a message: ↑, and put a word before the !.",
} as const;

type ControllerParts = {
  prompt: Prompt;
  ui: Store<UiState>;
  dialogs: Dialogs;
  session: SessionStore;
  shell: TerminalShell;
};

export class Controller {
  readonly #prompt: Prompt;
  readonly #ui: Store<UiState>;
  readonly #dialogs: Dialogs;
  readonly #session: SessionStore;
  readonly #shell: TerminalShell;
  #cursor: CursorControl | undefined;
  readonly #pastes = new PasteDetector();
  readonly #pendingAnswer = new PendingAnswer((answer) => this.#answer(answer));
  #leavingTimer: NodeJS.Timeout | undefined;
  #lastEscape = Number.NEGATIVE_INFINITY;

  constructor(parts: ControllerParts) {
    this.#prompt = parts.prompt;
    this.#ui = parts.ui;
    this.#dialogs = parts.dialogs;
    this.#session = parts.session;
    this.#shell = parts.shell;
  }

  /** From now on the keys interrupt `cursor`. */
  connect(cursor: CursorControl): void {
    this.#cursor = cursor;
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
    } else if (/^![a-z./]/i.test(text)) {
      this.#session.add(noShell);
    } else if (text.trim() !== "") {
      this.#session.submit(text);
    }
  }

  /** Closes a question that lost its reason: the change that it was about waits no longer. */
  sessionChanged(): void {
    if (!this.#session.snapshot().approval) {
      this.#pendingAnswer.cancel();
      this.#dialogs.drop();
    }
  }

  get #isRunning(): boolean {
    return isTurnRunning(this.#session.snapshot());
  }

  #onKey(key: Key): void {
    if (this.#ui.get().isLeaving && !(key.kind === "chord" && key.chord === "ctrl+c")) {
      this.#setLeaving(false);
    }
    const left = this.#dialogs.onKey(key);
    if (left === "done") {
      return;
    }
    if (left !== "pass") {
      this.#act(left);
      return;
    }
    const answer = this.#pendingAnswer.cancel();
    const action = this.#actionOf(key);
    if (action) {
      this.#act(action.type === "submit" && answer ? answer : action);
    } else if (key.kind !== "chord") {
      const isFirst = this.#prompt.isEmpty;
      this.#prompt.edit(this.#pastes.commandFor(key));
      if (isFirst && key.kind === "text" && this.#session.snapshot().approval) {
        this.#pendingAnswer.start(key.text);
      }
    }
  }

  #actionOf(key: Key): KeyAction | undefined {
    if (key.kind === "chord") {
      const completing = this.#prompt.completion() ? actionFor("completion", key.chord) : undefined;
      return completing ?? actionFor("prompt", key.chord);
    }
    return key.text === "?" && this.#prompt.isEmpty ? actionFor("prompt", "?") : undefined;
  }

  #answer({ answer }: ApprovalAnswer): void {
    this.#prompt.edit({ type: "set", text: "" });
    if (answer !== "no") {
      this.#session.decide({ answer });
      return;
    }
    this.#dialogs.ask("Why not? The model will read it (Enter alone: no word, Esc: back)", (reason) => {
      this.#session.decide(reason ? { answer, reason } : { answer });
    });
  }

  #act(action: KeyAction): void {
    if (action.type === "edit") {
      this.#prompt.edit(action.command);
    } else if (action.type === "answer") {
      this.#answer(action);
    } else {
      this.#acts[action.type]();
    }
  }

  readonly #acts: Record<Exclude<KeyAction["type"], "edit" | "answer">, () => void> = {
    newline: () => this.#prompt.edit({ type: "insert", text: "\n" }),
    submit: () => {
      if (!this.#prompt.continuesLine() && this.#prompt.text.trim() !== "") {
        this.send(this.#prompt.take().trim());
      }
    },
    previous: () => {
      if (!this.#prompt.moveRow("up", this.#shell.promptWidth()) && !this.#takeBack()) {
        this.#prompt.showOlder();
      }
    },
    next: () => {
      if (!this.#prompt.moveRow("down", this.#shell.promptWidth())) {
        this.#prompt.showNewer();
      }
    },
    complete: () => this.#prompt.complete(),
    pick: () => {
      const isWhole = this.#prompt.completion()?.options[this.#prompt.chosen.get() ?? 0]?.isWhole ?? false;
      this.#prompt.complete();
      if (isWhole) {
        this.#acts.submit();
      }
    },
    "pick-previous": () => this.#prompt.moveChoice(-1),
    "pick-next": () => this.#prompt.moveChoice(1),
    shortcuts: () => this.#dialogs.open({ kind: "shortcuts" }),
    search: () => {
      const unique = [...new Set(this.#prompt.earlier.toReversed())];
      const entries = unique.map((text) => ({ value: text, label: text.replace(/\s+/g, " "), note: "" }));
      this.#dialogs.pick("Earlier messages", entries, (text) => this.#prompt.edit({ type: "set", text }));
    },
    // What runs, then what is written, then the program.
    interrupt: () => {
      if (this.#session.snapshot().approval) {
        this.#session.decide({ answer: "no" });
      } else if (this.#isRunning) {
        // Else what waits would begin the next turn at once.
        while (this.#takeBack()) {}
        this.#cursor?.interrupt();
      } else if (!this.#shell.stopCommand()) {
        this.#clearOrLeave();
      }
    },
    // What is open, then what runs.
    close: () => {
      if (this.#prompt.completion()) {
        this.#prompt.chosen.set(undefined);
      } else if (this.#isRunning) {
        this.#acts.interrupt();
      } else if (!this.#shell.stopCommand() && this.#prompt.isEmpty) {
        this.#goBackOrWait();
      }
    },
    "cycle-approval": () => this.#cycleApproval(),
    // Only where there is nothing that Ctrl-D could delete.
    leave: () => {
      if (this.#prompt.isEmpty) {
        this.#shell.quit();
      } else {
        this.#prompt.edit({ type: "delete", motion: "right" });
      }
    },
    suspend: () => this.#shell.suspend(),
    redraw: () => this.#shell.redraw(),
    transcript: () => this.#shell.showTranscript(),
    "external-editor": () => this.#shell.editPrompt(),
  };

  /** The second of two Escapes on an empty prompt. */
  #goBackOrWait(): void {
    const now = performance.now();
    if (now - this.#lastEscape < doubleTime) {
      this.#lastEscape = Number.NEGATIVE_INFINITY;
      this.#shell.runCommand("/rewind");
    } else {
      this.#lastEscape = now;
    }
  }

  #cycleApproval(): void {
    const { mode, approvals } = this.#session.snapshot();
    if (mode === "reasoning") {
      this.#session.setApproval(approvals === "never" ? "on-request" : "never");
    }
  }

  #clearOrLeave(): void {
    if (!this.#prompt.isEmpty) {
      this.#prompt.take();
    } else if (this.#ui.get().isLeaving) {
      this.#shell.quit();
    } else {
      this.#setLeaving(true);
    }
  }

  /** The newest message that waits goes back into the prompt, before what is in it; false where none waits. */
  #takeBack(): boolean {
    const queued = this.#session.takeBack();
    if (queued === undefined) {
      return false;
    }
    const text = this.#prompt.isEmpty ? queued : `${queued}\n${this.#prompt.text}`;
    this.#prompt.edit({ type: "set", text });
    return true;
  }

  #setLeaving(isLeaving: boolean): void {
    clearTimeout(this.#leavingTimer);
    this.#ui.update((ui) => ({ ...ui, isLeaving }));
    if (isLeaving) {
      this.#leavingTimer = setTimeout(() => this.#setLeaving(false), leavingTime).unref();
    }
  }
}
