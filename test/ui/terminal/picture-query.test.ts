import { EventEmitter } from "node:events";
import type { ReadStream } from "node:tty";
import chalk from "chalk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyReader } from "../../../source/ui/keys/key-reader.js";
import {
  PictureQuery,
  type picturesBy,
  readAnswer,
  type TerminalAnswers,
} from "../../../source/ui/terminal/picture-query.js";
import type { Screen } from "../../../source/ui/terminal/screen.js";

const { level } = chalk;
beforeEach(() => {
  vi.useFakeTimers();
  chalk.level = 3;
});
afterEach(() => {
  vi.useRealTimers();
  chalk.level = level;
});

/** A terminal that answers each question at once; `typed` is what its answers put into the prompt. */
function terminalThat(answer: (question: string) => string, env: NodeJS.ProcessEnv = {}) {
  const input = Object.assign(new EventEmitter(), { resume() {}, pause() {} });
  const reader = new KeyReader(input as unknown as ReadStream);
  const questions: string[] = [];
  const typed: unknown[] = [];
  const control = (question: string) => {
    questions.push(question);
    queueMicrotask(() => input.emit("data", Buffer.from(answer(question))));
    return true;
  };
  reader.start();
  reader.deliverTo((keys) => typed.push(...keys));
  const query = new PictureQuery({
    reader,
    screen: { control } as unknown as Screen,
    env: { TERM: "xterm-256color", ...env },
  });
  return { query, questions, typed, input };
}

const isKittyQuestion = (question: string) => question.includes("_G");

test.each<[string, (question: string) => string, ReturnType<typeof picturesBy>]>([
  [
    "kitty",
    (question) =>
      isKittyQuestion(question)
        ? "\x1b_Gi=31;OK\x1b\\\x1b[?62;52;c"
        : "\x1bP>|kitty(0.42.1)\x1b\\\x1b[6;21;9t\x1b[?62;52;c",
    { protocol: "kitty", cell: { width: 9, height: 21 } },
  ],
  [
    "iTerm2",
    () =>
      "\x1bP>|iTerm2 3.5.14\x1b\\\x1b[6;34;14t\x1b]1337;Capabilities=T3CwLrMSc7UUw9Ts3BFGsGoSyHNoSxF\x1b\\\x1b[?64;1;4c",
    { protocol: "iterm2", cell: { width: 14, height: 34 } },
  ],
  [
    "a terminal that lists files among its features",
    () => "\x1b]1337;Capabilities=T2FSx\x07\x1b[?64;4c",
    { protocol: "iterm2", cell: { width: 10, height: 20 } },
  ],
  [
    "foot",
    () => "\x1bP>|foot(1.20.2)\x1b\\\x1b[6;18;8t\x1b[?62;4;22;28;29;52c",
    { protocol: "sixel", cell: { width: 8, height: 18 }, most: { width: 1000, height: 1000 } },
  ],
  ["sixel without the size of a cell", () => "\x1bP>|foot(1.20.2)\x1b\\\x1b[?62;4c", undefined],
  ["a terminal without pictures", () => "\x1bP>|VTE(8003)\x1b\\\x1b[6;18;8t\x1b[?65;1;9c", undefined],
  ["tmux", () => "\x1bP>|tmux 3.5a\x1b\\\x1b[6;18;8t\x1b[?1;2;4c", undefined],
])("%s is known by its answers, and none of them is typed", async (_, answer, expected) => {
  const { query, questions, typed } = terminalThat(answer);
  expect(questions).toEqual([]);
  expect(await query.ask()).toEqual(expected);
  expect(typed).toEqual([]);
});

test("one whose device attributes are those of the first terminals is not asked what it would print", async () => {
  const { query, questions } = terminalThat(() => "\x1b[?1;2c");
  expect(await query.ask()).toBeUndefined();
  expect(questions.filter(isKittyQuestion)).toEqual([]);
});

test("one that does not answer is waited for once", async () => {
  const { query, questions } = terminalThat(() => "");
  const asked = query.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toBeUndefined();
  expect(await query.ask()).toBeUndefined();
  expect(questions).toHaveLength(1);
});

test("an answer that comes too late is not typed either", async () => {
  const { query, typed, input } = terminalThat(() => "");
  const asked = query.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toBeUndefined();
  input.emit("data", Buffer.from("\x1bP>|kitty(0.42.1)\x1b\\\x1b[6;21;9t\x1b[?62;52;c"));
  expect(typed).toEqual([]);
});

test.each([1, 2, 5, 16, 25])(
  "an answer that stops for a while after %i bytes is not typed",
  async (bytes) => {
    const { query, typed, input } = terminalThat(() => "");
    const asked = query.ask();
    await vi.advanceTimersByTimeAsync(50);
    const answer = "\x1bP>|VTE(8003)\x1b\\\x1b[6;18;8t\x1b[?1;2c";
    input.emit("data", Buffer.from(answer.slice(0, bytes)));
    await vi.advanceTimersByTimeAsync(800);
    input.emit("data", Buffer.from(answer.slice(bytes)));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await asked).toBeUndefined();
    expect(typed).toEqual([]);
  },
);

test.each<[string, NodeJS.ProcessEnv]>([
  ["in tmux", { TMUX: "/tmp/tmux-1000/default,1,0" }],
  ["in screen", { STY: "1.pts-0.host" }],
  ["in a multiplexer on another machine", { TERM: "tmux-256color" }],
  ["on a console", { TERM: "linux" }],
])("%s nothing is asked", async (_, env) => {
  const { query, questions } = terminalThat(() => "", env);
  expect(await query.ask()).toBeUndefined();
  expect(questions).toEqual([]);
});

test("without colours nothing is asked", async () => {
  chalk.level = 0;
  const { query, questions } = terminalThat(() => "");
  expect(await query.ask()).toBeUndefined();
  expect(questions).toEqual([]);
});

test("two pictures at once ask once", async () => {
  const { query, questions } = terminalThat(() => "\x1b[?1;2c");
  await Promise.all([query.ask(), query.ask()]);
  expect(questions).toHaveLength(1);
});

test.each<[string, TerminalAnswers]>([
  ["\x1b[I", {}],
  ["\x1b[<35;15;7M", {}],
  ["\x1b[6;0;0t", {}],
  ["\x1b[6;9999;9999t", {}],
  ["\x1b_Gi=31;ENOTSUP:no\x1b\\", {}],
  ["\x1b_Gi=30;OK\x1b\\", {}],
  ["\x1b[?62;4c", { attributes: [62, 4] }],
])("%j is read as what it is", (sequence, expected) => {
  expect(readAnswer(sequence)).toEqual(expected);
});
