/**
 * The output that Ink draws on, between Ink and the terminal. Ink erases and rewrites its whole frame, wipes the
 * scrollback when a frame is too tall, and erases wrong rows after a resize; here a frame is only taken note of, and
 * what differs is painted once per turn of the event loop.
 */
import { EventEmitter } from "node:events";
import { erase, type Frame, nothingPainted, type Painted, paint } from "./paint.js";
import type { Terminal } from "./terminal.js";

/** What Ink writes to take its last frame away. */
const inkErase = /^(?:\x1b\[2K(?:\x1b\[1A)?)*(?:\x1b\[G)?/;
/** Milliseconds without another resize until the screen is drawn anew: a storm of them costs one frame. */
const resizeQuiet = 40;
/** Milliseconds for the panes to follow a new size, before what there is is painted. */
const layoutTime = 10;

export type Size = { columns: number; rows: number };

/** Emits `size` after the terminal's size changed and the old frame is gone. */
export class Screen extends EventEmitter<{ size: [Size] }> {
  readonly #output: Terminal["output"];
  readonly #reflows: boolean;
  #size: Size;
  #painted: Painted = nothingPainted;
  #rows: readonly string[] = [];
  #caret: { rowsBelow: number; column: number } | undefined;
  /** The caret as it was painted last. */
  #shown: Frame["caret"];
  #history: string[] = [];
  #expectsStatic = false;
  #scheduled = false;
  #resizeTimer: NodeJS.Timeout | undefined;
  #state: "shown" | "hidden" | "closed" = "shown";

  constructor({ output, env }: Pick<Terminal, "output" | "env">) {
    super();
    this.#output = output;
    this.#reflows = reflows(env);
    this.#size = this.#measure();
    output.on("resize", this.#onResize);
  }

  /** The size to lay out for. The last column stays empty: a full row would wrap late, or be halved by a resize. */
  get size(): Size {
    return this.#size;
  }

  /** For Ink, which must not learn the number of rows: it wipes the scrollback by it. */
  get columns(): number {
    return this.#size.columns;
  }

  /** From Ink, in this order: an erasure, text for good (from <Static>), the new frame; or only the frame. */
  write(chunk: string, callback?: () => void): boolean {
    const rest = chunk.replace(inkErase, "");
    if (callback) {
      callback();
    } else if (rest === "") {
      this.#expectsStatic = true;
    } else if (this.#expectsStatic) {
      this.#expectsStatic = false;
      this.#history.push(...rest.replace(/\n$/, "").split("\n"));
    } else {
      this.#rows = rest.replace(/\n$/, "").split("\n");
    }
    this.#schedule();
    return true;
  }

  /** Where the text cursor goes, counted from the last row of the frame; undefined hides it. */
  setCaret(caret: { rowsBelow: number; column: number } | undefined): void {
    this.#caret = caret;
    this.#schedule();
  }

  /** Bytes that move no cursor and draw nothing: a title, a bell. */
  control(bytes: string): void {
    if (this.#state === "shown") {
      this.#output.write(bytes);
    }
  }

  /** Takes the live region away and paints no more until `show`; history is kept back. */
  hide(): void {
    if (this.#state === "shown") {
      this.#flush();
      this.#output.write(`${erase(this.#painted, this.#output.columns, this.#reflows)}\x1b[?25h`);
      this.#painted = nothingPainted;
      this.#state = "hidden";
    }
  }

  /** Paints again, from where the cursor is now. */
  show(): void {
    if (this.#state === "hidden") {
      this.#state = "shown";
      this.#onResize();
    }
  }

  /** Takes the live region away for good, after the history. */
  close(): void {
    if (this.#state === "closed") {
      return;
    }
    if (this.#state === "hidden") {
      this.#state = "shown";
    }
    this.#rows = [];
    this.#caret = undefined;
    this.#flush();
    clearTimeout(this.#resizeTimer);
    this.#output.off("resize", this.#onResize);
    this.#state = "closed";
  }

  readonly #onResize = () => {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = setTimeout(() => this.#resized(), resizeQuiet);
  };

  #resized(): void {
    this.#resizeTimer = undefined;
    if (this.#state !== "shown") {
      return;
    }
    const size = this.#measure();
    const isSame = size.columns === this.#size.columns && size.rows === this.#size.rows;
    if (this.#painted.rows.length > 0) {
      this.#output.write(erase(this.#painted, size.columns + 1, this.#reflows));
      this.#painted = nothingPainted;
    }
    this.#size = size;
    if (!isSame) {
      this.emit("size", size);
    }
    this.#scheduled = true;
    setTimeout(() => this.#flush(), isSame ? 0 : layoutTime);
  }

  #measure(): Size {
    const { columns, rows } = this.#output;
    return { columns: Math.max(2, (columns || 80) - 1), rows: Math.max(2, rows || 24) };
  }

  #schedule(): void {
    if (!this.#scheduled) {
      this.#scheduled = true;
      queueMicrotask(() => this.#flush());
    }
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#state !== "shown" || this.#resizeTimer) {
      return;
    }
    const frame = this.#fitted();
    const history = this.#history;
    if (history.length === 0 && isPainted(frame, this.#painted) && this.#isCaretAt(frame)) {
      return;
    }
    this.#history = [];
    const { bytes, painted } = paint(this.#painted, frame, history, this.#size.rows);
    this.#painted = painted;
    this.#shown = frame.caret;
    this.#output.write(bytes);
  }

  #isCaretAt({ caret }: Frame): boolean {
    return caret?.row === this.#shown?.row && caret?.column === this.#shown?.column;
  }

  /** The frame's last rows that fit, one row less than the terminal has: the last defence against a wipe. */
  #fitted(): Frame {
    const rows = this.#rows.length > 0 ? this.#rows.slice(1 - this.#size.rows) : [""];
    const caret = this.#caret && { row: rows.length - 1 - this.#caret.rowsBelow, column: this.#caret.column };
    return { rows, caret: caret && caret.row >= 0 ? caret : undefined };
  }
}

function isPainted(frame: Frame, painted: Painted): boolean {
  return (
    frame.rows.length === painted.rows.length &&
    frame.rows.every((text, index) => text === painted.rows[index])
  );
}

/** Whether the terminal wraps old rows anew when it becomes narrower. Most do; these are known not to. */
function reflows(env: NodeJS.ProcessEnv): boolean {
  const term = env.TERM ?? "";
  const isScreen = term.startsWith("screen") && !env.TMUX;
  return !(isScreen || env.XTERM_VERSION || /^(linux|rxvt|st|eterm)/.test(term));
}
