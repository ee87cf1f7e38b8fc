/** Terminals without colours, without a cursor, and screen readers. */
import { expect, test } from "vitest";
import { bundledApplication } from "./fixtures/application.js";

const { start, ready } = bundledApplication();

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

test("INK_SCREEN_READER: a linear reading, each line with a word for what it is, and none drawn again", async () => {
  const terminal = start({ columns: 100, rows: 60, env: { INK_SCREEN_READER: "true" } });
  await terminal.until("Type a request");
  terminal.write("work\r");
  await terminal.until(/Turn done/);
  terminal.write("hang\r");
  await terminal.until(/> hang\nThought for/);
  terminal.write("\x03");
  await terminal.until(/Turn interrupted.*\n> /);
  const shown = terminal
    .lines()
    .filter((line) => line !== "")
    .join("\n")
    .replace(/\d+(\.\d)? (ms|s)\b/g, "n s")
    .trimEnd();
  await expect(shown).toMatchFileSnapshot("snapshots/screen-reader.txt");
  expect(terminal.output).not.toMatch(/\x1b\[\d*A|\x1b\[[\d;]*m/);
});
