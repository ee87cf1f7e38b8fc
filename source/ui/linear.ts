/**
 * The application line by line: for screen readers, to which a moving screen is noise, and for terminals that cannot
 * move a cursor. Each line begins with a word for what it is; nothing is timed, redrawn or said by colour.
 */
import { createInterface, type Interface } from "node:readline";
import { exitCodes } from "../base/failure.js";
import { isTurnRunning } from "../loop/session.js";
import { PromptHistory } from "./prompt/prompt-history.js";
import { withoutLinks } from "./rows/hyperlinks.js";
import { spokenItem } from "./rows/spoken-item.js";
import { withoutColor } from "./rows/theme.js";
import { safeLine, safeLines } from "./rows/wrap.js";
import type { Opened, OpenedSession } from "./services.js";
import { SessionStore, type ShownSession } from "./session/session-store.js";
import { runCommand } from "./slash/run-slash-command.js";
import type { SlashContext } from "./slash/slash-commands.js";
import type { AppOptions } from "./start.js";
import type { Terminal } from "./terminal/terminal.js";
import { exitCodeOf, watchWaysOut } from "./terminal/ways-out.js";
import type { PickEntry } from "./ui-state.js";
import type { Item } from "./view/view.js";

/** Runs until the user leaves, or with `exitAfterTurn` until the turn is over. */
export async function runLinear(options: AppOptions, terminal: Terminal): Promise<{ exitCode: number }> {
  withoutColor();
  withoutLinks();
  const opened = await options.open();
  const history = new PromptHistory();
  if (opened.services.promptHistory) {
    history.open(opened.services.promptHistory);
  }
  const application = new LinearApplication(options, opened, terminal, history);
  const exitCode = await application.run();
  await history.saved();
  return { exitCode };
}

class LinearApplication {
  readonly #options: AppOptions;
  readonly #terminal: Terminal;
  readonly #history: PromptHistory;
  readonly #lines: Interface;
  readonly #opened: Opened;
  #current: OpenedSession;
  #loop: SessionStore;
  #stop = () => {};
  #told = 0;
  #phase = "";
  /** Calls that are said to run. */
  readonly #begun = new Set<string>();
  #isLeaving = false;
  /** Takes the next line, where something was asked. */
  #answer: ((line: string) => void) | undefined;
  #end: (exitCode: number) => void = () => {};

