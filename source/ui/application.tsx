/** The application on a terminal: its parts put together, and its ways out. */
import { setImmediate as nextTask } from "node:timers/promises";
import { render } from "ink";
import { exitCodes } from "../runtime/failure.js";
import { App } from "./app.js";
import { runCommand } from "./command-runner.js";
import { Controller, type Shell } from "./controller.js";
import { Dialogs } from "./dialogs.js";
import { Ending } from "./ending.js";
import { ExternalViews } from "./external-views.js";
import type { AgentLoop } from "./hooks/agent-loop.js";
import type { KeyReader } from "./input/key-reader.js";
import type { Key } from "./input/keys.js";
import { Prompt } from "./input/prompt.js";
import { PromptHistory } from "./input/prompt-history.js";
import { QuestionInput } from "./input/question-input.js";
import { promptSign } from "./panes/prompt-rows.js";
import { loadHighlighter } from "./render/highlight.js";
import { takesLinks, withoutLinks } from "./render/links.js";
import { loadUnicodeTables, safeLine } from "./render/text.js";
import type { AppOptions } from "./run.js";
import type { Opened, OpenedSession } from "./services.js";
import { ShownSessions } from "./shown-sessions.js";
import { type CommandContext, failed, slashCommands } from "./slash-commands.js";
import { StartingSession } from "./starting-session.js";
import { Store } from "./store.js";
import type { TerminalGuard } from "./terminal/guard.js";
import { HandOver } from "./terminal/hand-over.js";
import { Screen } from "./terminal/screen.js";
import type { Terminal } from "./terminal/terminal.js";
import { exitCodeOf, type WayOut, watchWaysOut } from "./terminal/ways-out.js";
import { theme, withoutColor } from "./theme.js";
import { initialUi, leaving, type UiState } from "./ui-state.js";
import type { Item } from "./view/view.js";
import { watchLoop } from "./watch-loop.js";

/** Ink draws when it is told to; what is told is gathered before. */
const unthrottled = 1000;

const isInterrupt = (key: Key) => key.kind === "chord" && key.chord === "ctrl+c";

/** The terminal, held already. */
export type Held = { terminal: Terminal; guard: TerminalGuard; reader: KeyReader };

export class Application implements Shell {
  readonly #options: AppOptions;
  readonly #terminal: Terminal;
  readonly #ui = new Store<UiState>(initialUi);
  readonly #question = new QuestionInput();
  readonly #history = new PromptHistory();
  readonly #prompt: Prompt;
  readonly #dialogs: Dialogs;
  readonly #controller: Controller;
  readonly #starting = new StartingSession();
  readonly #sessions = new ShownSessions(this.#starting);
  readonly #screen: Screen;
  readonly #reader: KeyReader;
  readonly #handOver: HandOver;
  readonly #views: ExternalViews;
  #opened: Opened | undefined;
  #loop: AgentLoop | undefined;
  readonly #ending = new Ending();
  #unfollow = () => {};
  #onFollowed = () => {};

