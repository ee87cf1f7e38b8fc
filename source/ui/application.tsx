/** The application on a terminal: its parts put together, and its ways out. */
import { setImmediate as nextTask } from "node:timers/promises";
import { render } from "ink";
import { exitCodes } from "../base/failure.js";
import { onLongWait } from "../base/waits.js";
import { Controller } from "./controller.js";
import { Dialogs } from "./dialogs.js";
import { Ending } from "./ending.js";
import type { Key } from "./keys/key.js";
import type { KeyReader } from "./keys/key-reader.js";
import { App } from "./panes/app.js";
import { Prompt } from "./prompt/prompt.js";
import { PromptHistory } from "./prompt/prompt-history.js";
import { loadHighlighter } from "./rows/highlight.js";
import { linkFiles, supportsLinks, withoutLinks } from "./rows/hyperlinks.js";
import { theme, withoutColor } from "./rows/theme.js";
import { loadUnicodeTables, safeLine } from "./rows/wrap.js";
import type { AppOptions, Opened, PastTurns } from "./services.js";
import { attention, titleBytes } from "./session/attention.js";
import { SessionOwner } from "./session/session-owner.js";
import type { ShownSession } from "./session/session-store.js";
import { failed } from "./slash/command-items.js";
import { slashCommands } from "./slash/slash-commands.js";
import { Store } from "./store.js";
import type { TerminalGuard } from "./terminal/guard.js";
import { HandOver } from "./terminal/hand-over.js";
import { PictureQuery } from "./terminal/picture-query.js";
import { Screen } from "./terminal/screen.js";
import type { Terminal } from "./terminal/terminal.js";
import { terminalShell } from "./terminal/terminal-shell.js";
import { exitCodeOf, type WayOut, watchWaysOut } from "./terminal/ways-out.js";
import { initialUi, leaving, type UiState } from "./ui-state.js";
import { placesIn } from "./view/places.js";
import type { Item } from "./view/view.js";

/** Ink draws whenever the state changes; changes are gathered before. */
const unthrottled = 1000;

const isInterrupt = (key: Key) => key.kind === "chord" && key.chord === "ctrl+c";

/** The terminal, held already. */
type Held = { terminal: Terminal; guard: TerminalGuard; reader: KeyReader };

export class Application {
  readonly #options: AppOptions;
  readonly #terminal: Terminal;
  readonly #reader: KeyReader;
  readonly #screen: Screen;
  readonly #handOver: HandOver;
  readonly #pictureQuery: PictureQuery;
  readonly #ui = new Store<UiState>(initialUi);
  readonly #history = new PromptHistory();
  readonly #prompt: Prompt;
  readonly #owner: SessionOwner;
  readonly #ending: Ending;
  readonly #controller: Controller;
  #farewell: string | undefined;

  constructor(options: AppOptions, { terminal, guard, reader }: Held) {
    this.#options = options;
    this.#terminal = terminal;
    this.#reader = reader;
    this.#screen = new Screen(terminal);
    this.#handOver = new HandOver({ guard, reader, screen: this.#screen, env: terminal.env });
    this.#ending = new Ending(options.exitAfterTurn ?? false);
    this.#owner = new SessionOwner((show) => this.#open(show));
    this.#prompt = new Prompt(this.#history, () => ({
      commands: [...slashCommands, ...this.#ui.get().commands],
      files: this.#ui.get().files,
      places: () => placesIn(this.#owner.session.state.get().view.history),
    }));
    const { session } = this.#owner;
    const parts = { prompt: this.#prompt, ui: this.#ui, dialogs: new Dialogs(this.#ui) };
    this.#pictureQuery = new PictureQuery({ reader, screen: this.#screen, env: terminal.env });
    const shell = terminalShell({
      ...parts,
      screen: this.#screen,
      pictureQuery: this.#pictureQuery,
      handOver: this.#handOver,
      owner: this.#owner,
      ending: this.#ending,
    });
    this.#controller = new Controller({ ...parts, session, shell });
    if (options.initialRequest !== undefined) {
      session.submit(options.initialRequest);
      this.#history.add(options.initialRequest);
    }
  }

