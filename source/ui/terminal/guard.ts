/**
 * The terminal's modes: set together, given back together, on every way out. It is in place before the first mode is
 * set; only a SIGKILL passes it by.
 */
import { writeSync } from "node:fs";
import { onExit } from "signal-exit";
import type { Terminal } from "./terminal.js";

/** Title kept on the terminal's stack; bracketed paste; reports of the focus; Shift-Enter distinguished by kitty's protocol or xterm's. */
const enterModes = "\x1b[22;0t\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[>4;2m";
/** The reverse, and what a frame cut short could have left: a hidden cursor, a colour, a synchronised update. */
const leaveModes = "\x1b[?2026l\x1b[?1004l\x1b[>4;0m\x1b[<u\x1b[?2004l\x1b[23;0t\x1b[0m\x1b[?25h";
/** Old consoles print what they do not know; these get bracketed paste only. */
const isPlain = (env: NodeJS.ProcessEnv) => /^(linux|vt|cons)/.test(env.TERM ?? "");

/** Holds raw mode and the terminal's modes between `enter` and `leave`. */
export class TerminalGuard {
  readonly #terminal: Terminal;
  readonly #modes: { enter: string; leave: string };
  readonly #release: () => void;
  #isEntered = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#modes = isPlain(terminal.env)
      ? { enter: "\x1b[?2004h", leave: "\x1b[?2004l\x1b[0m\x1b[?25h" }
      : { enter: enterModes, leave: leaveModes };
    const release = onExit(() => this.leave(), { alwaysLast: true });
    // Before Node prints what was thrown: it would be written in raw mode, over the panes.
    const beforeCrash = () => this.leave();
    process.on("uncaughtExceptionMonitor", beforeCrash);
    this.#release = () => {
      release();
      process.off("uncaughtExceptionMonitor", beforeCrash);
    };
  }

  enter(): void {
    if (!this.#isEntered) {
      this.#isEntered = true;
      this.#terminal.input.setRawMode(true);
      this.#terminal.output.write(this.#modes.enter);
    }
  }

  /** Gives the terminal back, at once: on the way out nothing that waits would be written. */
  leave(): void {
    if (!this.#isEntered) {
      return;
    }
    this.#isEntered = false;
    try {
      writeSync(this.#terminal.output.fd, this.#modes.leave);
      this.#terminal.input.setRawMode(false);
    } catch {
      // The terminal is gone; its modes went with it.
    }
  }

  /** Leaves, and removes the guard's own listeners. */
  dispose(): void {
    this.leave();
    this.#release();
  }
}
