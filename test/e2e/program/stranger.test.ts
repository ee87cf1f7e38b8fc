/** A repository that somebody else made, and a machine that is not as it should be, seen through the built program. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { identify, isRunning } from "../../../source/base/processes/processes.js";
import { endAfterTest } from "../../processes.js";
import { asked, Bench } from "../../program.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put } from "../../workspace/folders.js";

/** A repository with these settings of its own. */
async function configured(settings: string): Promise<Bench> {
  const one = await Bench.create({ replies: [{ say: "Done." }] });
  await mkdir(join(one.repository, ".copperhead"));
  await one.write(".copperhead/config.json", settings);
  return one;
}

describe("the settings of a repository", () => {
  it("do not make Cursor run with --force, and the run and doctor name what is ignored", async () => {
    const one = await configured('{"approval":"never","tripwire":"actions"}');
    const { exitCode, stdout, stderr } = await one.start([
      "-p",
      "go",
      "--native",
      "--output-format",
      "stream-json",
    ]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const [run] = await one.agent.runs();
    expect(run?.argv).not.toContain("--force");
    expect(stdout).toMatch(/"runtime.warning".*approval: \\"never\\" in .copperhead\/config.json is ignored/);
    const doctor = await one.start(["doctor", "--json"]);
    expect(doctor.stdout).toMatch(/"config","status":"warn".*tripwire.*ignored.*approval.*ignored/);
    await one.start(["-p", "go", "--native", "--approval", "never"]);
    expect((await one.agent.runs()).at(-1)?.argv).toContain("--force");
  });

  it("that are a pipe are refused at once", async () => {
    const one = await configured("{}");
    const path = join(one.repository, ".copperhead", "config.json");
    await execa("sh", ["-c", 'rm "$0" && mkfifo "$0"', path]);
    const { exitCode, stderr } = await one.start(["-p", "go"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("pipe") });
  });
});

it.each([
  ["flag", ["--model", "cursor:--endpoint=x"], {}],
  ["flag", ["--model=cursor:-f"], {}],
  ["variable", [], { COPPERHEAD_MODEL: "cursor:--endpoint=x" }],
] as const)("a model of the %s that would be an option is refused: %j %j", async (_, args, env) => {
  const one = await Bench.create({ replies: [{ say: "Done." }] });
  const { exitCode } = await one.start(["-p", "go", ...args], { env });
  expect(exitCode).toBe(2);
  expect(await one.agent.runs()).toEqual([]);
});

it("a working directory that is gone is called that, with the way out", async () => {
  const one = await Bench.create({});
  const script = 'mkdir gone && cd gone && rmdir "$PWD" && exec node "$0" -p hello';
  const { exitCode, stderr } = await one.startIn("sh", ["-c", script, one.program]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/working directory is gone.*\n.*cd to a folder that exists/);
});

describe("a file that other programs run or obey", () => {
  it("is not written where nobody can be asked, and the model is given the reason", async () => {
    const paths = [
      ".github/workflows/x.yml",
      "sub/.VSCode/tasks.json",
      ".husky./pre-commit",
      ".mcp\u200b.json",
      "Agents.md",
      ".gitattributes",
    ];
    const one = await Bench.create({
      replies: [
        ...paths.map((path, turn) => ({
          when: { start: turn },
          say: asked("write_file", { path, content: "x\n" }),
        })),
        { say: "Could not." },
      ],
    });
    const { exitCode } = await one.start(["-p", "go"]);
    expect(exitCode).toBe(0);
    const results = (await one.transcript()).filter(({ type }) => type === "tool");
    expect(results.map(({ data }) => data.outcome)).toEqual(paths.map(() => "rejected"));
    for (const { data } of results) {
      expect(data.text).toMatch(/other programs run or obey this file.*nobody can be asked/);
    }
    expect(await readdir(one.repository)).toEqual([".copperhead", ".git"]);
  });
});

describe("a lock that a repository brought along", () => {
  it.each([
    ["a link that leads nowhere", 'ln -s /nowhere/at/all "$0"'],
    ["a pipe", 'mkfifo "$0"'],
    ["a folder", 'mkdir "$0"'],
  ])("is named and ends the run where it is %s", async (_, make) => {
    const one = await configured("{}");
    await execa("sh", ["-c", make, join(one.repository, ".copperhead", "lock")]);
    const { exitCode, stderr } = await one.start(["-p", "go"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/lock is no file of its own/),
    });
    expect(await one.agent.runs()).toEqual([]);
  });

  it("is waited for no longer than until a signal", async () => {
    const one = await configured("{}");
    const elsewhere = { id: "x", host: "elsewhere", holder: { pid: 1, boot: "", started: 1 } };
    await one.write(".copperhead/lock", "no lock");
    await one.write(".copperhead/lock.clearing", JSON.stringify(elsewhere));
    const run = one.start(["-p", "go", "--output-format", "stream-json"]);
    await once(run.stdout, "data");
    run.kill("SIGTERM");
    const begun = Date.now();
    expect((await run).exitCode).toBe(143);
    expect(Date.now() - begun).toBeLessThan(8000);
  });
});

