/** A turn, as it comes and as it is kept. */
import { describe, expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { ready } = bundledApplication();

describe("a turn", () => {
  test.each([40, 80, 120, 200])("is shown whole at %i columns", async (columns) => {
    const terminal = await ready({ columns, rows: 40 });
    terminal.write("work on the sensor\r");
    await terminal.until(/✓ done · .* 1 file changed/s);
    const shown = terminal
      .lines()
      .join("\n")
      .replace(/\d+(\.\d)? (ms|s)\b/g, "n s")
      .trimEnd();
    await expect(shown).toMatchFileSnapshot(`snapshots/turn-${columns}.txt`);
  });

  test("shows what runs, what was discarded and the answer as it comes", async () => {
    const terminal = await ready();
    terminal.write("work\r");
    await terminal.until(/Thinking\n.*The user wants/s);
    await terminal.until(/Tool calls\n▸ read_file board\/main.kicad_sch \d s/);
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

test("a turn that ends badly keeps its changes and shows how to undo them", async () => {
  const terminal = await ready();
  terminal.write("fail\r");
  await terminal.until("What this turn changed is kept.");
  expect(terminal.text()).toContain("/undo puts it back");
});

test("what a model writes is shown, never executed", async () => {
  const terminal = await ready();
  terminal.write("hostile\r");
  await terminal.until(/✓ done/);
  expect(terminal.text()).toMatch(/Ring.* .*\[31mred.*\[2J and .*\]0;title.* end\./);
  expect(terminal.output).not.toContain("\x1b]0;");
});

test("a session of 2,000 items is all in the scrollback, and a key costs no more than before", async () => {
  const terminal = await ready({ columns: 100, rows: 30 });
  terminal.write("many\r");
  await terminal.until(/✓ done/);
  await terminal.until(idle);
  const shown = terminal.lines().flatMap((line) => /sheet-\d+/.exec(line) ?? []);
  expect(shown).toEqual(Array.from({ length: 2000 }, (_, index) => `sheet-${index}`));
  const before = terminal.output.length;
  terminal.write("x");
  await terminal.until(/^> x$/m);
  expect(terminal.output.length - before).toBeLessThan(400);
});
