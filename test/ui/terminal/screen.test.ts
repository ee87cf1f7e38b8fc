import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Terminal as Emulator } from "@xterm/headless";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { nothingPainted, type Painted, paint } from "../../../source/ui/terminal/paint.js";
import { Screen } from "../../../source/ui/terminal/screen.js";
import type { Terminal } from "../../../source/ui/terminal/terminal.js";
import { sampled } from "../../sampled.js";

/** Every line of the emulator that has text, scrollback included, wrapped ones joined. */
function linesOf(emulator: Emulator): string[] {
  const { active } = emulator.buffer;
  const lines: string[] = [];
  for (let y = 0; y < active.length; y++) {
    const line = active.getLine(y);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped) {
      lines.push(`${lines.pop()}${text}`);
    } else {
      lines.push(text);
    }
  }
  while (lines.at(-1) === "") {
    lines.pop();
  }
  return lines;
}

const flushed = (emulator: Emulator) => new Promise<void>((resolve) => emulator.write("", resolve));

const row = fc.string({ unit: fc.constantFrom("a", "b", " c", "Ω", "漢"), minLength: 1, maxLength: 12 });

test("however frames and history follow each other, the terminal shows all history and the last frame", async () => {
  const step = fc.record({
    rows: fc.array(row, { maxLength: 7 }),
    history: fc.array(row, { maxLength: 5 }),
    caret: fc.option(fc.record({ row: fc.nat(6), column: fc.nat(10) })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const emulator = new Emulator({ cols: 30, rows: 8, scrollback: 1000, allowProposedApi: true });
      let painted: Painted = nothingPainted;
      const history: string[] = [];
      for (const { rows, history: lines, caret } of steps) {
        const at = caret && caret.row < rows.length ? caret : undefined;
        const result = paint(painted, { rows, caret: at }, lines, 8);
        painted = result.painted;
        history.push(...lines);
        emulator.write(result.bytes);
        await flushed(emulator);
        expect(linesOf(emulator)).toEqual([...history, ...rows].map((text) => text.trimEnd()));
        if (at) {
          const { baseY, cursorY, cursorX } = emulator.buffer.active;
          expect([baseY + cursorY, cursorX]).toEqual([history.length + at.row, at.column]);
        }
      }
      emulator.dispose();
    }),
    { numRuns: sampled(400) },
  );
});

/** An output that draws on an emulator, and can be resized. */
class Output extends EventEmitter {
  readonly emulator: Emulator;
  readonly fd = -1;
  bytes = "";
  constructor(
    public columns: number,
    public rows: number,
  ) {
    super();
    this.emulator = new Emulator({ cols: columns, rows, scrollback: 5000, allowProposedApi: true });
  }
  write(bytes: string): boolean {
    this.bytes += bytes;
    this.emulator.write(bytes);
    return true;
  }
  async resize(columns: number, rows: number): Promise<void> {
    await flushed(this.emulator);
    this.emulator.resize(columns, rows);
    this._refreshSize();
  }
  /** As Node does on SIGWINCH. */
  _refreshSize(): void {
    const { cols: columns, rows } = this.emulator;
    if (columns !== this.columns || rows !== this.rows) {
      Object.assign(this, { columns, rows });
      this.emit("resize");
    }
  }
}

function screenOn(output: Output, env: NodeJS.ProcessEnv = {}): Screen {
  return new Screen({
    output: output as unknown as Terminal["output"],
    env: { TERM: "xterm-256color", ...env },
  });
}

/** What Ink does for text that is there for good. */
function history(screen: Screen, ...lines: string[]): void {
  screen.write("\x1b[2K\x1b[1A\x1b[2K\x1b[G");
  screen.write(`${lines.join("\n")}\n`);
}