describe("files of a session that are no files of their own", () => {
  it.each(["transcript.jsonl", "undo.jsonl", "turns", "native", "results"])(
    "are neither read nor written where %s is a link",
    async (name) => {
      const outside = temporaryFolder();
      const one = await Bench.create({
        replies: [{ say: asked("write_file", { path: "a.txt", content: "x" }) }, { say: "Done." }],
      });
      await one.start(["-p", "go"]);
      const place = join(await one.sessionFolder(), name);
      const isFile = name.endsWith(".jsonl");
      await put(outside, "secret", "hunter2\n");
      await rm(place, { recursive: true, force: true });
      await symlink(isFile ? join(outside, "secret") : outside, place);
      for (const args of [["undo"], ["-p", "more", "--continue"], ["sessions"], ["doctor"]]) {
        const { stdout, stderr } = await one.start(args);
        expect(`${stdout}${stderr}`).not.toContain("hunter2");
      }
      expect(await readdir(outside)).toEqual(["secret"]);
      expect(await readFile(join(outside, "secret"), "utf8")).toBe("hunter2\n");
    },
  );
});

describe("a session that a repository brought along", () => {
  /** The user's own run, then a copy of the whole repository, which is somebody else's. */
  async function copied(): Promise<{ one: Bench; id: string; inCopy: Bench["start"] }> {
    const one = await Bench.create({
      replies: [{ say: asked("write_file", { path: "a.txt", content: "x" }) }, { say: "Done." }],
    });
    await one.start(["-p", "go"]);
    const id = basename(await one.sessionFolder());
    const copy = join(one.folder, "copy");
    await cp(one.repository, copy, { recursive: true });
    return { one, id, inCopy: (args, options) => one.start([...args, "--repo", copy], options) };
  }

  it("is not undone, redone or gone on with, and each says so once", async () => {
    const { one, id, inCopy } = await copied();
    const runs = (await one.agent.runs()).length;
    const undone = await inCopy(["undo"]);
    expect(undone).toMatchObject({ exitCode: 0, stdout: "There is nothing to undo.\n" });
    expect(undone.stderr).toContain("did not write on this machine");
    for (const args of [
      ["undo", id],
      ["redo", id],
      ["-p", "more", "--resume", id],
    ]) {
      const { exitCode, stderr } = await inCopy(args);
      expect({ args, exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("can only be replayed"),
      });
    }
    expect((await inCopy(["-p", "more", "--continue"])).exitCode).toBe(2);
    expect((await one.agent.runs()).length).toBe(runs);
    expect(await readFile(join(one.folder, "copy", "a.txt"), "utf8")).toBe("x");
    // The user's own one is.
    expect((await one.start(["undo"])).stdout).toContain("a.txt");
  });

  it("is listed with a mark, and replayed", async () => {
    const { one, id, inCopy } = await copied();
    expect((await inCopy(["sessions"])).stdout).toContain(`${id}*`);
    expect(JSON.parse(String((await inCopy(["sessions", "--json"])).stdout)).sessions).toMatchObject([
      { id, isOwn: false },
    ]);
    const transcript = join(one.folder, "copy", ".copperhead", "sessions", id, "transcript.jsonl");
    expect(await one.start(["replay", transcript])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  });

  it("is not restored, and no process is ended for it, after a lock that was forged", async () => {
    const { one, id, inCopy } = await copied();
    const sleeper = spawn("sleep", ["100"], { detached: true, stdio: "ignore" });
    endAfterTest(sleeper.pid ?? 0);
    const group = await identify(sleeper.pid ?? 0);
    const holder = { ...group, pid: 4_194_303, started: 1 };
    const forged = { id: randomUUID(), host: hostname(), holder, sessionId: id, turn: 1, group };
    await put(join(one.folder, "copy"), ".copperhead/lock", JSON.stringify(forged));
    await one.agent.play({ replies: [{ say: "Hi." }] });
    const { exitCode, stderr } = await inCopy(["-p", "go"]);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain("cut off");
    expect(await isRunning(group)).toBe(true);
  });
});
