import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  appendJsonLines,
  JsonLinesFile,
  parseJsonLines,
  readJsonLines,
  replaceJsonLines,
} from "../../../source/base/files/json-lines.js";
import { temporaryFolder } from "../../temporary-folder.js";

const newFile = () => join(temporaryFolder(), "values.jsonl");

describe("a file of JSON lines", () => {
  it("holds the values in the order in which they were appended, for its owner alone", async () => {
    const path = newFile();
    const file = await JsonLinesFile.open(path);
    await Promise.all([file.append(1, "two\u2028"), file.append({ three: null })]);
    await file.close();
    await appendJsonLines(path, [4]);
    expect(await readJsonLines(path)).toEqual([1, "two\u2028", { three: null }, [4]]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("is empty where there is none", async () => {
    expect(await readJsonLines(newFile())).toEqual([]);
  });

  it("counts no torn last line, and the next append removes it", async () => {
    const path = newFile();
    await writeFile(path, '{"a":1}\n{"b":');
    expect(await readJsonLines(path)).toEqual([{ a: 1 }]);
    await appendJsonLines(path, { c: 3 });
    expect(await readFile(path, "utf8")).toBe('{"a":1}\n{"c":3}\n');
  });

  it("is refused with the number of the line that is damaged, where one is", async () => {
    const path = newFile();
    await writeFile(path, '{"a":1}\nno JSON\n{"c":3}\n');
    await expect(readJsonLines(path)).rejects.toMatchObject({
      failure: { code: "file-damaged", message: `Line 2 of ${path} is damaged.` },
    });
    expect(parseJsonLines(await readFile(path))).toEqual([{ a: 1 }, undefined, { c: 3 }]);
  });

  it("can be replaced at once", async () => {
    const path = newFile();
    await appendJsonLines(path, 1, 2, 3);
    await replaceJsonLines(path, [4]);
    expect(await readFile(path, "utf8")).toBe("4\n");
  });
});
