/** The short commands of the built program. */
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type PrintedDoctor,
  printedDoctor,
  printedModels,
  printedSessions,
} from "../../../source/print/printed.js";
import { Bench } from "../../program.js";

const nowhere = { COPPERHEAD_CURSOR_PATH: "/nowhere/agent" };
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b]/;

describe("models", () => {
  it("lists ids and labels, and marks the default", async () => {
    const one = await Bench.create({
      models: [
        { id: "auto", label: "Auto" },
        { id: "gpt-6", label: "GPT-6  \u200bHigh\u001b[31m" },
      ],
    });
    const { stdout, stderr, exitCode } = await one.start(["models"]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("auto   Auto  (default)\ngpt-6  GPT-6 High\n");
    expect(stderr).toContain("--model cursor:<id>");
  });

  it("prints one line under --json, which fits its schema", async () => {
    const one = await Bench.create({});
    const { stdout, stderr } = await one.start(["models", "--json"]);
    expect(String(stdout)).not.toMatch(control);
    expect(printedModels.parse(JSON.parse(String(stdout))).models).toContainEqual({
      id: "auto",
      label: "Auto",
      isDefault: true,
    });
    expect(stderr).toBe("");
  });

  it("exits with 3 and advice when there is no login or no CLI", async () => {
    const one = await Bench.create({ account: { loggedIn: false } });
    const out = await one.start(["models"]);
    expect(out).toMatchObject({ exitCode: 3, stdout: "" });
    expect(out.stderr).toContain("agent login");
    const missing = await one.start(["models", "--json"], { env: nowhere });
    expect(missing.exitCode).toBe(3);
    expect(JSON.parse(String(missing.stdout))).toMatchObject({ error: { code: "cursor-missing" } });
  });

  it("refuses an argument", async () => {
    expect((await (await Bench.create({})).start(["models", "all"])).exitCode).toBe(2);
  });
});

describe("sessions", () => {
  it("are listed newest first: when, how it ended, how many turns, what it was about", async () => {
    const one = await Bench.create({
      countBy: "start",
      replies: [{ say: "Done." }, { steps: [{ exit: 1 }] }],
    });
    await one.start(["-p", "Look at the \u001b[31mboard"]);
    await one.start(["-p", "Look again"]);
    const { stdout } = await one.start(["sessions"], { env: { TZ: "UTC" } });
    const [newest, older] = String(stdout).split("\n");
    expect(newest).toMatch(
      /^\d{8}-\d{6}-[0-9a-f]{6} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}failed {7}1 turn {4}Look again$/,
    );
    expect(older).toMatch(/completed {4}1 turn {4}Look at the ␛\[31mboard$/);
    expect(String(stdout).replaceAll("\n", "")).not.toMatch(control);
  });

  it("are printed under --json as their schema has them", async () => {
    const one = await Bench.create({ countBy: "start", replies: [{ say: "Done." }] });
    await one.start(["-p", "Look at the board\nand more"]);
    const { stdout } = await one.start(["sessions", "--json"]);
    const [session, ...more] = printedSessions.parse(JSON.parse(String(stdout))).sessions;
    expect(more).toEqual([]);
    expect(session).toMatchObject({ title: "Look at the board", turns: 1, status: "completed" });
    expect(session?.id).toBe((await readdir(join(one.repository, ".copperhead", "sessions")))[0]);
  });

  it("are none in a new repository, which is not touched", async () => {
    const one = await Bench.create({});
    expect(await one.start(["sessions"])).toMatchObject({ exitCode: 0, stdout: "" });
    const { stdout } = await one.start(["sessions", "--json"]);
    expect(JSON.parse(String(stdout))).toEqual({ schema: "copperhead.sessions/1", sessions: [] });
    expect(await readdir(one.repository)).toEqual([".git"]);
  });
});

describe("doctor", () => {
  async function examine(one: Bench, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
    const { stdout, exitCode } = await one.start(["doctor", "--json", ...args], { env });
    const doctor: PrintedDoctor = printedDoctor.parse(JSON.parse(String(stdout)));
    for (const { status, advice } of doctor.checks) {
      expect(status === "ok" || advice).toBeTruthy();
    }
    expect(exitCode).toBe(doctor.ok ? 0 : 1);
    const checks = new Map(doctor.checks.map((check) => [check.name, check]));
    return { doctor, checks, exitCode };
  }

  it("reports every part of a complete installation", async () => {
    const { doctor, checks } = await examine(await Bench.create({}, { board: true }));
    expect(doctor.ok).toBe(true);
    expect([...checks.keys()]).toEqual([
      "node",
      "cursor",
      "kicad-cli",
      "git",
      "repository",
      "design",
      "config",
      "terminal",
      "stream events",
    ]);
    expect(checks.get("node")?.detail).toBe(process.versions.node);
    expect(checks.get("cursor")?.detail).toContain("2026.10.01");
    expect(checks.get("design")).toMatchObject({
      status: "ok",
      detail: "hardware/blinker.kicad_sch, hardware/blinker.kicad_pcb",
    });
  });

  it("asks for the login only under --online", async () => {
    const one = await Bench.create({ account: { loggedIn: false } });
    const offline = await examine(one);
    expect(offline.checks.has("login")).toBe(false);
    const { checks, exitCode } = await examine(one, ["--online"]);
    expect(exitCode).toBe(1);
    expect(checks.get("login")).toMatchObject({
      status: "fail",
      advice: expect.stringContaining("agent login"),
    });
    await one.agent.play({ account: { email: "ada@example.com" } });
    const loggedIn = await examine(one, ["--online"]);
    expect(loggedIn.checks.get("login")).toMatchObject({ status: "ok", detail: "saved, ada@example.com" });
  });

  it("fails only when a turn could not run", async () => {
    const one = await Bench.create({});
    const path = join(one.folder, "bin");
    await mkdir(path);
    await symlink(process.execPath, join(path, "node"));
    const bare = await examine(one, [], { PATH: path });
    expect(bare.exitCode).toBe(0);
    expect(bare.checks.get("kicad-cli")).toMatchObject({ status: "warn" });
    expect(bare.checks.get("git")).toMatchObject({ status: "warn" });
    const misnamed = await examine(one, [], { COPPERHEAD_KICAD_CLI: "/nowhere/kicad-cli" });
    expect(misnamed.checks.get("kicad-cli")).toMatchObject({ status: "fail" });
    const agentless = await examine(one, [], nowhere);
    expect(agentless.checks.get("cursor")).toMatchObject({ status: "fail" });
  });

  it("warns of an old kicad-cli, and of a program that is none", async () => {
    const one = await Bench.create({});
    const kicad = join(one.folder, "kicad-cli");
    for (const [version, detail] of [
      ["7.0.11", "7.0.11"],
      ["hello", "hello"],
    ]) {
      await writeFile(kicad, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
      const { checks, exitCode } = await examine(one, [], { COPPERHEAD_KICAD_CLI: kicad });
      expect(checks.get("kicad-cli")).toMatchObject({
        status: "warn",
        detail: expect.stringContaining(detail ?? ""),
      });
      expect(exitCode).toBe(0);
    }
  });

  it("names a mistake in the settings, and an invalid model", async () => {
    const one = await Bench.create({});
    await mkdir(join(one.repository, ".copperhead"));
    await one.write(".copperhead/config.json", '{"maxStep": 3}');
    const { checks } = await examine(one);
    expect(checks.get("config")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("maxStep"),
    });
    await rm(join(one.repository, ".copperhead", "config.json"));
    const env = { COPPERHEAD_MODEL: "gpt-6" };
    expect((await examine(one, [], env)).checks.get("config")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("COPPERHEAD_MODEL"),
    });
  });

  it("warns of a folder without git, and names several projects", async () => {
    const one = await Bench.create({});
    await rm(join(one.repository, ".git"), { recursive: true });
    await one.write("one.kicad_sch", "(kicad_sch)");
    await one.write("two.kicad_sch", "(kicad_sch)");
    const { checks, exitCode } = await examine(one, ["--repo", one.repository]);
    expect(checks.get("repository")).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("git init"),
    });
    expect(checks.get("design")).toMatchObject({
      status: "ok",
      detail: "2 projects: one.kicad_sch, two.kicad_sch",
    });
    expect(exitCode).toBe(0);
  });

  it("counts the unknown stream events in the newest logs", async () => {
    const one = await Bench.create({
      replies: [{ steps: [{ emit: { type: "telepathy", subtype: "on", secret: "hush" } }, { say: "ok" }] }],
    });
    await one.start(["-p", "go"]);
    const { checks, exitCode } = await examine(one);
    expect(checks.get("stream events")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("telepathy/on (1)"),
    });
    expect(exitCode).toBe(0);
  });

  it("prints its checks as text, with the advice below", async () => {
    const one = await Bench.create({});
    const { stdout, exitCode } = await one.start(["doctor"], { env: nowhere });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✓ node +\d+\./m);
    expect(stdout).toMatch(/^✗ cursor .*not found.*\n +Install the Cursor CLI/m);
    expect(stdout).toContain("copperhead cannot work here yet.");
  });

  it("writes a report without secrets, e-mail address, home folder and requests of the user", async () => {
    const one = await Bench.create({
      account: { email: "ada.lovelace@example.com" },
      replies: [{ steps: [{ emit: { type: "telepathy", thought: "hush-hush" } }, { say: "ok" }] }],
    });
    const secret = "sk-proj-0123456789abcdef0123456789abcdef";
    await one.start(["-p", "my very own request"]);
    const env = {
      COPPERHEAD_MODEL: "cursor:gpt-6",
      OPENAI_API_KEY: secret,
      COPPERHEAD_NOTE: `key ${secret}`,
    };
    const { stderr } = await one.start(["doctor", "--online", "--report"], { env });
    const path = /The report is in (.+?\.txt)\./.exec(String(stderr))?.[1] ?? "";
    const report = await readFile(path, "utf8");
    expect(path.startsWith(one.repository)).toBe(true);
    expect(report).toContain("✓ login          saved, <email>");
    expect(report).toContain("COPPERHEAD_MODEL=cursor:gpt-6");
    expect(report).toMatch(/telepathy \(1\): .*fields .*thought/);
    for (const own of ["ada.lovelace", secret, one.home, "hush-hush", "my very own request"]) {
      expect(report).not.toContain(own);
    }
    expect(report.replaceAll("\n", "")).not.toMatch(control);
  });

  it("writes the report elsewhere when this folder cannot be written", async (context) => {
    const one = await Bench.create({});
    await chmod(one.repository, 0o555);
    const { stdout, stderr, exitCode } = await one.start(["doctor", "--report"]);
    await chmod(one.repository, 0o755);
    const path = /The report is in (.+?\.txt)\./.exec(String(stderr))?.[1] ?? "";
    await rm(path);
    if (process.getuid?.() === 0) {
      // Nothing is closed to root.
      expect(exitCode).toBe(0);
      return;
    }
    expect(exitCode).toBe(1);
    expect(stdout).toContain("cannot be written");
    expect(path.startsWith(one.repository)).toBe(false);
    context.annotate(path);
  });
});
