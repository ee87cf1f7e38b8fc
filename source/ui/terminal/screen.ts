/**
 * The output that Ink draws on, between Ink and the terminal. Ink erases and rewrites its whole frame, wipes the
 * scrollback when a frame is too tall, and erases wrong rows after a resize; here a frame is only noted, and what
 * differs is painted once per turn of the event loop.
 */
import { Store } from "../store.js";
import { erase, type Frame, nothingPainted, type Painted, paint } from "./paint.js";
import { imageBytes, PlacedPictures } from "./placed-pictures.js";
import type { Size, Terminal } from "./terminal.js";

/** What Ink writes to erase its last frame. */
const inkErase = /^(?:\x1b\[2K(?:\x1b\[1A)?)*(?:\x1b\[G)?/;
/** Milliseconds without another resize until the screen is drawn anew: a storm of them costs one frame. */
const resizeQuiet = 40;
/** tmux reports a size up to 250 ms after it has wrapped its rows by it: nothing may be painted in between. */
const resizeQuietInTmux = 300;
/** Milliseconds for the panes to follow a new size, before the frame is painted. */
const layoutTime = 10;

export class Screen {
  /**
   * The size to lay out for; another one is set when the old frame is gone. The last column stays empty: a full row
   * would wrap late, or be halved by a resize.
   */
  readonly size: Store<Size>;
  /** What the history's lines may stand for. */
  readonly pictures = new PlacedPictures();
  readonly #output: Terminal["output"];
  readonly #reflows: boolean;
  readonly #quiet: number;
  #painted: Painted = nothingPainted;
  #rows: readonly string[] = [];
  #caret: { rowsBelow: number; column: number } | undefined;
  /** The caret as it was painted last. */
  #shown: Frame["caret"];
  #history: string[] = [];
  readonly #kept = new Map<string, readonly string[]>();
  #keptCount = 0;
  #expectsStatic = false;
  #scheduled = false;
  #resizeTimer: NodeJS.Timeout | undefined;
  #state: "shown" | "hidden" | "closed" = "shown";

  constructor({ output, env }: Pick<Terminal, "output" | "env">) {
    this.#output = output;
    this.#reflows = reflows(env);
    this.#quiet = env.TMUX ? resizeQuietInTmux : resizeQuiet;
    this.size = new Store(this.#measure());
    output.on("resize", this.#onResize);
  }

  /** For Ink, which must not learn the number of rows: it wipes the scrollback by it. */
  get columns(): number {
    return this.size.get().columns;
  }

  /** For Ink, which is to draw for a new size only when the panes do. */
  on(): void {}
  off(): void {}

  /** From Ink, in this order: an erasure, text for good (from <Static>), the new frame; or only the frame. */
  write(chunk: string, callback?: () => void): boolean {
    const rest = chunk.replace(inkErase, "");
    if (callback) {
      callback();
    } else if (rest === "") {
      this.#expectsStatic = true;
    } else if (this.#expectsStatic) {
      this.#expectsStatic = false;
      this.#history.push(...rest.replace(/\n$/, "").split("\n").flatMap(this.#take));
    } else {
      this.#rows = rest.replace(/\n$/, "").split("\n");
    }
    this.#schedule();
    return true;
  }

  /**
   * Keeps rows until they come for good, and returns the line of <Static> that stands for them: Ink makes an object of
   * each character that it draws, and rows that are finished need no layout.
   */
  readonly keep = (rows: readonly string[]): string => {
    this.#keptCount += 1;
    const line = `rows ${this.#keptCount}`;
    this.#kept.set(line, rows);
    return line;
  };

  readonly #take = (line: string): readonly string[] => {
    const rows = this.#kept.get(line) ?? [line];
    this.#kept.delete(line);
    return rows.map((row) => row.trimEnd());
  };

  /** Where the text cursor goes, counted from the last row of the frame; undefined hides it. */
  setCaret(caret: { rowsBelow: number; column: number } | undefined): void {
    this.#caret = caret;
    this.#schedule();
  }

  /** Bytes that move no cursor and draw nothing: a title, a bell, a question. Returns whether they are written. */
  control(bytes: string): boolean {
    const isShown = this.#state === "shown";
    if (isShown) {
      this.#output.write(bytes);
    }
    return isShown;
  }

  /** Erases the live region and paints no more until `show`; history is kept back. */
  hide(): void {
    if (this.#state === "shown") {
      this.#flush();
      this.#output.write(`${erase(this.#painted, this.#measure().columns + 1, this.#reflows)}\x1b[?25h`);
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

  /** Paints everything anew, from where the cursor is now. */
  redraw(): void {
    this.hide();
    this.show();
  }

  /** Erases the live region for good, after the history. */
  close(): void {
    if (this.#state === "closed") {
      return;
    }
    if (this.#state === "hidden") {
      this.#state = "shown";
    }
    this.#rows = [];
    this.#caret = undefined;
    // Nothing waits for a quiet moment any more: what was written meanwhile would be lost.
    if (this.#isResizing()) {
      clearTimeout(this.#resizeTimer);
      this.#resizeTimer = undefined;
      this.#adoptSize();
    }
    this.#output.off("resize", this.#onResize);
    this.#flush();
    this.#output.write("\x1b[?25h");
    this.#state = "closed";
  }

  readonly #onResize = () => {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = setTimeout(() => this.#resized(), this.#quiet);
  };

  #resized(): void {
    this.#resizeTimer = undefined;
    if (this.#state !== "shown" || this.#isResizing()) {
      return;
    }
    const isChanged = this.#adoptSize();
    this.#scheduled = true;
    setTimeout(() => this.#flush(), isChanged ? layoutTime : 0);
  }

  /** Erases the old frame where the terminal has moved it to; returns whether the size is another one. */
  #adoptSize(): boolean {
    const before = this.size.get();
    const size = this.#measure();
    if (this.#painted.rows.length > 0) {
      this.#output.write(erase(this.#painted, size.columns + 1, this.#reflows));
      this.#painted = nothingPainted;
    }
    const isChanged = size.columns !== before.columns || size.rows !== before.rows;
    if (isChanged) {
      this.size.set(size);
    }
    return isChanged;
  }

  /**
   * Whether the terminal has another size than the frame on it. The terminal is asked: its signal comes late, and
   * bytes that count rows of the old size would land in the wrong ones of a terminal that has wrapped them anew.
   */
  #isResizing(): boolean {
    this.#output._refreshSize?.();
    return this.#resizeTimer !== undefined;
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
    if (this.#state !== "shown") {
      return;
    }
    const frame = this.#fitted();
    const history = this.#history;
    const isThere = history.length === 0 && isPainted(frame, this.#painted) && this.#isCaretAt(frame);
    if (isThere || this.#isResizing()) {
      return;
    }
    this.#history = [];
    const size = this.size.get();
    const { lines, images } = this.pictures.unfold(history, frame.rows.length, size);
    const { bytes, painted } = paint(this.#painted, frame, lines, size.rows);
    this.#painted = painted;
    this.#shown = frame.caret;
    this.#output.write(
      bytes + imageBytes(images, lines.length + painted.cursorRow, frame.caret !== undefined),
    );
  }

  #isCaretAt({ caret }: Frame): boolean {
    return caret?.row === this.#shown?.row && caret?.column === this.#shown?.column;
  }

  /** The frame's last rows that fit, one row less than the terminal has: the last defence against a wipe. */
  #fitted(): Frame {
    const rows = this.#rows.length > 0 ? this.#rows.slice(1 - this.size.get().rows) : [""];
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
