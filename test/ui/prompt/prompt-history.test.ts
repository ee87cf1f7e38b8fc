import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PromptHistory } from "../../../source/ui/prompt/prompt-history.js";
import { temporaryFolder } from "../../temporary-folder.js";

function fileOf(path: string) {
  return { path, redact: (text: string) => text.replace("secret", "[redacted]") };
}

test("the next session has the messages, except those with a secret", async () => {
  const path = join(temporaryFolder(), "state", "history");
  const first = new PromptHistory();
  first.add("before its file is known");
  first.open(fileOf(path));
  first.add("two\nlines");
  first.add("two\nlines");
  first.add("a secret");
  await first.saved();
  expect(first.entries).toEqual(["before its file is known", "two\nlines", "a secret"]);
  const next = new PromptHistory();
  next.open(fileOf(path));
  expect(next.entries).toEqual(["before its file is known", "two\nlines"]);
});

test("torn and foreign lines are skipped", async () => {
  const path = join(temporaryFolder(), "history");
  await writeFile(path, '"one"\nno JSON\n{"an": "object"}\n"two"\n"tor');
  const history = new PromptHistory();
  history.open(fileOf(path));
  expect(history.entries).toEqual(["one", "two"]);
  history.add("three");
  await history.saved();
  const next = new PromptHistory();
  next.open(fileOf(path));
  expect(next.entries).toEqual(["one", "two", "three"]);
});

test("a file that has grown too long is cut to the newest messages", async () => {
  const path = join(temporaryFolder(), "history");
  await writeFile(path, "");
  await appendFile(path, Array.from({ length: 2001 }, (_, index) => `"${index}"\n`).join(""));
  const history = new PromptHistory();
  history.open(fileOf(path));
  await history.saved();
  expect(history.entries).toHaveLength(1000);
  expect((await readFile(path, "utf8")).split("\n").slice(-2)).toEqual(['"2000"', ""]);
});
