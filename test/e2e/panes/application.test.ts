/** The application in a pseudo-terminal, as its user sees it. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundleProgram } from "../../bundle-program.js";
import { makeFolder, removeFolder, temporaryFolder } from "../../temporary-folder.js";
import { type Options, PseudoTerminal } from "../pseudo-terminal.js";

let folder: string;
let program: string;
const open: PseudoTerminal[] = [];

beforeAll(async () => {
  folder = makeFolder();
  program = await bundleProgram(new URL("./fixtures/program.ts", import.meta.url), folder);
});

afterEach(() => {
  for (const terminal of open.splice(0)) {
    // No test may have wiped the screen or the scrollback.
    expect(terminal.output).not.toMatch(/\x1b\[[23]J/);
    terminal.kill();
  }
});

afterAll(() => removeFolder(folder));

const idle = "Ctrl-C twice leaves";

function start(options: Options = {}): PseudoTerminal {
  const terminal = new PseudoTerminal(program, options);
  open.push(terminal);
  return terminal;
}

async function ready(options: Options = {}): Promise<PseudoTerminal> {
  const terminal = start(options);
  await terminal.until(idle.slice(0, 12));
  return terminal;
}

describe("a turn", () => {
  test.each([40, 80, 120, 200])("is told whole at %i columns", async (columns) => {
    const terminal = await ready({ columns, rows: 40 });
    terminal.write("work on the sensor\r");
    await terminal.until(/✓ done · .* 1 file changed/s);
    const told = terminal
      .lines()
      .join("\n")
      .replace(/\d+(\.\d)? (ms|s)\b/g, "n s")
      .trimEnd();
    await expect(told).toMatchFileSnapshot(`snapshots/turn-${columns}.txt`);
  });

  test("shows what runs, what was discarded and the answer as it comes", async () => {
    const terminal = await ready();
    terminal.write("work\r");
    await terminal.until(/Thinking\n.*The user wants/s);
    await terminal.until(/Tool calls\n▸ read_file board\/main.kicad_sch running/);
    await terminal.until(/Discarded\n2 blocks, 1 call: made up by the model, not used/);
    await terminal.until(/Result\n/);
    await terminal.until(idle);
    // It went in the frame in which the phase changed.
    expect(terminal.text()).not.toContain("Discarded\n");
  });

  test("on a wide terminal has thinking and calls side by side", async () => {
    const terminal = await ready({ columns: 120, rows: 30 });
    terminal.write("both\r");
    await terminal.until(/Thinking +Tool calls ✓ 1 done/);
  });

  test("at 40 × 12 keeps the prompt and the status in sight", async () => {
    const terminal = await ready({ columns: 40, rows: 12 });
    terminal.write("approve\r");
    await terminal.until("waiting for you | Ctrl-C declines");
    expect(terminal.screen().filter((row) => row.startsWith("> Enter"))).toHaveLength(1);
    terminal.write("y");
    await terminal.until("That is settled.");
  });
});

describe("before the session is open", () => {
  let opens: string;
  let terminal: PseudoTerminal;

  beforeEach(async () => {
    opens = join(temporaryFolder(), "now");
    terminal = start({ env: { OPENS_WITH: opens } });
    await terminal.until("starting… | Ctrl-C twice leaves");
  });

  test("what is typed is on the screen, and what is sent waits, commands too", async () => {
    terminal.write("hello\r/model\rtaken back\r\x1b[Anot yet");
    await terminal.until("> taken backnot yet");
    await terminal.until(/⋯ hello \(queued\)\n⋯ \/model \(queued; ↑ takes it back\)/);
    writeFileSync(opens, "");
    await terminal.until("You said: hello");
    await terminal.until("Composer 1");
    expect(terminal.lines().filter((line) => line === "> hello")).toHaveLength(1);
    terminal.write("\x1b");
    await terminal.until("> taken backnot yet");
  });

  test("Ctrl-C clears the prompt, then leaves", async () => {
    terminal.write("x\x03");
    await terminal.until("starting… | Ctrl-C twice leaves");
    terminal.write("\x03");
    await terminal.until("Ctrl-C again to leave");
    terminal.write("\x03");
    writeFileSync(opens, "");
    expect(await terminal.exited).toBe(0);
    expect(terminal.output).toContain("\x1b[?2004l");
  });

  test("where there is none to be had, the terminal is given back before it is said", async () => {
    terminal.write("hello");
    await terminal.until("> hello");
    writeFileSync(opens, "There is no such session.");
    expect(await terminal.exited).toBe(1);
    expect(terminal.output).toMatch(/\x1b\[\?2004l[\s\S]*There is no such session\./);
    expect(terminal.text()).not.toContain("> hello");
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s ends it", async (signal, code) => {
    terminal.signal(signal);
    await terminal.until("leaving");
    writeFileSync(opens, "");
    expect(await terminal.exited).toBe(code);
  });
});

describe("typing", () => {
  const keys = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  test("52 of 52 fast keys under full streaming load", async () => {
    const terminal = await ready({ columns: 100, rows: 30 });
    terminal.write("long\r");
    await terminal.until("Section 2");
    for (const key of keys) {
      terminal.write(key);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await terminal.until(`> ${keys}`);
    terminal.write("\x7f\x7f\x1b[D!");
    await terminal.until(`> ${keys.slice(0, 49)}!X`.replace("!X", "!X"));
  });

  test("what is typed while it starts is there", async () => {
    const terminal = start();
    terminal.write("hello there\r");
    await terminal.until("You said: hello there");
  });

  test("52 of 52 fast keys in a one-line question", async () => {
    const terminal = await ready();
    terminal.write("\x12");
    terminal.write(keys);
    await terminal.until(`> ${keys}`);
  });

  test("arrows in a one-line question, none lost, and none beyond its ends", async () => {
    const terminal = await ready();
    terminal.write("\x12");
    terminal.write(`${keys}${"\x1b[D".repeat(60)}<${"\x1b[C".repeat(10)}|${"\x1b[C".repeat(60)}>`);
    await terminal.until(`> <${keys.slice(0, 10)}|${keys.slice(10)}>`);
  });

  test("keys and Ctrl-C in one read", async () => {
    const terminal = await ready();
    terminal.write("abc\x03");
    await terminal.until(idle);
    terminal.write("\x1b[A");
    await terminal.until("> abc");
  });

  test("the cursor stands at the caret, also after wide characters", async () => {
    const terminal = await ready();
    terminal.write("日本a\x1b[D");
    await terminal.until("日本a");
    const { x, y } = terminal.cursor();
    expect([x, terminal.screen()[y]]).toEqual([6, "> 日本a"]);
  });

  test("several lines: Shift-Enter, Alt-Enter, backslash", async () => {
    const terminal = await ready();
    terminal.write("one\x1b[13;2utwo\x1b\rthree\\\rfour\r");
    await terminal.until(/> one\n {2}two\n {2}three\n {2}four\n/);
    await terminal.until("You said: one two three four");
  });

  test("a paste is text, however many lines, and a big one a placeholder", async () => {
    const terminal = await ready();
    terminal.write("\x1b[200~one\rtwo\x1b[201~");
    await terminal.until(/> one\n {2}two\n/);
    expect(terminal.text()).toContain("Ctrl-C clears");
    terminal.write(`\x03\x1b[200~${"line\r".repeat(40)}\x1b[201~`);
    await terminal.until("> [pasted text 1: 40 lines]");
    terminal.write("\x1bv");
    await terminal.until(/ {2}line\n {2}line\n/);
  });

  test("a megabyte from a terminal that does not mark pastes", async () => {
    const terminal = await ready();
    for (let piece = 0; piece < 250; piece++) {
      terminal.write("x".repeat(4000));
    }
    await terminal.until("> [pasted text 1: 1 line]");
    await terminal.settled();
    terminal.write("!");
    await terminal.until("> [pasted text 1: 1 line]!");
    terminal.write("\x03");
    await terminal.until(idle);
    terminal.write("\x1b[A");
    await terminal.until("> [pasted text 1: 1 line]");
  });

  test("a paste without an end does not hold the keyboard for ever", async () => {
    const terminal = await ready();
    terminal.write("\x1b[200~abc");
    await terminal.until("> abc");
    terminal.write("d");
    await terminal.until("> abcd");
  });
});

describe("Ctrl-C", () => {
  test("stops a turn", async () => {
    const terminal = await ready();
    terminal.write("hang\r");
    await terminal.until("▸ run_drc");
    terminal.write("\x03");
    await terminal.until(/■ interrupted/);
    await terminal.until(idle);
  });

  test("stops while verifying, and while thinking; Esc does too", async () => {
    const terminal = await ready();
    for (const key of ["\x03", "\x1b"]) {
      terminal.write("verify\r");
      await terminal.until("verifying");
      terminal.write(key);
      await terminal.until(idle);
    }
  });

  test("declines a change", async () => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Ctrl-C declines");
    terminal.write("\x03");
    await terminal.until("the change was declined");
  });

  test("closes a list, clears the prompt, then leaves", async () => {
    const terminal = await ready();
    terminal.write("/model\r");
    await terminal.until("Composer 1");
    terminal.write("\x03");
    await terminal.until(idle);
    terminal.write("x\x03");
    await terminal.until(idle);
    terminal.write("\x03");
    await terminal.until("Ctrl-C again to leave");
    terminal.write("\x03");
    expect(await terminal.exited).toBe(0);
  });

  test("in the transcript view stops the turn", async () => {
    const terminal = await ready({ env: { PAGER: "cat; sleep 1000" } });
    terminal.write("hang\r");
    await terminal.until("▸ run_drc");
    terminal.write("\x0f");
    await terminal.until("Let me think about it.");
    terminal.write("\x03");
    await terminal.until("■ interrupted");
    await terminal.until(idle);
  });
});

describe("leaving while a turn runs", () => {
  test("waits for it, and no longer than until Ctrl-C", async () => {
    const terminal = await ready();
    terminal.write("stubborn\r");
    await terminal.until("Ctrl-C stops");
    terminal.write("\x04");
    await terminal.until("leaving… | reasoning | cursor | step 1/40");
    expect(terminal.text()).toContain("Ctrl-C ends it at once");
    terminal.write("\x03");
    expect(await terminal.exited).toBe(0);
    // Only a turn that was ended has its end in the history.
    expect(terminal.lines().join("\n")).toContain("■ interrupted");
  });

  test("a signal while it waits gives the exit code", async () => {
    const terminal = await ready();
    terminal.write("stubborn\r");
    await terminal.until("Ctrl-C stops");
    terminal.write("\x04");
    await terminal.until("leaving…");
    terminal.signal("SIGTERM");
    expect(await terminal.exited).toBe(143);
  });

  test("a second signal does not wait either", async () => {
    const terminal = await ready();
    terminal.write("stubborn\r");
    await terminal.until("Ctrl-C stops");
    terminal.signal("SIGTERM");
    await terminal.until("leaving…");
    terminal.signal("SIGTERM");
    expect(await terminal.exited).toBe(143);
    expect(terminal.lines().join("\n")).toContain("■ interrupted");
  });
});

describe("while a turn runs", () => {
  test("a message is queued, can be taken back, and goes on its own", async () => {
    const terminal = await ready();
    terminal.write("slow\r");
    await terminal.until("Ctrl-C stops");
    terminal.write("second thing\r");
    await terminal.until("⋯ second thing (queued; ↑ takes it back)");
    terminal.write("\x1b[A");
    await terminal.until(/> second thing/);
    expect(terminal.text()).not.toContain("⋯");
    terminal.write("!\r");
    await terminal.until("You said: second thing!");
    expect(terminal.lines().filter((line) => line === "> second thing!")).toHaveLength(1);
  });

  test("each ↑ takes one more back, before what is written", async () => {
    const terminal = await ready();
    terminal.write("hang\rone\rtwo\rdraft");
    await terminal.until("⋯ two (queued; ↑ takes it back)");
    terminal.write("\x1b[A");
    await terminal.until(/⋯ one \(queued; ↑ takes it back\)\n> two\n {2}draft/);
    terminal.write("\x1b[A\x1b[A");
    await terminal.until(/> one\n {2}two\n {2}draft/);
    expect(terminal.text()).not.toContain("⋯");
  });

  test("what is queued is back in the prompt after Ctrl-C, and nothing goes on by itself", async () => {
    const terminal = await ready();
    terminal.write("hang\rone\rtwo\r");
    await terminal.until("⋯ two (queued");
    terminal.write("\x03");
    await terminal.until("■ interrupted");
    await terminal.until(/> one\n {2}two\nready .* Ctrl-C clears/);
    await terminal.settled();
    expect(terminal.lines().join("\n")).not.toContain("You said");
  });
});

describe("a change that waits", () => {
  test("y makes it", async () => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Change board/main.kicad_sch?");
    expect(terminal.text()).toContain('+  (symbol "R1"');
    expect(terminal.output).toContain("\x07");
    terminal.write("y");
    await terminal.until("✓ edit_file board/main.kicad_sch");
  });

  test("n asks why", async () => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Change board/main.kicad_sch?");
    terminal.write("n");
    await terminal.until("Why not?");
    terminal.write("mistaken\x1b");
    await terminal.until("y yes · n no");
    terminal.write("n");
    await terminal.until("Why not?");
    terminal.write("too wide\r");
    await terminal.until("the change was declined");
  });

  test("Ctrl-C declines it, when asked why as well", async () => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Change board/main.kicad_sch?");
    terminal.write("n");
    await terminal.until("Why not?");
    terminal.write("too w\x03");
    await terminal.until("the change was declined");
  });

  test("Enter makes a letter an answer at once", async () => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Change board/main.kicad_sch?");
    terminal.write("y\r");
    await terminal.until("✓ edit_file board/main.kicad_sch");
    expect(terminal.lines().join("\n")).not.toContain("> y");
  });

  test.each(["also check R5", "yes, and no", "my board"])("a message is no answer: %s", async (message) => {
    const terminal = await ready();
    terminal.write("approve\r");
    await terminal.until("Change board/main.kicad_sch?");
    for (const [index, key] of [...message].entries()) {
      terminal.write(key);
      await terminal.until(`> ${message.slice(0, index + 1)}`.trimEnd());
    }
    await terminal.settled();
    expect(terminal.text()).toContain("Change board/main.kicad_sch?");
  });

  test("a letter in the middle of typing is no answer", async () => {
    const terminal = await ready();
    terminal.write("approve\rman");
    await terminal.until("Change board/main.kicad_sch?");
    await terminal.until("> man");
  });
});

describe("commands", () => {
  test("an unknown one says so and starts nothing", async () => {
    const terminal = await ready();
    terminal.write("/modle\r");
    await terminal.until("There is no command /modle.");
    expect(terminal.text()).toContain("Did you mean /model?");
    expect(terminal.text()).toContain(idle);
  });

  test("/model picks from a list", async () => {
    const terminal = await ready();
    terminal.write("/model\r");
    await terminal.until("Composer 1");
    terminal.write("gpt\r");
    await terminal.until("Model: cursor:gpt-5");
  });

  test("/resume shows what was said before, below what is on the screen", async () => {
    const terminal = await ready();
    terminal.write("hello\r");
    await terminal.until("You said: hello");
    terminal.write("/resume\r");
    await terminal.until("Add a status LED");
    terminal.write("\r");
    await terminal.until("> an earlier request");
    terminal.write("hi again\r");
    await terminal.until("You said: hi again");
    const lines = terminal.lines();
    expect(lines.filter((line) => line === "You said: hello")).toHaveLength(1);
  });

  test.each([
    ["/help", "send the message"],
    ["/sessions", "Add a status LED"],
    ["/undo", "board/main.kicad_sch"],
    ["/diff", "+new"],
    ["/check", "0 errors, 2 warnings"],
    ["/tools", "Reads a file."],
    ["/thinking", "Thinking is hidden"],
    ["/clear", "A new chat"],
    ["/export", "copperhead-session.md"],
    ["/config", "model: cursor (default)"],
    ["/doctor", "Cursor CLI: agent 1.0"],
  ])("%s", async (command, expected) => {
    const terminal = await ready({ columns: 100, rows: 40 });
    terminal.write(`${command}\r`);
    await terminal.until(() => terminal.lines().join("\n").includes(expected));
    await terminal.until(idle);
  });

  test("/quit leaves", async () => {
    const terminal = await ready();
    terminal.write("/quit\r");
    expect(await terminal.exited).toBe(0);
  });

  test("@ completes a file, / a command", async () => {
    const terminal = await ready();
    terminal.write("look at @kicad_p");
    await terminal.until(/▸ board\/main.kicad_pcb/);
    terminal.write("\t");
    await terminal.until("> look at @board/main.kicad_pcb");
  });
});

test("earlier messages are found again, and secrets are not kept", async () => {
  const file = join(folder, "history.jsonl");
  const terminal = await ready({ env: { HISTORY_FILE: file } });
  for (const text of ["move the LED", "use sk-abc123 for it"]) {
    terminal.write(`${text}\r`);
    await terminal.until(`You said: ${text}`);
    await terminal.until(idle);
  }
  terminal.write("\x04");
  await terminal.exited;
  expect(readFileSync(file, "utf8")).toBe('"move the LED"\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const later = await ready({ env: { HISTORY_FILE: file } });
  later.write("\x12");
  await later.until("▸ move the LED");
  later.write("led\r");
  await later.until("> move the LED");
});

test("Ctrl-G writes the message in an editor", async () => {
  const editor = join(folder, "editor.sh");
  writeFileSync(editor, '#!/bin/sh\nprintf "from the editor" >> "$1"\n', { mode: 0o755 });
  const terminal = await ready({ env: { EDITOR: editor } });
  terminal.write("text \x07");
  await terminal.until("> text from the editor");
  terminal.write("!");
  await terminal.until("> text from the editor!");
});

test("what a model writes is shown, never executed", async () => {
  const terminal = await ready();
  terminal.write("hostile\r");
  await terminal.until(/✓ done/);
  expect(terminal.text()).toMatch(/Ring.* .*\[31mred.*\[2J and .*\]0;title.* end\./);
  expect(terminal.output).not.toContain("\x1b]0;");
});

test("a storm of resizes leaves the scrollback equal to what was said", async () => {
  const terminal = await ready({ columns: 100, rows: 30 });
  terminal.write("long\r");
  for (const [columns, rows] of [
    [60, 20],
    [120, 40],
    [41, 12],
    [90, 15],
    [200, 50],
    [100, 30],
  ] as const) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await terminal.resize(columns, rows);
  }
  await terminal.until(/✓ done/);
  await terminal.until(idle);
  const headings = terminal.lines().filter((line) => /^Section \d+$/.test(line));
  expect(headings).toEqual(Array.from({ length: 34 }, (_, index) => `Section ${index + 1}`));
  expect(terminal.lines().filter((line) => line.includes(idle))).toHaveLength(1);
});

describe("the terminal is given back", () => {
  const modes = (pid: number) =>
    execFileSync("stty", ["-a", "-F", `/proc/${pid}/fd/0`], { encoding: "utf8" });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("after %s, at once and in every mode", async (signal, code) => {
    const terminal = await ready();
    expect(modes(terminal.pid)).toContain("-icanon");
    terminal.write("hang\r");
    await terminal.until("▸ run_drc");
    terminal.signal(signal);
    expect(await terminal.exited).toBe(code);
    expect(terminal.output).toMatch(/\x1b\[\?2004l.*\x1b\[23;0t.*\x1b\[\?25h/s);
    expect(terminal.output.match(/\x1b\[\?2004h/g)).toHaveLength(1);
  });

  test.each([["\x04"], ["/quit\r"]])(
    "whoever leaves the one turn of do by %j has interrupted it",
    async (keys) => {
      const terminal = start({ args: ["hang"], env: { EXIT_AFTER_TURN: "1" } });
      await terminal.until("▸ run_drc");
      terminal.write(keys);
      expect(await terminal.exited).toBe(130);
    },
  );

  test("stopped and continued from outside, it has its modes and its panes again", async () => {
    const terminal = await ready();
    terminal.write("text");
    await terminal.until("> text");
    terminal.signal("SIGSTOP");
    execFileSync("stty", ["icanon", "echo", "-F", `/proc/${terminal.pid}/fd/0`]);
    terminal.signal("SIGCONT");
    await terminal.until(() => terminal.output.match(/\x1b\[\?2004h/g)?.length === 2);
    expect(modes(terminal.pid)).toContain("-icanon");
    terminal.write("!");
    await terminal.until("> text!");
  });

  test("after the turn, with its exit code", async () => {
    const terminal = start({ args: ["fail"], env: { EXIT_AFTER_TURN: "1" } });
    expect(await terminal.exited).toBe(1);
    expect(terminal.lines().join("\n")).toContain("You are not logged in to Cursor.");
    expect(terminal.output).toContain("\x1b[?2004l");
  });
});

test("a turn that ends badly keeps its changes and says how to undo them", async () => {
  const terminal = await ready();
  terminal.write("fail\r");
  await terminal.until("What this turn changed is kept.");
  expect(terminal.text()).toContain("/undo puts it back");
});

test("idle, it does nothing at all", async () => {
  const terminal = await ready();
  const ticks = () => {
    const fields = readFileSync(`/proc/${terminal.pid}/stat`, "utf8").split(" ");
    return Number(fields[13]) + Number(fields[14]);
  };
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const before = [ticks(), terminal.output.length];
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const [cpu = 0, bytes = 0] = before;
  expect(terminal.output.length).toBe(bytes);
  expect(ticks() - cpu).toBeLessThanOrEqual(2);
});

test("NO_COLOR has no colours, TERM=dumb no cursor movement", async () => {
  const plain = await ready({ env: { NO_COLOR: "1" } });
  plain.write("work\r");
  await plain.until(/✓ done/);
  expect(plain.output).not.toMatch(/\x1b\[(3|9)\dm/);
  const dumb = start({ env: { TERM: "dumb" } });
  await dumb.until("Type a request");
  dumb.write("work\r");
  await dumb.until(/Turn done/);
  expect(dumb.output).not.toContain("\x1b");
});

/** An interactive shell, from which the program is started as a user would. */
async function shell(): Promise<PseudoTerminal> {
  const terminal = new PseudoTerminal("--norc", {
    runner: "bash",
    args: ["--noprofile", "-i"],
    columns: 100,
    rows: 30,
    env: { PS1: "shell> ", HISTFILE: "" },
  });
  open.push(terminal);
  await terminal.until("shell> ");
  return terminal;
}

