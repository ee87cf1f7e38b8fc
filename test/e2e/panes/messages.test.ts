/** Messages that were written before, or in an editor. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { ready, path } = bundledApplication();

test("earlier messages are found again, and secrets are not kept", async () => {
  const file = path("history.jsonl");
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
  const editor = path("editor.sh");
  writeFileSync(editor, '#!/bin/sh\nprintf "from the editor" >> "$1"\n', { mode: 0o755 });
  const terminal = await ready({ env: { EDITOR: editor } });
  terminal.write("text \x07");
  await terminal.until("> text from the editor");
  terminal.write("!");
  await terminal.until("> text from the editor!");
});
