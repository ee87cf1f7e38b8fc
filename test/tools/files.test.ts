import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

describe("list_files", () => {
  it("lists the files that a model may see, sorted, and follows no link", async () => {
    for (const path of [
      "b.md",
      "hw/a.kicad_sch",
      ".github/x.yml",
      ".git/config",
      ".copperhead/config.json",
      ".env",
      "deep/.env.local",
      "id_rsa",
      "node_modules/x/y.js",
      ".history/z",
    ]) {
      await bench.write(path, "x");
    }
    await symlink(bench.context.resultsFolder, join(bench.root, "link"));
    await symlink(join(bench.root, "b.md"), join(bench.root, "link.md"));
    const { text, outcome } = await bench.run("list_files");
    expect(outcome).toBe("success");
    expect(text).toBe("3 files.\n.github/x.yml\nb.md\nhw/a.kicad_sch");
  });

  it("accepts a glob and a limit, and reports what is left out", async () => {
    for (const name of ["a", "b", "c"]) {
      await bench.write(`docs/${name}.md`, "x");
    }
    await bench.write("docs/d.txt", "x");
    expect((await bench.run("list_files", { glob: "*.md" })).text).toBe(
      "3 files.\ndocs/a.md\ndocs/b.md\ndocs/c.md",
    );
    expect((await bench.run("list_files", { glob: "docs/*", limit: 1 })).text).toBe(
      '4 files.\nRows 1 to 1 of 4:\ndocs/a.md\nThe rest: {"tool":"list_files","args":{"glob":"docs/*","limit":1,"from":2}}',
    );
    expect((await bench.run("list_files", { glob: "docs/*", from: 4 })).text).toMatch(/of 4:\ndocs\/d\.txt$/);
    expect((await bench.run("list_files", { glob: "../**" })).text).toBe("0 files.");
    expect(await bench.run("list_files", { glob: "{a" })).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("{a"),
    });
  });
});

describe("read_file", () => {
  it("returns the text exactly, after a line with the range of lines", async () => {
    await bench.write("a.md", "one\n\ttwo  \nthree\n");
    expect((await bench.run("read_file", { path: "a.md" })).text).toBe(
      "a.md, lines 1 to 3 of 3:\none\n\ttwo  \nthree",
    );
    expect((await bench.run("read_file", { path: "a.md", start_line: 2, end_line: 2 })).text).toBe(
      "a.md, lines 2 to 2 of 3:\n\ttwo  ",
    );
    expect((await bench.run("read_file", { path: "a.md", start_line: 3, end_line: 99 })).text).toContain(
      "lines 3 to 3 of 3",
    );
  });

  it("reports CRLF and a missing newline, and hides the byte order mark", async () => {
    await bench.write("a.md", "\uFEFFone\r\ntwo");
    expect((await bench.run("read_file", { path: "a.md" })).text).toBe(
      "a.md, lines 1 to 2 of 2; CRLF line ends; no newline at the end:\none\ntwo",
    );
  });

  it("returns a long file page by page, without a gap", async () => {
    const lines = Array.from({ length: 2500 }, (_, n) => `line ${n} ${"x".repeat(n % 60)}`);
    await bench.write("a.txt", `${lines.join("\n")}\n`);
    const read: string[] = [];
    for (let start: number | undefined = 1; start !== undefined; ) {
      const { text } = await bench.run("read_file", { path: "a.txt", start_line: start });
      const [head = "", ...page] = text.split("\n");
      expect(page.length).toBeLessThanOrEqual(800);
      expect(text.length).toBeLessThan(26_000);
      read.push(...page);
      const next = /go on with start_line (\d+)/.exec(head)?.[1];
      start = next === undefined ? undefined : Number(next);
    }
    expect(read).toEqual(lines);
  });

  it("returns the beginning of a line that is too long, with a note", async () => {
    await bench.write("a.txt", `${"y".repeat(100_000)}\nnext\n`);
    const { text } = await bench.run("read_file", { path: "a.txt" });
    expect(text).toContain("longer than what is shown");
    expect(text).toContain("go on with start_line 2");
    expect(text.length).toBeLessThan(26_000);
  });

  it("reports an empty file and an empty range", async () => {
    await bench.write("empty.md", "");
    await bench.write("one.md", "x\n");
    expect((await bench.run("read_file", { path: "empty.md" })).text).toBe("empty.md is empty.");
    for (const range of [{ start_line: 2 }, { start_line: 3, end_line: 2 }]) {
      expect(await bench.run("read_file", { path: "one.md", ...range })).toMatchObject({
        outcome: "rejected",
        text: expect.stringContaining("1 lines"),
      });
    }
  });

  it.each([
    ["a zero byte", Buffer.from([65, 0, 66])],
    ["bytes that are not UTF-8", Buffer.from([0x66, 0xfc, 0x72])],
  ])("does not read a file with %s", async (_, bytes) => {
    await bench.write("x.bin", bytes);
    expect(await bench.run("read_file", { path: "x.bin" })).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("not a UTF-8 text file"),
    });
  });

  it("suggests the nearest file if the path does not exist", async () => {
    await bench.write("docs/bring-up.md", "x");
    expect((await bench.run("read_file", { path: "bring-up.md" })).text).toContain(
      "Did you mean docs/bring-up.md?",
    );
    expect((await bench.run("read_file", { path: "docs/bringup.md" })).text).toContain(
      "Did you mean docs/bring-up.md?",
    );
    expect((await bench.run("read_file", { path: "something/else.txt" })).text).toContain(
      "There are docs/bring-up.md.",
    );
  });

  it.each(["../x", "/etc/passwd", ".env", ".git/config", "docs", "out/x"])("refuses %s", async (path) => {
    await bench.write("docs/a.md", "x");
    await mkdir(bench.context.resultsFolder, { recursive: true });
    await writeFile(join(bench.context.resultsFolder, "x"), "outside");
    await symlink(bench.context.resultsFolder, join(bench.root, "out"));
    const { outcome, text } = await bench.run("read_file", { path });
    expect(outcome).toBe("rejected");
    expect(text).not.toContain("outside\n");
  });
});

