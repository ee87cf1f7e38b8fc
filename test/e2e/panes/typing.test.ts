/** Keys that come fast, many in one read, or as a paste. */
import { describe, expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { start, ready } = bundledApplication();

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
    terminal.write("\x03");
    await terminal.until("Ctrl-C twice");
    terminal.write("one\rtwo\rthree");
    await terminal.until(/> one\n {2}two\n {2}three\n/);
    expect(terminal.text()).not.toContain("You said");
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
