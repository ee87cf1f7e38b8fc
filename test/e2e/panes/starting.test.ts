/** The panes before the session is open. */
import { renameSync, writeFileSync } from "node:fs";

import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.js";
import type { PseudoTerminal } from "../pseudo-terminal.js";
import { bundledApplication } from "./fixtures/application.js";

const { start } = bundledApplication();

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

  test("when it cannot be opened, the terminal is given back before the reason is shown", async () => {
    terminal.write("hello");
    await terminal.until("> hello");
    writeFileSync(`${opens}.written`, "There is no such session.");
    renameSync(`${opens}.written`, opens); // never seen empty, which would open it
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
