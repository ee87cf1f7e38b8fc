import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { groupGone } from "../../../source/base/processes/process-group.js";
import { type Child, startChild } from "../../../source/cursor/process/child.js";
import { bundleProgram } from "../../bundle-program.js";
import { endAfterTest, isAlive } from "../../processes.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { makeProgram, until } from "../made-program.js";

type Started = { child: Child; stdout: () => string; folder: string };

function start(
  body: string,
  options: { input?: string; env?: NodeJS.ProcessEnv; onStarted?: (group: number) => Promise<void> } = {},
): Started {
  const folder = temporaryFolder();
  const chunks: Uint8Array[] = [];
  const child = startChild({
    file: makeProgram(folder, body),
    args: ["one", "two words"],
    cwd: folder,
    env: options.env ?? {},
    input: options.input ?? "",
    ...(options.onStarted && { onStarted: options.onStarted }),
    onStdout: (chunk) => chunks.push(chunk),
  });
  if (child.pid !== undefined) {
    endAfterTest(child.pid);
  }
  return { child, stdout: () => Buffer.concat(chunks).toString("utf8"), folder };
}

/** A program that starts a helper in its own group, which ignores polite signals and holds stdout open. */
const withHelper = `
const helper = spawn(process.execPath, ["-e", "process.on('SIGINT',()=>{});process.on('SIGTERM',()=>{});process.stdout.write('helper ready\\\\n');setInterval(()=>{},1000)"], { stdio: "inherit" });
fs.writeFileSync("helper", String(helper.pid));
`;
const helperOf = (folder: string) => Number(readFileSync(join(folder, "helper"), "utf8"));

