/**
 * The application line by line: for screen readers, to which a moving screen is noise, and for terminals that cannot
 * move a cursor. Each line begins with a word for what it is; nothing is timed, redrawn or shown by colour alone.
 */
import { createInterface, type Interface } from "node:readline";
import { exitCodes } from "../base/failure.js";
import { isTurnRunning } from "../loop/session.js";
import { Ending } from "./ending.js";
import { PromptHistory } from "./prompt/prompt-history.js";
import { withoutLinks } from "./rows/hyperlinks.js";
import { nameList } from "./rows/name-list.js";
import { runningCall } from "./rows/running-call.js";
import { spokenItem } from "./rows/spoken-item.js";
import { withoutColor } from "./rows/theme.js";
import { safeLine, safeLines } from "./rows/wrap.js";
import type { AppOptions, AppServices, Opened } from "./services.js";
import { SessionOwner } from "./session/session-owner.js";
import type { SessionStore, ShownSession } from "./session/session-store.js";
import { runCommand } from "./slash/run-slash-command.js";
import type { SlashContext } from "./slash/slash-command.js";
import type { Terminal } from "./terminal/terminal.js";
import { exitCodeOf, watchWaysOut } from "./terminal/ways-out.js";
import type { PickEntry } from "./ui-state.js";

/** Runs until the user leaves, or with `exitAfterTurn` until the turn is over. Returns the exit code. */
export async function runLinear(options: AppOptions, terminal: Terminal): Promise<number> {
  withoutColor();
  withoutLinks();
  const owner = new SessionOwner(options.open);
  const opened = await owner.start();
  const history = new PromptHistory();
  if (opened.services.promptHistory) {
    history.open(opened.services.promptHistory);
  }
  const ending = new Ending(options.exitAfterTurn ?? false);
  const application = new LinearApplication({ terminal, history, owner, services: opened.services, ending });
  await application.run(opened, options.initialRequest);
  await history.saved();
  return ending.exitCode;
}

type Parts = {
  terminal: Terminal;
  history: PromptHistory;
  owner: SessionOwner;
  services: AppServices;
  ending: Ending;
};

