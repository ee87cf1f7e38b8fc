/** The terminal while it changes size, and while nothing happens. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { ready } = bundledApplication();

test("a storm of resizes leaves the scrollback equal to what was shown", async () => {
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