  constructor(options: AppOptions, { terminal, guard, reader }: Held) {
    this.#options = options;
    this.#terminal = terminal;
    if (options.initialRequest !== undefined) {
      this.#starting.submit(options.initialRequest);
    }
    this.#prompt = new Prompt(this.#history, () => ({
      commands: slashCommands,
      files: this.#ui.get().files,
    }));
    this.#dialogs = new Dialogs(this.#ui, this.#question);
    this.#controller = new Controller({
      prompt: this.#prompt,
      ui: this.#ui,
      dialogs: this.#dialogs,
      shell: this,
    });
    this.#reader = reader;
    this.#screen = new Screen(terminal);
    this.#handOver = new HandOver({ guard, reader, screen: this.#screen });
    this.#views = new ExternalViews({
      handOver: this.#handOver,
      env: terminal.env,
      prompt: this.#prompt,
      sessions: this.#sessions,
    });
  }

  async run(): Promise<{ exitCode: number }> {
    const { env } = this.#terminal;
    if (env.NO_COLOR && !env.FORCE_COLOR) {
      withoutColor();
    }
    if (!takesLinks(env)) {
      withoutLinks();
    }
    const stopWatching = watchWaysOut(this.#terminal, (way) => this.#leaveBy(way));
    try {
      const app = (
        <App
          current={this.#sessions.current}
          controller={this.#controller}
          prompt={this.#prompt}
          dialogs={this.#dialogs}
          ui={this.#ui}
          screen={this.#screen}
          onLoop={this.#follow}
        />
      );
      const ink = render(app, {
        stdout: this.#screen as unknown as NodeJS.WriteStream,
        stdin: this.#question as unknown as NodeJS.ReadStream,
        exitOnCtrlC: false,
        isScreenReaderEnabled: false,
        maxFps: unthrottled,
      });
      const crashed = ink.waitUntilExit();
      this.#reader.deliverTo(this.#controller.onKeys);
      const opening = this.#open();
      const { asked } = this.#ending;
      const exitCode = await Promise.race([asked, crashed.then(() => asked), opening.then(() => asked)]);
      this.#ui.update((ui) => ({ ...ui, busy: leaving }));
      this.#reader.deliverTo((keys) => keys.some(isInterrupt) && this.#hurry());
      await this.#ending.wait(opening.then(() => this.#sessions.session.close()));
      this.#loop?.flush();
      // React draws what was flushed in a task of its own.
      await nextTask();
      ink.unmount();
      return { exitCode };
    } finally {
      this.#unfollow();
      this.#screen.close();
      stopWatching();
      await this.#history.saved();
      this.#sayFarewell();
    }
  }

  promptWidth(): number {
    return this.#screen.size.columns - promptSign.length;
  }

  quit(exitCode: number): void {
    this.#ending.ask(exitCode);
  }

  suspend(): void {
    this.#handOver.suspend();
  }

  redraw(): void {
    this.#screen.hide();
    this.#screen.show();
  }

  showTranscript(): void {
    if (this.#loop) {
      this.#loop.flush();
      const read = this.#opened?.services.recorded ?? (async () => []);
      this.#tellFailure(this.#views.showTranscript(this.#loop.state.get(), this.#screen.size.columns, read));
    }
  }

  editPrompt(): void {
    this.#tellFailure(this.#views.editPrompt());
  }

  runCommand(line: string): void {
    const loop = this.#loop;
    if (!loop || !this.#opened) {
      loop?.submit(line);
      return;
    }
    const context: CommandContext = {
      loop,
      services: this.#opened.services,
      tell: (item) => this.#tell(item),
      pick: (title, entries, select) => this.#dialogs.pick(title, entries, select),
      open: (opened) => this.#show(opened),
      toggleThinking: () => {
        this.#ui.update((ui) => ({ ...ui, showsThinking: !ui.showsThinking }));
        return this.#ui.get().showsThinking;
      },
      quit: () => this.quit(0),
    };
    void runCommand(line, context, (busy) => this.#ui.update((ui) => ({ ...ui, busy })));
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
    const followed = new Promise<void>((resolve) => {
      this.#onFollowed = resolve;
    });
    this.#opened = opened;
    this.#show(opened);
    await followed;
    if (!this.#ending.isAsked) {
      this.#begin(opened);
    }
  }

  #begin({ services, work }: Opened): void {
    work?.().then(
      (exitCode) => exitCode !== undefined && this.quit(exitCode),
      (error: unknown) => {
        this.#tell(failed(error));
        this.quit(exitCodes.failed);
      },
    );
    for (const text of this.#starting.takeAll()) {
      this.#controller.send(text);
    }
    const quietly = (work: Promise<unknown>) => void work.catch(() => {});
    quietly(services.branch().then((branch) => this.#ui.update((ui) => ({ ...ui, branch }))));
    quietly(services.files().then((files) => this.#ui.update((ui) => ({ ...ui, files }))));
    quietly(loadHighlighter());
  }

  readonly #follow = (loop: AgentLoop): void => {
    this.#unfollow();
    this.#loop = loop;
    this.#unfollow = watchLoop(loop, this.#screen, {
      onState: () => this.#controller.sessionChanged(),
      onItem: (item) => this.#onItem(item),
    });
    this.#onFollowed();
  };

  #onItem(item: Item): void {
    if (item.kind !== "turn") {
      return;
    }
    if (this.#options.exitAfterTurn) {
      this.quit(item.exitCode);
    } else if (item.status !== "completed" && item.files.length > 0) {
      const message = "What this turn changed is kept.";
      this.#tell({ kind: "notice", tone: "info", message, advice: "/diff shows it, /undo puts it back." });
    }
  }

  #tell(item: Item): void {
    this.#loop?.tell(item);
  }

  #tellFailure(work: Promise<void>): void {
    work.catch((error: unknown) => this.#tell(failed(error)));
  }

  /** The user will not wait: what still runs is ended at once. */
  #hurry(): void {
    this.#sessions.session.interrupt();
    this.#sessions.session.interrupt();
    this.#ending.hurry();
  }

  /** The history on the screen stays; that of the other session follows it. */
  #show(opened: OpenedSession): void {
    this.#sessions.show(opened, this.#loop?.state.get().view.history ?? []);
  }

  /** Ctrl-C while another program has the terminal is a signal to us too. */
  #leaveBy(way: WayOut): void {
    if (this.#ending.isAsked && (way === "SIGINT" || way === "SIGTERM")) {
      this.#hurry();
    } else if (way !== "SIGINT" || !this.#handOver.isAway) {
      this.quit(exitCodeOf[way]);
    } else if (this.#loop?.snapshot().phase === "idle") {
      this.#handOver.end();
    } else {
      this.#sessions.session.interrupt();
    }
  }

  #sayFarewell(): void {
    const hasTurns = this.#loop?.state.get().view.exitCode !== undefined;
    if (hasTurns && this.#opened?.farewell) {
      this.#terminal.output.write(`${theme.muted(safeLine(this.#opened.farewell))}\n`);
    }
  }
}
