/** A repository that somebody else made, and a machine that is not as it should be, seen through the built program. */
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
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
