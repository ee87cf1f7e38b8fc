/** Ctrl-C in every state, and leaving while a turn runs. */
import { describe, expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { ready } = bundledApplication();

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
    await terminal.until("leaving… | cursor | step 1/40");
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
