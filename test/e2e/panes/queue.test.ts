/** Messages that wait while a turn runs. */
import { describe, expect, test } from "vitest";
import { bundledApplication } from "./fixtures/application.js";

const { ready } = bundledApplication();

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
    terminal.write("hang\r\x05one\r\x05two\r\x05draft"); // Ctrl-E between them: else it is a paste
    await terminal.until("⋯ two (queued; ↑ takes it back)");
    terminal.write("\x1b[A");
    await terminal.until(/⋯ one \(queued; ↑ takes it back\)\n> two\n {2}draft/);
    terminal.write("\x1b[A\x1b[A");
    await terminal.until(/> one\n {2}two\n {2}draft/);
    expect(terminal.text()).not.toContain("⋯");
  });

  test("what is queued is back in the prompt after Ctrl-C, and nothing goes on by itself", async () => {
    const terminal = await ready();
    terminal.write("hang\r\x05one\r\x05two\r");
    await terminal.until("⋯ two (queued");
    terminal.write("\x03");
    await terminal.until("■ interrupted");
    await terminal.until(/> one\n {2}two\nready .* Ctrl-C clears/);
    await terminal.settled();
    expect(terminal.lines().join("\n")).not.toContain("You said");
  });
});