test("a storm of resizes keeps the history, and one frame", async () => {
  const output = new Output(100, 30);
  const screen = screenOn(output);
  const frame = () =>
    screen.write(
      `${"─".repeat(screen.size.get().columns)}\nprompt\nstatus ${"x".repeat(screen.size.get().columns - 10)}\n`,
    );
  screen.size.subscribe(frame);
  const written = Array.from({ length: 60 }, (_, index) =>
    `history ${index} ${"words ".repeat(10)}`.trimEnd(),
  );
  for (const line of written) {
    history(screen, line);
    frame();
    screen.setCaret({ rowsBelow: 1, column: 3 });
    await wait(0);
  }
  for (const [columns, rows] of [
    [60, 30],
    [40, 20],
    [120, 40],
    [41, 12],
    [200, 50],
    [80, 24],
  ] as const) {
    await output.resize(columns, rows);
    await wait(columns === 41 ? 80 : 5);
  }
  await wait(120);
  await flushed(output.emulator);
  const lines = linesOf(output.emulator);
  expect(lines.filter((line) => line.startsWith("history"))).toEqual(written);
  expect(lines.filter((line) => line === "prompt")).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("status"))).toHaveLength(1);
  expect(output.bytes).not.toMatch(/\x1b\[[23]J/);
});

test("in tmux, which reports sizes late, nothing is painted until it has reported the last", async () => {
  const output = new Output(100, 30);
  const screen = screenOn(output, { TMUX: "/tmp/tmux-0/default,1,0" });
  screen.write("prompt\n");
  await wait(0);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    output.emulator.resize(80, 30);
    output._refreshSize();
    output.bytes = "";
    history(screen, "written meanwhile");
    vi.advanceTimersByTime(250);
    output.emulator.resize(120, 30);
    output._refreshSize();
    vi.advanceTimersByTime(250);
    await Promise.resolve();
    expect(output.bytes).toBe("");
    vi.advanceTimersByTime(100);
    expect(output.bytes).toContain("written meanwhile");
  } finally {
    vi.useRealTimers();
  }
});

test("nothing is painted between a resize and its signal", async () => {
  const output = new Output(60, 12);
  const screen = screenOn(output);
  const rows = (count: number) => [
    ...Array.from({ length: 3 }, (_, index) => `${"long ".repeat(11)}${index}`),
    `> ${count}`,
  ];
  for (const [count, columns] of [60, 30, 50, 20, 60].entries()) {
    output.emulator.resize(columns, 12);
    history(screen, `history ${count}`);
    screen.write(`${rows(count).join("\n")}\n`);
    await wait(0);
    output._refreshSize();
    await wait(70);
    await flushed(output.emulator);
  }
  // On a busy machine what is painted after the last resize is late.
  await vi.waitFor(
    async () => {
      await flushed(output.emulator);
      expect(linesOf(output.emulator)).toEqual([
        ...[0, 1, 2, 3, 4].map((count) => `history ${count}`),
        ...rows(4),
      ]);
    },
    { timeout: 20_000 },
  );
});

test("closed in the middle of a resize, it keeps what was written", async () => {
  const output = new Output(40, 10);
  const screen = screenOn(output);
  screen.write(`${"wide ".repeat(7)}\nprompt\n`);
  await wait(0);
  await output.resize(20, 10);
  history(screen, "the last word");
  screen.write("prompt\n");
  screen.close();
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual(["the last word"]);
});

test("hidden, it draws nothing and keeps the history back", async () => {
  const output = new Output(40, 10);
  const screen = screenOn(output);
  screen.write("prompt\n");
  await wait(0);
  screen.hide();
  const before = output.bytes.length;
  history(screen, "written meanwhile");
  screen.write("prompt 2\n");
  await wait(0);
  expect(output.bytes.length).toBe(before);
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual([]);
  screen.show();
  await wait(100);
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual(["written meanwhile", "prompt 2"]);
});

test("rows that are kept come where the line stands that stands for them, once", async () => {
  const output = new Output(40, 10);
  const screen = screenOn(output);
  const line = screen.keep(["> \u001b[1mmove it\u001b[22m  ", "", "done"]);
  history(screen, "before", line, screen.keep(["after"]));
  screen.write("prompt\n");
  await wait(0);
  history(screen, line);
  screen.write("prompt\n");
  await wait(0);
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual(["before", "> move it", "", "done", "after", line, "prompt"]);
});