describe("write_file", () => {
  it("creates a file and its folders through the journal", async () => {
    const result = await bench.run("write_file", { path: "docs/new/a.md", content: "# A\n\ntext\n" });
    expect(result).toMatchObject({
      outcome: "success",
      changed: [{ path: "docs/new/a.md", added: 3, removed: 0 }],
    });
    expect(result.diff).toContain("+++ b/docs/new/a.md");
    expect(await bench.read("docs/new/a.md")).toBe("# A\n\ntext\n");
    expect(await bench.context.journal.changes()).toHaveLength(1);
    await bench.context.journal.restore();
    await expect(stat(join(bench.root, "docs"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("replaces a file only with overwrite, and keeps its style", async () => {
    await bench.write("a.md", "\uFEFFone\r\ntwo");
    await chmod(join(bench.root, "a.md"), 0o600);
    expect(await bench.run("write_file", { path: "a.md", content: "x" })).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("overwrite"),
    });
    expect(await bench.run("write_file", { path: "a.md", content: "x\ny\n", overwrite: true })).toMatchObject(
      { outcome: "success" },
    );
    expect(await bench.read("a.md")).toBe("\uFEFFx\r\ny");
    expect((await stat(join(bench.root, "a.md"))).mode & 0o777).toBe(0o600);
    expect(await bench.run("write_file", { path: "a.md", content: "x\ny", overwrite: true })).toMatchObject({
      outcome: "rejected",
    });
  });

  it.each(["sch", "pcb", "sym", "mod", "pro"])("never writes over a .kicad_%s", async (extension) => {
    const path = `hw/a.kicad_${extension}`;
    await bench.write(path, "(old)");
    expect(await bench.run("write_file", { path, content: "(new)", overwrite: true })).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("edit_file"),
    });
    expect(await bench.read(path)).toBe("(old)");
  });

  it("refuses a file that KiCad could not read", async () => {
    expect(await bench.run("write_file", { path: "a.kicad_sym", content: "(a" })).toMatchObject({
      outcome: "rejected",
    });
    await expect(bench.read("a.kicad_sym")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each(["../x.md", ".env", ".git/hooks/x", ".copperhead/config.json", "id_rsa"])(
    "refuses %s",
    async (path) => {
      expect((await bench.run("write_file", { path, content: "x" })).outcome).toBe("rejected");
      expect(await bench.context.journal.changes()).toEqual([]);
    },
  );

  it("previews the diff without a change", async () => {
    const args = { path: "a.md", content: "x\n" };
    const preview = await bench.tool("write_file").preview?.(args, bench.context);
    expect(preview).toEqual({ paths: ["a.md"], meaning: [], diff: expect.stringContaining("+x") });
    await expect(bench.read("a.md")).rejects.toMatchObject({ code: "ENOENT" });
    await bench.write("a.md", "there");
    expect(await bench.tool("write_file").preview?.(args, bench.context)).toBeUndefined();
  });
});

describe("edit_file", () => {
  it("changes one piece, and can be undone", async () => {
    await bench.write("a.md", "one\r\ntwo\r\n");
    const result = await bench.run("edit_file", {
      path: "a.md",
      old_string: "one\ntwo",
      new_string: "one\n2",
    });
    expect(result).toMatchObject({
      outcome: "success",
      text: "Edited a.md in line 1 (+1 −1 lines).",
      detail: "+1 −1",
      changed: [{ path: "a.md", added: 1, removed: 1 }],
    });
    expect(await bench.read("a.md")).toBe("one\r\n2\r\n");
    await bench.context.journal.restore();
    expect(await bench.read("a.md")).toBe("one\r\ntwo\r\n");
  });

  it("keeps the file's mode", async () => {
    await bench.write("run.sh", "echo a\n");
    await chmod(join(bench.root, "run.sh"), 0o755);
    await bench.run("edit_file", { path: "run.sh", old_string: "a", new_string: "b" });
    expect((await stat(join(bench.root, "run.sh"))).mode & 0o777).toBe(0o755);
  });

  it.each([
    [{ old_string: "zzz", new_string: "x" }, "not in the file"],
    [{ old_string: "e", new_string: "x" }, "2 times"],
    [{ old_string: "one", new_string: "one" }, "equal"],
  ])("refuses with a reason: %j", async (edit, words) => {
    await bench.write("a.md", "one\nthree\n".replace("three", "tre"));
    const result = await bench.run("edit_file", { path: "a.md", ...edit });
    expect(result).toMatchObject({ outcome: "rejected", text: expect.stringContaining(words) });
    expect(result.detail).not.toContain("\n");
    expect(await bench.context.journal.changes()).toEqual([]);
  });

  it("refuses a missing file, and one that is not text", async () => {
    await bench.write("x.bin", Buffer.from([0]));
    const edit = { old_string: "a", new_string: "b" };
    expect((await bench.run("edit_file", { path: "gone.md", ...edit })).text).toContain("no file gone.md");
    expect((await bench.run("edit_file", { path: "x.bin", ...edit })).text).toContain(
      "not a UTF-8 text file",
    );
  });

  it.each([
    ["a.kicad_mod", '(footprint "x")', '"x")', '"x"'],
    ["a.kicad_pro", '{"a": 1}', "1}", "1"],
  ])("does not change %s if it would break", async (path, content, old_string, new_string) => {
    await bench.write(path, content);
    const result = await bench.run("edit_file", { path, old_string, new_string });
    expect(result).toMatchObject({ outcome: "rejected", text: expect.stringContaining("byte for byte") });
    expect(await bench.read(path)).toBe(content);
  });

  it("repairs a broken file in more than one step", async () => {
    await bench.write("a.kicad_mod", "(footprint (a (b");
    expect(
      (await bench.run("edit_file", { path: "a.kicad_mod", old_string: "(b", new_string: "(b)" })).outcome,
    ).toBe("success");
    expect(
      (await bench.run("edit_file", { path: "a.kicad_mod", old_string: "(b)", new_string: "(b)))" })).outcome,
    ).toBe("success");
    expect(await bench.read("a.kicad_mod")).toBe("(footprint (a (b)))");
  });

  it("reports a change of the rules", async () => {
    await bench.write("a.kicad_pro", '{"erc": {"rule_severities": {"pin_not_connected": "error"}}}');
    const { detail, text } = await bench.run("edit_file", {
      path: "a.kicad_pro",
      old_string: '"error"',
      new_string: '"ignore"',
    });
    expect(detail).toBe("rules changed: ERC rule pin_not_connected: error → ignore");
    expect(text).toContain("how the design is checked");
  });

  it("previews the diff without a change", async () => {
    await bench.write("a.md", "one\n");
    const preview = bench.tool("edit_file").preview;
    expect(await preview?.({ path: "a.md", old_string: "one", new_string: "1" }, bench.context)).toEqual({
      paths: ["a.md"],
      meaning: [],
      diff: "--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-one\n+1\n",
    });
    expect(
      await preview?.({ path: "a.md", old_string: "two", new_string: "1" }, bench.context),
    ).toBeUndefined();
    expect(await bench.read("a.md")).toBe("one\n");
  });

  it("follows a link within the repository", async () => {
    await bench.write("docs/a.md", "one\n");
    await symlink("docs", join(bench.root, "manual"));
    const result = await bench.run("edit_file", {
      path: "manual/a.md",
      old_string: "one",
      new_string: "two",
    });
    expect(result.changed).toMatchObject([{ path: "docs/a.md" }]);
    expect(await bench.read("docs/a.md")).toBe("two\n");
  });
});

describe("a text that lost characters", () => {
  it.each(["4.7 \ufffdF", "half a pair: \ud83d"])(
    "is refused with advice and not written: %j",
    async (text) => {
      const written = await bench.run("write_file", { path: "new.md", content: text });
      expect(written).toMatchObject({ outcome: "rejected" });
      expect(written.text).toMatch(/U\+FFFD.*Nothing was written/);
      await bench.write("notes.md", "4.7 uF\n");
      const edited = await bench.run("edit_file", {
        path: "notes.md",
        old_string: "4.7 uF",
        new_string: text,
      });
      expect(edited.outcome).toBe("rejected");
      expect(await readFile(join(bench.root, "notes.md"), "utf8")).toBe("4.7 uF\n");
      await expect(stat(join(bench.root, "new.md"))).rejects.toThrow("ENOENT");
    },
  );

  it("may stay in a file that has them already, and become fewer", async () => {
    await bench.write("old.md", "a \ufffd b \ufffd\n");
    const edit = { path: "old.md", old_string: "a \ufffd b", new_string: "c \ufffd d" };
    expect((await bench.run("edit_file", edit)).outcome).toBe("success");
    const repair = { path: "old.md", old_string: "c \ufffd d", new_string: "c µ d" };
    expect((await bench.run("edit_file", repair)).outcome).toBe("success");
  });
});

describe("a change by another program", () => {
  it("between two edits of a turn is not overwritten", async () => {
    await bench.write("a.md", "one\n");
    await bench.run("edit_file", { path: "a.md", old_string: "one", new_string: "two" });
    await bench.write("a.md", "two, and a user's line\n");
    const result = await bench.run("edit_file", { path: "a.md", old_string: "two", new_string: "three" });
    expect(result.outcome).toBe("failure");
    expect(result.text).toContain("a.md");
    expect(await bench.read("a.md")).toBe("two, and a user's line\n");
  });

  it("during the check by KiCad is not overwritten", async () => {
    const folder = bench.context.resultsFolder;
    await mkdir(folder, { recursive: true });
    const theirs = join(bench.root, "a.kicad_sch");
    // A kicad-cli in whose time somebody saves the file.
    await writeFile(join(folder, "kicad-cli"), `#!/bin/sh\nprintf '(theirs)' > "${theirs}"\n`, {
      mode: 0o755,
    });
    bench.context.env.PATH = `${folder}:/usr/bin:/bin`;
    await bench.write("a.kicad_sch", "(one)");
    const result = await bench.run("edit_file", {
      path: "a.kicad_sch",
      old_string: "one",
      new_string: "two",
    });
    expect(result).toMatchObject({ outcome: "rejected", text: expect.stringContaining("somebody else") });
    expect(await readFile(theirs, "utf8")).toBe("(theirs)");
  });
});
