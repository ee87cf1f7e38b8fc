/** The application on a terminal: its parts put together, and its ways out. */
import { setImmediate as nextTask } from "node:timers/promises";
import { render } from "ink";
import { exitCodes } from "../base/failure.js";
import { Controller } from "./controller.js";
import { Dialogs } from "./dialogs.js";
import { Shutdown } from "./ending.js";
import type { Key } from "./keys/key.js";
import type { KeyReader } from "./keys/key-reader.js";
import { App } from "./panes/app.js";
import { Prompt } from "./prompt/prompt.js";
import { PromptHistory } from "./prompt/prompt-history.js";
import { loadHighlighter } from "./rows/highlight.js";
import { supportsLinks, withoutLinks } from "./rows/hyperlinks.js";
import { theme, withoutColor } from "./rows/theme.js";
import { loadUnicodeTables, safeLine } from "./rows/wrap.js";
import type { Opened } from "./services.js";
import type { SessionStore } from "./session/session-store.js";
import { ShownSessions } from "./session/shown-sessions.js";
import { watchLoop } from "./session/watch-session.js";
import { failed, slashCommands } from "./slash/slash-commands.js";
import type { AppOptions } from "./start.js";
import { Store } from "./store.js";
import type { TerminalGuard } from "./terminal/guard.js";
import { HandOver } from "./terminal/hand-over.js";
import { Screen } from "./terminal/screen.js";
import type { Terminal } from "./terminal/terminal.js";
import { TerminalShell } from "./terminal/terminal-shell.js";
import { exitCodeOf, type WayOut, watchWaysOut } from "./terminal/ways-out.js";
import { initialUi, leaving, type UiState } from "./ui-state.js";
import type { Item } from "./view/view.js";

/** Ink draws when it is told to; what is told is gathered before. */
const unthrottled = 1000;

const isInterrupt = (key: Key) => key.kind === "chord" && key.chord === "ctrl+c";

/** The terminal, held already. */
export type Held = { terminal: Terminal; guard: TerminalGuard; reader: KeyReader };

export class Application {
  readonly #options: AppOptions;
  readonly #terminal: Terminal;
  readonly #ui = new Store<UiState>(initialUi);
  readonly #history = new PromptHistory();
  readonly #prompt: Prompt;
  readonly #dialogs: Dialogs;
  readonly #controller: Controller;
  readonly #sessions = new ShownSessions();
  readonly #screen: Screen;
  readonly #reader: KeyReader;
  readonly #handOver: HandOver;
  #farewell: string | undefined;
  readonly #ending = new Shutdown();
  #unfollow = () => {};