test("a frame taller than the terminal shows its end and scrolls nothing away twice", async () => {
  const output = new Output(40, 6);
  const screen = screenOn(output);
  const rows = Array.from({ length: 20 }, (_, index) => `row ${index}`);
  for (let count = 1; count <= 20; count++) {
    screen.write(`${rows.slice(0, count).join("\n")}\n`);
    await wait(0);
  }
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual(rows.slice(-5));
});

test("the same frame again costs nothing", async () => {
  const output = new Output(40, 6);
  const screen = screenOn(output);
  screen.write("a\nb\n");
  await wait(0);
  const before = output.bytes.length;
  screen.write("\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[Ga\nb\n");
  await wait(0);
  expect(output.bytes.length).toBe(before);
});

/** A picture of so many rows whose bytes write a text, and move the cursor as a terminal may. */
const pictureOf = (rows: number, text = "IMG") => ({
  picture: {
    lines: [...Array<string>(rows).fill(""), "caption"],
    columns: 20,
    caption: "caption",
    images: [{ row: 1, column: 4, bytes: `${text}\r\n` }],
  },
  instead: Array.from({ length: rows }, (_, row) => `block ${row}`),
});

test("a picture is drawn in its place above the live region, and the cursor stays in it", async () => {
  const output = new Output(40, 20);
  const screen = screenOn(output);
  screen.write("prompt\nstatus\n");
  screen.setCaret({ rowsBelow: 1, column: 3 });
  await wait(0);
  history(screen, "before", screen.pictures.keep(pictureOf(4)), "after");
  screen.write("prompt\nstatus\n");
  await wait(0);
  await flushed(output.emulator);
  const { cursorX, cursorY } = output.emulator.buffer.active;
  expect([cursorX, cursorY]).toEqual([3, 7]);
  screen.write("prompt 2\nstatus\n");
  await wait(0);
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual([
    "before",
    "",
    "    IMG",
    "",
    "",
    "caption",
    "after",
    "prompt 2",
    "status",
  ]);
});

test("a picture is drawn where it comes to be when the screen is full", async () => {
  const output = new Output(40, 10);
  const screen = screenOn(output);
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  history(screen, ...lines);
  screen.write("prompt\n");
  await wait(0);
  history(screen, screen.pictures.keep(pictureOf(8)));
  screen.write("prompt\n");
  await wait(0);
  await flushed(output.emulator);
  expect(linesOf(output.emulator)).toEqual([
    ...lines,
    "",
    "    IMG",
    ...Array<string>(6).fill(""),
    "caption",
    "prompt",
  ]);
});

test.each([
  ["high", 40, 10, 9],
  ["wide", 20, 20, 4],
])("a picture that is too %s for the screen is drawn in blocks", async (_, columns, rows, height) => {
  const output = new Output(columns, rows);
  const screen = screenOn(output);
  screen.write("prompt\n");
  await wait(0);
  history(screen, screen.pictures.keep(pictureOf(height)), "after");
  screen.write("prompt\n");
  await wait(0);
  await flushed(output.emulator);
  const { instead } = pictureOf(height);
  expect(linesOf(output.emulator)).toEqual([...instead, "after", "prompt"]);
  expect(output.bytes).not.toContain("IMG");
});

test("of two pictures at once, only what is on the screen is drawn as one", async () => {
  const output = new Output(40, 10);
  const screen = screenOn(output);
  history(screen, screen.pictures.keep(pictureOf(6, "ONE")), screen.pictures.keep(pictureOf(6, "TWO")));
  screen.write("prompt\n");
  await wait(0);
  await flushed(output.emulator);
  expect(output.bytes).not.toContain("ONE");
  const shown = [...pictureOf(6).instead, "", "    TWO", "", "", "", "", "caption", "prompt"];
  expect(linesOf(output.emulator)).toEqual(shown);
});
