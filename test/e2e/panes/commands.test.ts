/** Slash commands and completion. */
import { describe, expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { ready } = bundledApplication();

describe("commands", () => {
  test("an unknown command is reported and starts nothing", async () => {
    const terminal = await ready();
    terminal.write("/modle\r");
    await terminal.until("There is no command /modle.");
    expect(terminal.text()).toContain("Did you mean /model?");
    expect(terminal.text()).toContain(idle);
  });

  test("a shell command is not sent to the model, and comes back with the arrow", async () => {
    const terminal = await ready();
    terminal.write("!ls\r");
    await terminal.until("copperhead runs no shell commands");
    expect(terminal.text()).not.toContain("You said");
    terminal.write("\x1b[A");
    await terminal.until("> !ls");
  });

  test("/model picks from a list", async () => {
    const terminal = await ready();
    terminal.write("/model\r");
    await terminal.until("Composer 1");
    terminal.write("gpt\r");
    await terminal.until("Model: cursor:gpt-5");
  });

  test("/resume shows the earlier session below what is on the screen", async () => {
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
