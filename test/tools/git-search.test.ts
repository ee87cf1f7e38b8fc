import { execFileSync } from "node:child_process";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { sampled } from "../sampled.js";
import { type Bench, openBench } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

function git(...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@e", ...args], {
    cwd: bench.root,
    encoding: "utf8",
  });
}

/** The result of a tool with git, and without. */
async function bothWays(tool: string, args: Record<string, unknown>): Promise<[string, string]> {
  const withGit = (await bench.run(tool, args)).text;
  await rename(join(bench.root, ".git"), join(bench.root, "../git"));
  const without = (await bench.run(tool, args)).text;
  await rename(join(bench.root, "../git"), join(bench.root, ".git"));
  return [withGit, without];
}

describe("with git", () => {
  it("a search finds the same as without it", async () => {
    git("init", "-q");
    const contents: Record<string, string | Buffer> = {
      "a.md": "one needle\r\ntwo\r\n",
      "sub/b.txt": "\ufeffneedle in a haystack\nand Needle\n",
      "sub/deep/c.kicad_sch": '(property "Value" "1k")\n\n(value 10k) é✓\n',
      "odd/ünï [1].txt": "a\tb\\c $x ^y {z} needle",
      "x.bin": Buffer.from("needle\0needle"),
      "late.bin": Buffer.concat([Buffer.alloc(9000, "x\n"), Buffer.from("needle\0needle")]),
      latin: Buffer.from([0x6e, 0x65, 0x65, 0x64, 0xe9, 0x6c, 0x65]),
      "node_modules/m/needle.js": "needle",
      ".env": "needle",
      "untracked.md": "needle, not tracked",
      "hidden/.x": "needle",
    };
    for (const [path, content] of Object.entries(contents)) {
      await bench.write(path, content);
    }
    await symlink("a.md", join(bench.root, "link.md"));
    git("add", ".");
    git("reset", "-q", "untracked.md");
    git("commit", "-qm", "x");
    git("update-index", "--assume-unchanged", "a.md");
    git("update-index", "--skip-worktree", "sub/b.txt");
    await bench.write("a.md", "changed behind git: needle\nnew words\n");
    await rm(join(bench.root, "hidden/.x"));
    execFileSync("git", ["init", "-q", join(bench.root, "nested")]);
    await bench.write("nested/inner.txt", "a needle in a nested repository\n");
    const piece = fc.constantFrom(
      ..."needle|Needle|two\\n|one|\\n|\\r\\n|new words|.|é|✓|$|^|\\(|\\\\|(|)|[a-z]|e+|d?|{2}|\ufffd|\ufeff|1k|\\d|\\t|x|*|nested".split(
        "|",
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom(undefined, "*.md", "sub/**"),
        async (pieces, regex, glob) => {
          const pattern = pieces.join("").replaceAll("\\n", "\n").replaceAll("\\r", "\r");
          const args = { pattern, regex, ...(glob !== undefined && { glob }) };
          const [one, other] = await bothWays("search", args).catch((error: Error) => [error.message, ""]);
          if (!/cannot be used/.test(one)) {
            expect(one).toBe(other);
          }
        },
      ),
      // Each run starts git some times.
      { numRuns: sampled(40) },
    );
  }, 120_000);

  it("a list is the same but for what git ignores: not what is gone, no links, the files of nested repositories", async () => {
    git("init", "-q");
    for (const path of ["a", "sub/b", "sub/gone", "odd/ünï", "forced.log", ".ssh/id", "sub/key.pem"]) {
      await bench.write(path, "x");
    }
    await bench.write(".gitignore", "*.log\nbuild/\n");
    await symlink("a", join(bench.root, "link"));
    git("add", ".");
    git("add", "-f", "forced.log");
    await rm(join(bench.root, "sub/gone"));
    await symlink("a", join(bench.root, "loose-link"));
    execFileSync("git", ["init", "-q", join(bench.root, "nested")]);
    await bench.write("nested/inner.txt", "x");
    await writeFile(Buffer.concat([Buffer.from(join(bench.root, "lat")), Buffer.from([0xe9])]), "x");
    const [withGit, without] = await bothWays("list_files", {});
    expect(withGit).toBe(without);
    await bench.write("build/out", "x");
    await bench.write("debug.log", "x");
    expect((await bench.run("list_files")).text).toBe(without);
    expect((await bench.run("search", { pattern: "x", glob: "*.log" })).text).toContain("1 file.");
  });

  it("a list holds what is at a path now: not a file behind a link, and the files of a folder in a file's place", async () => {
    git("init", "-q");
    for (const path of ["moved/a", "other/a", "now-folder", "now-link", "kept/x"]) {
      await bench.write(path, "x");
    }
    git("add", ".");
    await rm(join(bench.root, "moved"), { recursive: true });
    await symlink("other", join(bench.root, "moved"));
    await rm(join(bench.root, "now-folder"));
    await bench.write("now-folder/inside", "x");
    await rm(join(bench.root, "now-link"));
    await symlink("other/a", join(bench.root, "now-link"));
    const [withGit, without] = await bothWays("list_files", {});
    expect(withGit.split("\n").slice(1)).toEqual(["kept/x", "now-folder/inside", "other/a"]);
    expect(withGit).toBe(without);
  });

  it("a list names a file once while a merge is not done", async () => {
    git("init", "-q", "-b", "main");
    await bench.write("a.txt", "one\n");
    git("add", ".");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "side");
    await bench.write("a.txt", "two\n");
    git("commit", "-qam", "two");
    git("checkout", "-q", "main");
    await bench.write("a.txt", "three\n");
    git("commit", "-qam", "three");
    expect(() => git("merge", "side")).toThrow();
    expect((await bench.run("list_files")).text).toBe("1 file.\na.txt");
  });

  it("a repository that this one merely lies in does not count", async () => {
    git("init", "-q");
    await bench.write(".gitignore", "inner/\n");
    await bench.write("inner/a.txt", "needle");
    const inner = await openBench({ root: join(bench.root, "inner") });
    expect((await inner.run("search", { pattern: "needle" })).text).toContain("a.txt:1: needle");
    expect((await inner.run("list_files")).text).toContain("a.txt");
  });
});