test("Ctrl-Z gives the terminal to the shell, and fg takes it back with a right screen", async () => {
  const terminal = await shell();
  terminal.write(`"${process.execPath}" "${program}"\r`);
  await terminal.until(idle);
  terminal.write("hello\r");
  await terminal.until("You said: hello");
  await terminal.until(idle);
  terminal.write("half a message\x1a");
  await terminal.until(() => /Stopped[\s\S]*shell>$/.test(terminal.text()));
  expect(terminal.text()).not.toContain("> half a message");
  terminal.write("echo in the shell\r");
  await terminal.until(/^in the shell$/m);
  terminal.write("fg\r");
  await terminal.until("> half a message");
  terminal.write("!");
  await terminal.until("> half a message!");
  const lines = terminal.lines();
  const count = (text: string) => lines.filter((line) => line.trimEnd() === text).length;
  expect([count("You said: hello"), count("> half a message!"), count("in the shell")]).toEqual([1, 1, 1]);
  expect(lines.filter((line) => line.includes("ready |"))).toHaveLength(1);
});

test.each([
  ["SIGTERM", "hang", 143],
  ["SIGHUP", "hang", 129],
  ["an exception", "crash", 1],
] as const)("after %s the terminal's settings are what they were", async (way, request, code) => {
  const terminal = await shell();
  const settings = (name: string) => readFileSync(join(folder, name), "utf8");
  const kept = (name: string) => `stty -g > "${join(folder, name)}"`;
  const run = `"${process.execPath}" "${program}" ${request}`;
  terminal.write(`${kept("before")}; ${run}; code=$?; ${kept("after")}; echo "ended with $code"\r`);
  if (way !== "an exception") {
    await terminal.until("▸ run_drc");
    const [child] = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, "utf8").split(" ");
    process.kill(Number(child), way);
  }
  await terminal.until(`ended with ${code}`);
  expect(settings("after")).toBe(settings("before"));
  const ours = terminal.output.slice(0, terminal.output.lastIndexOf(`ended with ${code}`));
  expect(ours).toMatch(/\x1b\[>4;0m\x1b\[<u\x1b\[\?2004l\x1b\[23;0t\x1b\[0m\x1b\[\?25h/);
});

test("a session of 2,000 items is all in the scrollback, and a key costs no more than before", async () => {
  const terminal = await ready({ columns: 100, rows: 30 });
  terminal.write("many\r");
  await terminal.until(/✓ done/, 60_000);
  await terminal.until(idle);
  const told = terminal.lines().flatMap((line) => /sheet-\d+/.exec(line) ?? []);
  expect(told).toEqual(Array.from({ length: 2000 }, (_, index) => `sheet-${index}`));
  const before = terminal.output.length;
  terminal.write("x");
  await terminal.until(/^> x$/m);
  expect(terminal.output.length - before).toBeLessThan(400);
}, 90_000);

test("INK_SCREEN_READER: a linear reading, each line with a word for what it is, and none drawn again", async () => {
  const terminal = start({ columns: 100, rows: 60, env: { INK_SCREEN_READER: "true" } });
  await terminal.until("Type a request");
  terminal.write("work\r");
  await terminal.until(/Turn done/);
  terminal.write("hang\r");
  await terminal.until(/> hang\nThought for/);
  terminal.write("\x03");
  await terminal.until(/Turn interrupted.*\n> /);
  const told = terminal
    .lines()
    .filter((line) => line !== "")
    .join("\n")
    .replace(/\d+(\.\d)? (ms|s)\b/g, "n s")
    .trimEnd();
  await expect(told).toMatchFileSnapshot("snapshots/screen-reader.txt");
  expect(terminal.output).not.toMatch(/\x1b\[\d*A|\x1b\[[\d;]*m/);
});
