/** Every pane and every state as it is seen, at the widths that people have. */

import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleProgram } from "../../bundle-program.js";
import { makeFolder, removeFolder } from "../../temporary-folder.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = makeFolder();
  program = await bundleProgram(new URL("./fixtures/program.ts", import.meta.url), folder);
});

afterAll(() => removeFolder(folder));

/** What a state is called, the keys that lead to it from the one before, and by what it is known to be there. */
const states: readonly [name: string, keys: string, there: RegExp][] = [
  ["at rest", "", /Ctrl-C twice/],
  ["text in the prompt", "Move the LED\x1b[13;2uto the 漢字 side", /漢字 side/],
  ["commands complete", "\x03/re", /\/resume/],
  ["files complete", "\x03look at @", /main.kicad_pcb/],
  ["the keys", "\x03?", /Ctrl-C closes/],
  ["a list", "\x03/model\r", /Composer 1/],
  ["a list, filtered", "gpt", /> gpt.*GPT-5/s],
  ["earlier messages", "\x03\x12", /Earlier messages/],
  ["a big paste", `\x03\x1b[200~${"line\r".repeat(40)}\x1b[201~`, /pasted text/],
  ["an answer comes", "\x03answering\r", /2\. and U1/],
  ["stopped", "\x03", /Ctrl-C twice/],
  ["everything at once", "everything\r", /nets that leave U1.*docs/s],
  ["messages wait", "and then?\r\x05last of all\r", /↑ takes/],
  ["interrupted, what waited in the prompt", "\x03", /> and then.*Ctrl-C clears/s],
  ["verifying", "\x03verify\r", /verifying/],
  ["interrupted", "\x03", /Ctrl-C twice/],
  ["a change waits", "approve\r", /Ctrl-C declines/],
  ["why not?", "n", /Why not\?/],
  ["declined", "too wide\r", /was declined/],
  ["failed", "fail\r", /Run: agent login/],
  ["hung", "stubborn\r", /Ctrl-C stops/],
  ["stopping", "\x03", /stopping….*Ctrl-C ends it at once/],
  ["ended at once", "\x03", /Ctrl-C twice/],
];

test.concurrent.for([
  [40, 12],
  [80, 24],
  [120, 30],
  [200, 50],
] as const)(
  "every state looks at %i × %i as it did before",
  async ([columns, rows], { expect, onTestFinished }) => {
    const file = join(import.meta.dirname, "snapshots", `screens-${columns}.txt`);
    const expected = await readFile(file, "utf8");
    const terminal = new PseudoTerminal(program, { columns, rows, onFinished: onTestFinished });
    const screens: string[] = [];
    for (const [name, keys, there] of states) {
      const screen = () => {
        const text = terminal.screen().join("\n").trimEnd();
        return `── ${name} ${"─".repeat(Math.max(0, columns - name.length - 4))}\n${timeless(text)}`;
      };
      terminal.write(keys);
      await terminal.until(there);
      await terminal.settled();
      // A program that has no turn on a busy machine looks settled, too.
      await terminal.until(() => expected.includes(screen()), 5000).catch(() => {});
      screens.push(screen());
    }
    await expect(`${screens.join("\n\n")}\n`).toMatchFileSnapshot(file);
  },
);

test("while the session opens, what was sent is shown as queued", async () => {
  const opens = join(folder, "opens");
  const terminal = new PseudoTerminal(program, { columns: 80, rows: 24, env: { OPENS_WITH: opens } });
  terminal.write("hello\r");
  await terminal.until(/queued/);
  await expect(`${terminal.text()}\n`).toMatchFileSnapshot("snapshots/starting.txt");
  writeFileSync(opens, "");
  await terminal.until("You said: hello");
});

/** Screens do not depend on how long something took. */
function timeless(text: string): string {
  return text.replace(/\d+(\.\d)? (ms|s)\b/g, "n s").replace(/\b\d:\d\d\b/g, "0:00");
}
