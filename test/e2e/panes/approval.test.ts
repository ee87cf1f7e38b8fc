/** A change that waits for an answer. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bundledApplication } from "./fixtures/application.js";

const { ready } = bundledApplication();

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
    for (const key of message) {
      terminal.write(key);
      await wait(2); // to wait for its echo may take longer than a letter has to stay alone to be an answer
    }
    await terminal.until(`> ${message}`);
    await terminal.settled();
    expect(terminal.text()).toContain("Change board/main.kicad_sch?");
  });

  test("a letter in the middle of typing is no answer", async () => {
    const terminal = await ready();
    terminal.write("approve\r\x05man");
    await terminal.until("Change board/main.kicad_sch?");
    await terminal.until("> man");
  });
});