  constructor(options: AppOptions, { terminal, guard, reader }: Held) {
    this.#options = options;
    this.#terminal = terminal;
    if (options.initialRequest !== undefined) {
      this.#sessions.keep(options.initialRequest);
    }
    this.#prompt = new Prompt(this.#history, () => ({
      commands: slashCommands,
      files: this.#ui.get().files,
    }));
    this.#dialogs = new Dialogs(this.#ui);
    this.#reader = reader;
    this.#screen = new Screen(terminal);
    this.#handOver = new HandOver({ guard, reader, screen: this.#screen });
    this.#controller = new Controller({
      prompt: this.#prompt,
      ui: this.#ui,
      dialogs: this.#dialogs,
      shell: new TerminalShell({
        env: terminal.env,
        screen: this.#screen,
        handOver: this.#handOver,
        sessions: this.#sessions,
        prompt: this.#prompt,
        dialogs: this.#dialogs,
        ui: this.#ui,
        ending: this.#ending,
      }),
    });
  }

  async run(): Promise<{ exitCode: number }> {
    const { env } = this.#terminal;
    if (env.NO_COLOR && !env.FORCE_COLOR) {
      withoutColor();
    }
    if (!supportsLinks(env)) {
      withoutLinks();
    }
    const stopWatching = watchWaysOut(this.#terminal, (way) => this.#leaveBy(way));
    const onContinued = () => this.#handOver.continued();
    process.on("SIGCONT", onContinued);
    try {
      const app = (
        <App
          current={this.#sessions.current}
          controller={this.#controller}
          prompt={this.#prompt}
          ui={this.#ui}
          screen={this.#screen}
          onLoop={this.#follow}
        />
      );
      const ink = render(app, {
        stdout: this.#screen as unknown as NodeJS.WriteStream,
        stdin: this.#terminal.input,
        exitOnCtrlC: false,
        isScreenReaderEnabled: false,
        maxFps: unthrottled,
      });
      const crashed = ink.waitUntilExit();
      this.#reader.deliverTo(this.#controller.onKeys);
      const opening = this.#open();
      const { asked } = this.#ending;
      const closing = () => this.#ending.wait(opening.then(() => this.#sessions.session.close()));
      await Promise.race([
        asked,
        // A drawing that fails ends the panes, never the care for what the turn left.
        crashed.then(() => asked).catch((error: unknown) => closing().then(() => Promise.reject(error))),
        opening.then(() => asked),
      ]);
      await this.#handOver.recall();
      this.#ui.update((ui) => ({ ...ui, busy: leaving }));
      this.#reader.deliverTo((keys) => keys.some(isInterrupt) && this.#hurry());
      await closing();
      this.#sessions.loop?.flush();
      // React draws what was flushed in a task of its own.
      await nextTask();
      ink.unmount();
      return { exitCode: this.#exitCode };
    } finally {
      this.#unfollow();
      this.#screen.close();
      stopWatching();
      process.off("SIGCONT", onContinued);
      await this.#history.saved();
      this.#sayFarewell();
    }
  }

  /** What can wait until the first frame is there. Rejects where there is no session to be had. */
  async #open(): Promise<void> {
    await nextTask();
    loadUnicodeTables();
    const opened = await this.#options.open();
    const { services } = opened;
    if (services.promptHistory) {
      this.#history.open(services.promptHistory);
    }
    this.#farewell = opened.farewell;
    await this.#sessions.open(opened);
    if (!this.#ending.isAsked) {
      this.#begin(opened);
    }
  }

  #begin({ services, work }: Opened): void {
    work?.().then(
      (exitCode) => exitCode !== undefined && this.#ending.ask(exitCode),
      (error: unknown) => {
        this.#sessions.tell(failed(error));
        this.#ending.ask(exitCodes.failed);
      },
    );
    for (const text of this.#sessions.takeKept()) {
      this.#controller.send(text);
    }
    const quietly = (work: Promise<unknown>) => void work.catch(() => {});
    quietly(services.branch().then((branch) => this.#ui.update((ui) => ({ ...ui, branch }))));
    quietly(services.files().then((files) => this.#ui.update((ui) => ({ ...ui, files }))));
    quietly(loadHighlighter());
  }

  readonly #follow = (loop: SessionStore): void => {
    this.#unfollow();
    this.#unfollow = watchLoop(loop, this.#screen, {
      onState: () => this.#controller.sessionChanged(),
      onItem: (item) => this.#onItem(item),
    });
    this.#sessions.followed(loop);
  };

  /** Whoever leaves in the middle of the one turn there is has interrupted it. */
  get #exitCode(): number {
    const { exitCode } = this.#ending;
    const turn = this.#sessions.loop?.state.get().view.exitCode ?? exitCodes.interrupted;
    return this.#options.exitAfterTurn && exitCode === exitCodes.done ? turn : exitCode;
  }

  #onItem(item: Item): void {
    if (item.kind !== "turn") {
      return;
    }
    if (this.#options.exitAfterTurn) {
      this.#ending.ask(item.exitCode);
    } else if (item.status !== "completed" && item.files.length > 0) {
      const message = "What this turn changed is kept.";
      this.#sessions.tell({
        kind: "notice",
        tone: "info",
        message,
        advice: "/diff shows it, /undo puts it back.",
      });
    }
  }

  /** The user will not wait: what still runs is ended at once. */
  #hurry(): void {
    this.#sessions.session.interrupt();
    this.#sessions.session.interrupt();
    this.#ending.hurry();
  }

  /** Ctrl-C while another program has the terminal is a signal to us too. */
  #leaveBy(way: WayOut): void {
    if (this.#ending.isAsked && (way === "SIGINT" || way === "SIGTERM")) {
      this.#ending.ask(exitCodeOf[way]);
      this.#hurry();
    } else if (way !== "SIGINT" || !this.#handOver.hasKeyboardElsewhere) {
      this.#ending.ask(exitCodeOf[way]);
    } else if (this.#sessions.loop?.snapshot().phase === "idle") {
      this.#handOver.end();
    } else {
      this.#sessions.session.interrupt();
    }
  }

  #sayFarewell(): void {
    const hasTurns = this.#sessions.loop?.state.get().view.exitCode !== undefined;
    if (hasTurns && this.#farewell !== undefined) {
      this.#terminal.output.write(`${theme.muted(safeLine(this.#farewell))}\n`);
    }
  }
}