  constructor(options: AppOptions, opened: Opened, terminal: Terminal, history: PromptHistory) {
    this.#options = options;
    this.#terminal = terminal;
    this.#history = history;
    this.#opened = opened;
    this.#current = opened;
    this.#loop = new SessionStore(opened.session, opened.past);
    leaveModesOfGone(terminal.input);
    this.#lines = createInterface({
      input: terminal.input,
      output: terminal.output,
      terminal: terminal.env.TERM !== "dumb",
      history: history.entries.toReversed(),
      prompt: "> ",
    });
  }

  async run(): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.#end = resolve;
    });
    this.#lines.on("line", (line) => this.#onLine(line));
    this.#lines.on("SIGINT", () => this.#interrupt());
    // After what else the end of the input means: that the terminal is gone.
    this.#lines.on("close", () => setImmediate(() => this.#end(0)));
    const stopWatching = watchWaysOut(this.#terminal, (way) =>
      way === "SIGINT" ? this.#interrupt() : this.#end(exitCodeOf[way]),
    );
    this.#say("copperhead. Type a request, or /help.");
    this.#follow();
    this.#opened.work?.().then(
      (exitCode) => exitCode !== undefined && this.#end(exitCode),
      () => this.#end(exitCodes.failed),
    );
    if (this.#options.initialRequest !== undefined) {
      this.#onLine(this.#options.initialRequest);
    }
    const exitCode = await ended;
    await this.#current.session.close();
    this.#loop.flush();
    this.#stop();
    this.#lines.close();
    stopWatching();
    const turn = this.#loop.state.get().view.exitCode ?? exitCodes.interrupted;
    return this.#options.exitAfterTurn && exitCode === exitCodes.done ? turn : exitCode;
  }

  #follow(): void {
    const stops = [
      this.#loop.state.subscribe(() => this.#onState(this.#loop.state.get())),
      this.#loop.follow(),
    ];
    this.#stop = () => {
      for (const stop of stops) {
        stop();
      }
    };
    this.#onState(this.#loop.state.get());
  }

  #onState({ view, snapshot }: ShownSession): void {
    const items = view.history.slice(this.#told);
    this.#told = view.history.length;
    for (const item of items) {
      this.#tell(item);
    }
    // Those that are over within a frame are told as done, and only that.
    for (const { itemId, title } of view.calls.filter((call) => !this.#begun.has(call.itemId))) {
      this.#begun.add(itemId);
      this.#say(`Tool, running: ${safeLine(title)}`);
    }
    if (snapshot.phase !== this.#phase) {
      this.#phase = snapshot.phase;
      this.#onPhase(snapshot.phase);
    }
  }

  #tell(item: Item): void {
    // The user's own words are on the screen already.
    if (item.kind !== "request") {
      this.#say(spokenItem(item).join("\n"));
    }
    if (item.kind === "turn" && this.#options.exitAfterTurn) {
      this.#end(item.exitCode);
    }
  }

  #onPhase(phase: string): void {
    const { approval } = this.#loop.snapshot();
    if (phase === "approving" && approval) {
      this.#say(
        `Change waits: ${safeLine(approval.path)}\n${safeLines(approval.diff).join("\n")}\nMake it? y yes, n no, a all of this turn`,
      );
    } else if (phase === "stopping") {
      this.#say("Stopping. Ctrl-C again ends it at once.");
    } else if (phase === "idle") {
      this.#lines.prompt();
    }
  }

  #say(text: string): void {
    if (text !== "") {
      this.#terminal.output.write(`${text}\n`);
    }
  }

  #onLine(line: string): void {
    const text = line.trim();
    this.#isLeaving = false;
    if (this.#answer) {
      const answer = this.#answer;
      this.#answer = undefined;
      answer(text);
    } else if (this.#loop.snapshot().approval && /^[yna]/i.test(text)) {
      this.#decide(text);
    } else if (text.startsWith("/")) {
      void runCommand(text, this.#context(), (busy) => this.#say(busy ? `Working: ${busy}.` : "")).then(() =>
        this.#lines.prompt(),
      );
    } else if (text !== "") {
      this.#history.add(text);
      this.#loop.submit(text);
    }
  }

  #decide(text: string): void {
    const [letter = "", ...rest] = text;
    const reason = rest.join("").replace(/^o?\s*/, "");
    if (letter.toLowerCase() === "n") {
      this.#loop.decide(reason === "" ? { answer: "no" } : { answer: "no", reason });
    } else {
      this.#loop.decide({ answer: letter.toLowerCase() === "y" ? "yes" : "always" });
    }
  }

  #interrupt(): void {
    const snapshot = this.#loop.snapshot();
    if (snapshot.approval) {
      this.#loop.decide({ answer: "no" });
    } else if (isTurnRunning(snapshot)) {
      this.#current.session.interrupt();
    } else if (this.#isLeaving) {
      this.#end(0);
    } else {
      this.#isLeaving = true;
      this.#say("Ctrl-C again to leave.");
    }
  }

  #context(): SlashContext {
    return {
      loop: this.#loop,
      services: this.#opened.services,
      tell: (item) => this.#loop.tell(item),
      pick: (title, entries, select) => this.#pick(title, entries, select),
      open: (opened) => this.#open(opened),
      toggleThinking: () => false,
      quit: () => this.#end(0),
    };
  }

  #pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void {
    const rows = entries.map(
      ({ label, note }, index) => `${index + 1}. ${safeLines(`${label} ${note}`).join(" ")}`,
    );
    this.#say(`${title}:\n${rows.join("\n")}\nNumber?`);
    this.#answer = (line) => {
      const entry = entries[Number(line) - 1];
      if (entry) {
        select(entry.value);
      }
    };
  }

  #open(opened: OpenedSession): void {
    this.#stop();
    void this.#current.session.close();
    this.#current = opened;
    this.#loop = new SessionStore(opened.session, opened.past);
    this.#told = 0;
    this.#follow();
  }
}

/** Node 20 crashes where readline puts a terminal back that is gone, before anything else can be cleaned up. */
function leaveModesOfGone(input: Terminal["input"]): void {
  const leave = () => {
    input.setRawMode = () => input;
  };
  input.once("end", leave).once("error", leave);
}