  /** Runs until the end is asked for, and returns the exit code. */
  async run(): Promise<number> {
    const { env } = this.#terminal;
    if (env.NO_COLOR && !env.FORCE_COLOR) {
      withoutColor();
    }
    if (!supportsLinks(env)) {
      withoutLinks();
    }
    const { session } = this.#owner;
    const stopWatching = watchWaysOut(this.#terminal, (way) => this.#leaveBy(way));
    const stopWaits = onLongWait((wait) => this.#ui.update((ui) => ({ ...ui, wait })));
    const onContinued = () => this.#handOver.continued();
    process.on("SIGCONT", onContinued);
    this.#screen.control(titleBytes(session.snapshot()));
    session.watch((...change) => this.#onState(...change));
    try {
      await this.#show();
      return this.#ending.exitCode;
    } finally {
      this.#screen.close();
      stopWatching();
      stopWaits();
      process.off("SIGCONT", onContinued);
      await this.#history.saved();
      this.#showFarewell();
    }
  }

  /** Draws until the end, which is waited for before the panes go. Rejects where a drawing or the opening failed. */
  async #show(): Promise<void> {
    const app = (
      <App
        owner={this.#owner}
        controller={this.#controller}
        prompt={this.#prompt}
        ui={this.#ui}
        screen={this.#screen}
        onStart={this.#onStart}
      />
    );
    const ink = render(app, {
      stdout: this.#screen as unknown as NodeJS.WriteStream,
      stdin: this.#terminal.input,
      exitOnCtrlC: false,
      isScreenReaderEnabled: false,
      maxFps: unthrottled,
    });
    ink.waitUntilExit().catch((error: unknown) => this.#ending.fail(error));
    this.#reader.deliverTo(this.#controller.onKeys);
    try {
      await this.#ending.asked;
    } finally {
      await this.#handOver.recall();
      this.#ui.update((ui) => ({ ...ui, busy: leaving }));
      this.#reader.deliverTo((keys) => keys.some(isInterrupt) && this.#hurry());
      await this.#ending.wait(this.#owner.close());
      await this.#pictureQuery.settled();
      this.#owner.session.flush();
      // React draws what was flushed in a task of its own.
      await nextTask();
      ink.unmount();
    }
  }

  /** What can wait until the first frame is there. Rejects where no session can be opened. */
  async #open(show: (past: PastTurns) => void): Promise<Opened> {
    await nextTask();
    loadUnicodeTables();
    const opened = await this.#options.open(show);
    if (opened.services.promptHistory) {
      this.#history.open(opened.services.promptHistory);
    }
    this.#farewell = opened.farewell;
    return opened;
  }

  readonly #onStart = (started: Promise<Opened>): void => {
    started.then((opened) => this.#begin(opened)).catch((error: unknown) => this.#ending.fail(error));
  };

  #begin({ services, work, greeting }: Opened): void {
    if (this.#ending.isAsked) {
      return;
    }
    work?.().then(
      (exitCode) => exitCode !== undefined && this.#ending.ask(exitCode),
      (error: unknown) => {
        this.#owner.session.add(failed(error));
        this.#ending.ask(exitCodes.failed);
      },
    );
    for (const text of this.#owner.waiting) {
      this.#controller.send(text);
    }
    greeting?.().then(
      (notices) => {
        for (const notice of notices) {
          this.#owner.session.add(notice);
        }
      },
      () => {},
    );
    const quietly = (task: Promise<unknown>) => void task.catch(() => {});
    quietly(services.branch().then((branch) => this.#ui.update((ui) => ({ ...ui, branch }))));
    quietly(services.files().then((files) => this.#showFiles(files, services.root)));
    quietly(services.commands().then((commands) => this.#ui.update((ui) => ({ ...ui, commands }))));
    quietly(loadHighlighter());
  }

  /** From now on files are completed, and linked to. */
  #showFiles(files: readonly string[], root: string | undefined): void {
    this.#ui.update((ui) => ({ ...ui, files }));
    if (root !== undefined) {
      linkFiles(root, files);
    }
  }

  #onState({ snapshot }: ShownSession, before: ShownSession, added: readonly Item[]): void {
    this.#screen.control(
      attention(before.snapshot, snapshot, {
        now: Date.now(),
        notify: this.#owner.services?.notify ?? "bell",
        hasFocus: this.#reader.hasFocus,
      }),
    );
    this.#controller.sessionChanged();
    for (const item of added) {
      if (item.kind === "turn") {
        this.#onTurn(item);
      }
    }
  }

  #onTurn({ status, exitCode, files }: Extract<Item, { kind: "turn" }>): void {
    this.#ending.turnEnded(exitCode);
    if (!this.#options.exitAfterTurn && status !== "completed" && files.length > 0) {
      const message = "What this turn changed is kept.";
      const advice = "/diff shows it, /undo puts it back.";
      this.#owner.session.add({ kind: "notice", tone: "info", message, advice });
    }
  }

  /** The user will not wait: what still runs is ended at once. */
  #hurry(): void {
    this.#owner.interrupt();
    this.#owner.interrupt();
    this.#ending.hurry();
  }

  /** Ctrl-C while another program has the terminal is a signal to us too. */
  #leaveBy(way: WayOut): void {
    if (this.#ending.isAsked && (way === "SIGINT" || way === "SIGTERM")) {
      this.#ending.ask(exitCodeOf[way]);
      this.#hurry();
    } else if (way !== "SIGINT" || !this.#handOver.hasKeyboardElsewhere) {
      this.#ending.ask(exitCodeOf[way]);
    } else if (this.#owner.session.snapshot().phase === "idle") {
      this.#handOver.end();
    } else {
      this.#owner.interrupt();
    }
  }

  #showFarewell(): void {
    const { history } = this.#owner.session.state.get().view;
    if (this.#farewell !== undefined && history.some(({ kind }) => kind === "turn")) {
      this.#terminal.output.write(`${theme.muted(safeLine(this.#farewell))}\n`);
    }
  }
}