describe("startChild", () => {
  it("passes on arguments, input, folder and exactly the environment, and returns output and exit code", async () => {
    const { child, stdout, folder } = start(
      `say({ args, input: stdin(), cwd: process.cwd(), env: process.env }); fs.writeSync(2, "a problem\\n"); process.exitCode = 3`,
      { input: "the prompt", env: { LANG: "C" } },
    );
    expect(await child.exited).toEqual({ code: 3, signal: null, stderr: "a problem\n" });
    expect(JSON.parse(stdout())).toEqual({
      args: ["one", "two words"],
      input: "the prompt",
      cwd: folder,
      env: { LANG: "C", COPPERHEAD_CHILD_MARKER: expect.stringMatching(/^[\da-f-]{36}\.\d+$/) },
    });
  });

  const strayHelper = (options: string) => `
const helper = spawn(process.execPath, ["-e", "process.on('SIGINT',()=>{});setInterval(()=>{},1000)"], { detached: true, stdio: "ignore", ${options} });
helper.unref();
fs.writeFileSync("helper", String(helper.pid));
say("ready");
`;

  it.runIf(process.platform === "linux")(
    "ends a helper in a session of its own, whatever ends the child",
    async () => {
      for (const end of [undefined, "interrupt", "end", "kill"] as const) {
        const { child, stdout, folder } = start(strayHelper("") + (end ? "stay()" : ""));
        await until(() => stdout().includes("ready"));
        const helper = endAfterTest(helperOf(folder));
        if (end) {
          child[end]();
        }
        await child.exited;
        expect(isAlive(helper), end ?? "its own end").toBe(false);
      }
    },
  );

  it.runIf(process.platform === "linux")(
    "finds by its parent a helper that has another environment",
    async () => {
      for (const end of ["interrupt", "kill"] as const) {
        const { child, stdout, folder } = start(`${strayHelper("env: {}")} stay()`);
        await until(() => stdout().includes("ready"));
        const helper = endAfterTest(helperOf(folder));
        child[end]();
        await child.exited;
        expect(isAlive(helper), end).toBe(false);
      }
    },
  );

  it("writes 5 MB in while as much comes out", async () => {
    const input = "x".repeat(5_000_000);
    const { child, stdout } = start(`process.stdin.pipe(process.stdout)`, { input });
    expect((await child.exited).code).toBe(0);
    expect(stdout()).toBe(input);
  });

  it("passes on no input before its group is noted", async () => {
    let note = () => {};
    let noted: number | undefined;
    const { child, folder } = start(
      `say("up"); fs.writeFileSync("up", ""); say(stdin()); fs.writeFileSync("got", "")`,
      {
        input: "the prompt",
        onStarted: (group) => {
          noted = group;
          return new Promise((resolve) => {
            note = resolve;
          });
        },
      },
    );
    await until(() => existsSync(join(folder, "up")));
    expect(existsSync(join(folder, "got"))).toBe(false);
    expect(noted).toBe(child.pid);
    note();
    await child.exited;
    expect(existsSync(join(folder, "got"))).toBe(true);
  });

  it("survives a child that exits without reading", async () => {
    const { child } = start(`process.exit(1)`, { input: "x".repeat(5_000_000) });
    expect(await child.exited).toMatchObject({ code: 1, signal: null });
  });

  it("keeps only the end of stderr", async () => {
    const { child } = start(`fs.writeSync(2, "x".repeat(300000) + "the end")`);
    const { stderr } = await child.exited;
    expect(stderr.length).toBe(64 * 1024);
    expect(stderr.endsWith("xthe end")).toBe(true);
  });

  it("distinguishes a program that is missing from one that fails", async () => {
    const child = startChild({
      file: join(temporaryFolder(), "absent"),
      args: [],
      cwd: "/",
      env: {},
      input: "",
      onStdout: () => {},
    });
    expect(child.pid).toBeUndefined();
    expect(await child.exited).toMatchObject({ code: null, startError: "ENOENT" });
    child.interrupt();
    child.kill();
  });

  it("leads a group of its own, whose survivors go with it", async () => {
    const { child, stdout, folder } = start(
      `${withHelper}process.stdin.resume(); setInterval(() => { if (fs.existsSync("go")) process.exit(0) }, 5)`,
    );
    await until(() => stdout().includes("helper ready"));
    expect(isAlive(helperOf(folder))).toBe(true);
    writeFileSync(join(folder, "go"), "");
    expect((await child.exited).code).toBe(0);
    await until(() => !isAlive(helperOf(folder)));
  });

  it("interrupts with SIGINT first, for the whole group", async () => {
    const { child, stdout } = start(
      `process.on("SIGINT", () => { say("asked"); process.exit(130) }); process.on("SIGTERM", () => say("ordered")); say("ready"); stay()`,
    );
    await until(() => stdout().includes("ready"));
    child.interrupt();
    child.interrupt();
    expect(await child.exited).toMatchObject({ code: 130 });
    expect(stdout()).toBe("ready\nasked\n");
  });

  it("goes on to SIGTERM and SIGKILL where that is ignored", async () => {
    const { child, stdout, folder } = start(
      `process.on("SIGINT", () => say("asked")); process.on("SIGTERM", () => say("ordered")); ${withHelper} say("ready"); stay()`,
    );
    await until(() => stdout().includes("ready\n") && stdout().includes("helper ready"));
    child.interrupt();
    expect(await child.exited).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(stdout()).toContain("asked\nordered\n");
    await until(() => !isAlive(helperOf(folder)));
  });

  it("kills the whole group at once", async () => {
    const { child, stdout, folder } = start(`process.on("SIGTERM", () => {}); ${withHelper} stay()`);
    await until(() => stdout().includes("helper ready"));
    child.kill();
    expect(await child.exited).toMatchObject({ signal: "SIGKILL" });
    await until(() => !isAlive(helperOf(folder)));
  });

  it("does not wait for a helper that left the group and holds stdout open", async () => {
    const { child, folder } = start(
      `const helper = spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], { stdio: "inherit", detached: true }); fs.writeFileSync("helper", String(helper.pid)); helper.unref(); process.exit(0)`,
    );
    expect((await child.exited).code).toBe(0);
    endAfterTest(helperOf(folder));
  });

  it("is ended when this process exits without ending it", async () => {
    const folder = temporaryFolder();
    const agent = makeProgram(folder, `fs.writeFileSync("pid", String(process.pid)); stay()`);
    const parent = await bundleProgram(new URL("./exits-with-child.ts", import.meta.url), folder);
    expect((await execa(process.execPath, [parent, agent, folder], { reject: false })).exitCode).toBe(7);
    expect(existsSync(join(folder, "pid"))).toBe(true);
    expect(await groupGone(endAfterTest(Number(readFileSync(join(folder, "pid"), "utf8"))), 5000)).toBe(true);
  });
});
