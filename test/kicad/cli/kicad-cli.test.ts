import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { findKicadCli, KicadCli, kicadEnvironment } from "../../../source/kicad/cli/kicad-cli.js";
import { bundleProgram } from "../../bundle-program.js";
import { endAfterTest, ended, isAlive } from "../../processes.js";
import { temporaryFolder } from "../../temporary-folder.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A program that stands in for kicad-cli: a shell script in the test's folder. */
async function fake(script: string, name = "kicad-cli"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

describe("finding kicad-cli", () => {
  it("finds the one on PATH", async () => {
    const path = await fake("exit 0");
    expect((await findKicadCli({ PATH: folder }))?.binary).toBe(path);
  });

  it("prefers the one that the variable names", async () => {
    await fake("exit 0");
    const other = await fake("exit 0", "other-cli");
    expect((await findKicadCli({ PATH: folder, COPPERHEAD_KICAD_CLI: other }))?.binary).toBe(other);
  });

  it("finds nothing where there is none", async () => {
    expect(await findKicadCli({ PATH: folder })).toBeUndefined();
  });

  it("does not fall back when the variable names no program", async () => {
    await fake("exit 0");
    await expect(
      findKicadCli({ PATH: folder, COPPERHEAD_KICAD_CLI: join(folder, "gone") }),
    ).rejects.toMatchObject({ failure: { code: "kicad-cli-missing", exitCode: 2 } });
  });
});

describe("the child", () => {
  it("is given no key and no token", async () => {
    const secrets = Object.fromEntries(
      ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "NPM_TOKEN"].map(
        (name) => [name, "secret"],
      ),
    );
    const cli = new KicadCli(await fake(`env > "${folder}/env"`), {
      ...secrets,
      PATH: process.env.PATH,
      KICAD9_SYMBOL_DIR: "/symbols",
      KICAD_API_TOKEN: "secret",
    });
    await cli.run([], join(folder, "x.kicad_sch"));
    const dump = await readFile(join(folder, "env"), "utf8");
    expect(dump).not.toContain("secret");
    expect(dump).toContain("KICAD9_SYMBOL_DIR=/symbols");
  });

  it("works in a UTF-8 locale on Linux, whatever the user's is", () => {
    const { LC_ALL } = kicadEnvironment({ LANG: "C", LC_ALL: "POSIX" });
    expect(LC_ALL).toBe(process.platform === "linux" ? "C.UTF-8" : "POSIX");
  });

  it("returns its stderr, and is a failure with it where the design does not load", async () => {
    const warns = new KicadCli(await fake("echo notice; echo No schematic >&2"), process.env);
    expect(await warns.run([], join(folder, "x.kicad_sch"))).toBe("No schematic");
    const cli = new KicadCli(
      await fake("echo notice; echo Failed to load schematic >&2; exit 3"),
      process.env,
    );
    await expect(cli.run([], join(folder, "x.kicad_sch"))).rejects.toMatchObject({
      failure: { code: "design-does-not-load", message: expect.stringContaining("Failed to load schematic") },
    });
  });

  it("is another failure where it fails in another way", async () => {
    const cli = new KicadCli(await fake("echo no such command >&2; exit 1"), process.env);
    await expect(cli.run([], join(folder, "x.kicad_sch"))).rejects.toMatchObject({
      failure: { code: "kicad-cli-failed", message: expect.stringContaining("no such command") },
    });
  });

  it("is a failure where it cannot be started", async () => {
    const cli = new KicadCli(join(folder, "gone"), process.env);
    await expect(cli.run([], join(folder, "x.kicad_sch"))).rejects.toMatchObject({
      failure: { code: "kicad-cli-failed" },
    });
  });

  it("is ended with its own children, and its lock file removed, when the signal is aborted", async () => {
    const lock = join(folder, "~x.kicad_pro.lck");
    const cli = new KicadCli(
      await fake(
        `touch "${lock}"; sleep 1000 & echo $! > "${folder}/pid.tmp"; mv "${folder}/pid.tmp" "${folder}/pid"; wait`,
      ),
      process.env,
    );
    const abort = new AbortController();
    const run = cli.run([], join(folder, "x.kicad_sch"), { signal: abort.signal });
    await vi.waitFor(async () => expect(await exists(join(folder, "pid"))).toBe(true), 60_000);
    const pid = Number(await readFile(join(folder, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    abort.abort();
    await expect(run).rejects.toMatchObject({ failure: { code: "interrupted" } });
    await ended(pid);
    expect(await exists(lock)).toBe(false);
  });

  it("is ended, and its lock file removed, when copperhead itself ends", async () => {
    const lock = join(folder, "~x.kicad_pro.lck");
    const fakeCli = await fake(
      `touch "${lock}"; echo $$ > "${folder}/pid.tmp"; mv "${folder}/pid.tmp" "${folder}/pid"; exec sleep 1000`,
    );
    const program = await bundleProgram(new URL("./runs-kicad-cli.ts", import.meta.url), folder);
    const copperhead = execa(process.execPath, [program, fakeCli, join(folder, "x.kicad_sch")], {
      reject: false,
    });
    await vi.waitFor(async () => expect(await exists(join(folder, "pid"))).toBe(true), 60_000);
    const pid = Number(await readFile(join(folder, "pid"), "utf8"));
    endAfterTest(pid);
    copperhead.kill("SIGTERM");
    await copperhead;
    await ended(pid);
    expect(await exists(lock)).toBe(false);
  });

  it("leaves a lock file that somebody else holds", async () => {
    const lock = join(folder, "~x.kicad_pro.lck");
    await writeFile(lock, "theirs");
    const cli = new KicadCli(await fake("sleep 1000"), process.env);
    await expect(cli.run([], join(folder, "x.kicad_sch"), { timeoutMs: 50 })).rejects.toMatchObject({
      failure: { code: "kicad-cli-timeout" },
    });
    expect(await readFile(lock, "utf8")).toBe("theirs");
  });

  it("is not started when the signal was aborted before", async () => {
    const cli = new KicadCli(await fake(`touch "${folder}/started"`), process.env);
    const run = cli.run([], join(folder, "x.kicad_sch"), { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ failure: { code: "interrupted" } });
    expect(await exists(join(folder, "started"))).toBe(false);
  });
});
