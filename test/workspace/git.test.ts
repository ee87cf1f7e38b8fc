import { describe, expect, it } from "vitest";
import { git, tryGit } from "../../source/workspace/git.js";
import { temporaryFolder } from "../temporary-folder.js";

const megabytes = Buffer.from("no object\n".repeat(500_000));

describe("git", () => {
  it("reads all that it is given", async () => {
    const root = temporaryFolder();
    await git(root, ["init", "-q"]);
    const answer = await git(root, ["cat-file", "--batch-check"], { input: megabytes });
    expect(answer.toString()).toBe("no object missing\n".repeat(500_000));
  });

  it("need not read it, and then has failed by itself", async () => {
    const { exitCode, stderr } = await tryGit(temporaryFolder(), ["cat-file", "--batch-check"], {
      input: megabytes,
    });
    expect([exitCode, stderr]).toEqual([128, expect.stringContaining("not a git repository")]);
  });
});