class LinearApplication {
  readonly #parts: Parts;
  readonly #session: SessionStore;
  readonly #lines: Interface;
  /** Items of the history that were written. */
  #written = 0;
  #phase = "";
  /** Calls that were written as running. */
  readonly #begun = new Set<string>();
  #isLeaving = false;
  /** Stops the slash command that runs, or ran last. */
  #command = new AbortController();
  #isBusy = false;
  /** Reads the next line, where something was asked. */
  #answer: ((line: string) => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#session = parts.owner.session;
    const { input, output, env } = parts.terminal;
    leaveModesOfGone(input);
    this.#lines = createInterface({
      input,
      output,
      terminal: env.TERM !== "dumb",
      history: parts.history.entries.toReversed(),
      prompt: "> ",
    });
  }

  async run({ work }: Opened, request: string | undefined): Promise<void> {
    const { terminal, owner, ending } = this.#parts;
    this.#lines.on("line", (line) => this.#onLine(line));
    this.#lines.on("SIGINT", () => this.#interrupt());
    // After what else the end of the input means: that the terminal is gone.
    this.#lines.on("close", () => setImmediate(() => ending.ask(exitCodes.done)));
    const stopWatching = watchWaysOut(terminal, (way) =>
      way === "SIGINT" ? this.#interrupt() : ending.ask(exitCodeOf[way]),
    );
    this.#write("copperhead. Type a request, or /help.");
    this.#onState(this.#session.state.get());
    const unwatch = this.#session.watch((state, _, added) => {
      this.#onState(state);
      for (const item of added) {
        if (item.kind === "turn") {
          ending.turnEnded(item.exitCode);
        }
      }
    });
    work?.().then(
      (exitCode) => exitCode !== undefined && ending.ask(exitCode),
      () => ending.ask(exitCodes.failed),
    );
    if (request !== undefined) {
      this.#onLine(request);
    }
    await ending.asked;
    await owner.close();
    this.#session.flush();
    unwatch();
    this.#lines.close();
    stopWatching();
  }

  #onState({ view, snapshot }: ShownSession): void {
    const items = view.history.slice(this.#written);
    this.#written = view.history.length;
    for (const item of items) {
      // The user's own words are on the screen already.
      if (item.kind !== "request") {
        this.#write(spokenItem(item).join("\n"));
      }
    }
    // Those that are over within a frame are written as done, and only that.
    for (const call of view.calls.filter(({ itemId }) => !this.#begun.has(itemId))) {
      this.#begun.add(call.itemId);
      this.#write(`Tool, running: ${runningCall(call)}`);
    }
    if (snapshot.phase !== this.#phase) {
      this.#phase = snapshot.phase;
      this.#onPhase(snapshot.phase);
    }
  }

  #onPhase(phase: string): void {
    const { approval } = this.#session.snapshot();
    if (phase === "approving" && approval) {
      const { paths, meaning, diff } = approval;
      const lines = [...meaning.map((sentence) => safeLine(sentence)), ...safeLines(diff)];
      this.#write(
        `Change waits: ${nameList(paths)}\n${lines.join("\n")}\nMake it? y yes, n no, a all of this turn`,
      );
    } else if (phase === "stopping") {
      this.#write("Stopping. Ctrl-C again ends it at once.");
    } else if (phase === "idle") {
      this.#lines.prompt();
    }
  }

  #write(text: string): void {
    if (text !== "") {
      this.#parts.terminal.output.write(`${text}\n`);
    }
  }

  #onLine(line: string): void {
    const text = line.trim();
    this.#isLeaving = false;
    if (this.#answer) {
      const answer = this.#answer;
      this.#answer = undefined;
      answer(text);
    } else if (this.#session.snapshot().approval && /^[yna]/i.test(text)) {
      this.#decide(text);
    } else if (text.startsWith("/")) {
      this.#command = new AbortController();
      void runCommand(text, this.#context(), (busy) => this.#setBusy(busy)).then(() => this.#lines.prompt());
    } else if (text !== "") {
      this.#parts.history.add(text);
      this.#session.submit(text);
    }
  }

  #setBusy(busy: string | undefined): void {
    this.#isBusy = busy !== undefined;
    this.#write(busy ? `Working: ${busy}.` : "");
  }

  #decide(text: string): void {
    if (/^n/i.test(text)) {
      const reason = text.slice(1).replace(/^o?\s*/, "");
      this.#session.decide(reason === "" ? { answer: "no" } : { answer: "no", reason });
    } else {
      this.#session.decide({ answer: /^y/i.test(text) ? "yes" : "always" });
    }
  }

  #interrupt(): void {
    const snapshot = this.#session.snapshot();
    if (snapshot.approval) {
      this.#session.decide({ answer: "no" });
    } else if (isTurnRunning(snapshot)) {
      this.#parts.owner.interrupt();
    } else if (this.#isBusy) {
      this.#command.abort();
    } else if (this.#isLeaving) {
      this.#parts.ending.ask(exitCodes.done);
    } else {
      this.#isLeaving = true;
      this.#write("Ctrl-C again to leave.");
    }
  }

  #context(): SlashContext {
    return {
      signal: this.#command.signal,
      session: this.#session,
      services: this.#parts.services,
      pick: (title, entries, select) => this.#pick(title, entries, select),
      resume: (sessionId) => this.#parts.owner.resume(sessionId),
      toggleThinking: () => false,
      quit: () => this.#parts.ending.ask(exitCodes.done),
    };
  }

  #pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void {
    const rows = entries.map(
      ({ label, note }, index) => `${index + 1}. ${safeLines(`${label} ${note}`).join(" ")}`,
    );
    this.#write(`${title}:\n${rows.join("\n")}\nNumber?`);
    this.#answer = (line) => {
      const entry = entries[Number(line) - 1];
      if (entry) {
        select(entry.value);
      }
    };
  }
}

/** Node 20 crashes where readline puts a terminal back that is gone, before anything else can be cleaned up. */
function leaveModesOfGone(input: Terminal["input"]): void {
  const leave = () => {
    input.setRawMode = () => input;
  };
  input.once("end", leave).once("error", leave);
}
