/** Pictures in terminals that answer as those do that show them. */
import { expect, test } from "vitest";
import type { Options } from "../pseudo-terminal.js";
import { bundledApplication, idle } from "./fixtures/application.js";

const { start, shell, command } = bundledApplication();

const fence = "\x1b[c";

/** What a terminal answers to each of both rounds of questions. */
type Answers = { identify: string; kitty?: string };

const terminals: Record<string, Answers> = {
  kitty: {
    identify: "\x1bP>|kitty(0.42.1)\x1b\\\x1b[6;21;9t\x1b[?62;52;c",
    kitty: "\x1b_Gi=31;OK\x1b\\\x1b[?62;52;c",
  },
  iterm2: {
    identify: "\x1bP>|iTerm2 3.5.14\x1b\\\x1b[6;34;14t\x1b]1337;Capabilities=T2SxF\x1b\\\x1b[?64;4c",
  },
  sixel: {
    identify: "\x1bP>|foot(1.20.2)\x1b\\\x1b[6;18;8t\x1b[?62;4;22c",
    kitty: "\x1b[?62;4;22c",
  },
  plain: { identify: "\x1bP>|VTE(8003)\x1b\\\x1b[6;18;8t\x1b[?65;1;9c", kitty: "\x1b[?65;1;9c" },
};

async function terminalOf(answers: Answers | undefined, options: Options = {}) {
  const terminal = start(options);
  let seen = 0;
  terminal.onOutput = () => {
    for (;;) {
      const end = terminal.output.indexOf(fence, seen);
      if (end < 0) {
        return;
      }
      const question = terminal.output.slice(seen, end);
      seen = end + fence.length;
      const answer = question.includes("\x1b_G") ? answers?.kitty : answers?.identify;
      if (answer !== undefined) {
        // As over a network: in two reads, cut within a sequence.
        terminal.write(answer.slice(0, 7));
        terminal.write(answer.slice(7));
      }
    }
  };
  await terminal.until(idle.slice(0, 12));
  return terminal;
}

test.each([
  ["kitty", "\x1b_Gpicture\x1b\\"],
  ["iterm2", "\x1b]1337;File=inline=1:picture\x07"],
  ["sixel", "\x1bPqpicture\x1b\\"],
] as const)(
  "a terminal that answers as %s is asked at the first picture, and gets one",
  async (name, bytes) => {
    const terminal = await terminalOf(terminals[name]);
    expect(terminal.output).not.toContain(fence);
    terminal.write("/board R1\r");
    await terminal.until("a picture of board R1");
    await terminal.until(idle);
    await terminal.settled();
    expect(terminal.output.split(bytes)).toHaveLength(2);
    expect(terminal.text()).not.toContain("▀▀▀▀");
    terminal.write("hello\r");
    await terminal.until("You said: hello");
    expect(terminal.lines().filter((line) => line === "a picture of board R1")).toHaveLength(1);
  },
);

test.each(["plain", "silent"])("a %s terminal gets half blocks, and nothing is typed", async (name) => {
  const terminal = await terminalOf(terminals[name]);
  terminal.write("/schematic\r");
  await terminal.until("▀▀▀▀");
  await terminal.until(idle);
  expect(terminal.output).not.toMatch(/picture\x1b|picture\x07/);
  terminal.write("hello\r");
  await terminal.until("You said: hello");
});

test.each<[string, Options]>([
  ["in tmux", { env: { TMUX: "/tmp/tmux-0/default,1,0", TERM: "tmux-256color" } }],
  ["without colours", { env: { NO_COLOR: "1" } }],
])("%s nothing is asked", async (_, options) => {
  const terminal = await terminalOf(terminals.kitty, options);
  terminal.write("/board\r");
  await terminal.until("▀▀▀▀");
  await terminal.until(idle);
  expect(terminal.output).not.toContain(fence);
});

test("the pager has the drawing in half blocks", async () => {
  const terminal = await terminalOf(terminals.kitty, { env: { PAGER: "cat; sleep 60 #" } });
  terminal.write("/board\r");
  await terminal.until("a picture of board");
  await terminal.until(idle);
  terminal.write("\x0f");
  await terminal.until("▀▀▀▀");
});

test("an answer that is on its way when the user leaves is not typed into the shell", async () => {
  const terminal = await shell();
  terminal.write(`${command()}\r`);
  await terminal.until(idle.slice(0, 12));
  terminal.write("/board\r");
  await terminal.until(() => terminal.output.includes(fence));
  terminal.write("/quit\r");
  await terminal.until("closed");
  terminal.write(terminals.plain?.identify ?? "");
  terminal.write("\x1b[?65;1;9c");
  await terminal.until(/^shell> *$/m);
  terminal.write("echo $((40 + 2))\r");
  await terminal.until("shell> echo $((40 + 2))");
  await terminal.until(/^42$/m);
});
