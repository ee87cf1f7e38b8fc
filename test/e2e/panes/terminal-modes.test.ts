/** The terminal is given back on every way out. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bundledApplication, idle } from "./fixtures/application.js";

const { start, ready, shell, command, path } = bundledApplication();

describe("the terminal is given back", () => {
  const modes = (pid: number) =>
    execFileSync("stty", ["-a", "-F", `/proc/${pid}/fd/0`], { encoding: "utf8" });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("after %s, at once and in every mode", async (signal, code) => {
    const terminal = await ready();
    expect(modes(terminal.pid)).toContain("-icanon");
    terminal.write("hang\r");
    await terminal.until("▸ run_drc");
    terminal.signal(signal);
    expect(await terminal.exited).toBe(code);
    expect(terminal.output).toMatch(/\x1b\[\?2004l.*\x1b\[23;0t.*\x1b\[\?25h/s);
    expect(terminal.output.match(/\x1b\[\?2004h/g)).toHaveLength(1);
  });

  test.each([["\x04"], ["/quit\r"]])("leaving the one turn of do by %j interrupts it", async (keys) => {
    const terminal = start({ args: ["hang"], env: { EXIT_AFTER_TURN: "1" } });
    await terminal.until("▸ run_drc");
    terminal.write(keys);
    expect(await terminal.exited).toBe(130);
  });

  test("stopped and continued from outside, it has its modes and its panes again", async () => {
    const terminal = await ready();
    terminal.write("text");
    await terminal.until("> text");
    terminal.signal("SIGSTOP");
    execFileSync("stty", ["icanon", "echo", "-F", `/proc/${terminal.pid}/fd/0`]);
    terminal.signal("SIGCONT");
    await terminal.until(() => terminal.output.match(/\x1b\[\?2004h/g)?.length === 2);
    expect(modes(terminal.pid)).toContain("-icanon");
    terminal.write("!");
    await terminal.until("> text!");
  });

  test("after the turn, with its exit code", async () => {
    const terminal = start({ args: ["fail"], env: { EXIT_AFTER_TURN: "1" } });
    expect(await terminal.exited).toBe(1);
    expect(terminal.lines().join("\n")).toContain("You are not logged in to Cursor.");
    expect(terminal.output).toContain("\x1b[?2004l");
  });
});

test("Ctrl-Z gives the terminal to the shell, and fg takes it back with a right screen", async () => {
  const terminal = await shell();
  terminal.write(`${command()}\r`);
  await terminal.until(idle);
  terminal.write("hello\r");
  await terminal.until("You said: hello");
  await terminal.until(idle);
  terminal.write("half a message\x1a");
  await terminal.until(() => /Stopped[\s\S]*shell>$/.test(terminal.text()));
  expect(terminal.text()).not.toContain("> half a message");
  terminal.write("echo in the shell\r");
  await terminal.until(/^in the shell$/m);
  terminal.write("fg\r");
  await terminal.until("> half a message");
  terminal.write("!");
  await terminal.until("> half a message!");
  const lines = terminal.lines();
  const count = (text: string) => lines.filter((line) => line.trimEnd() === text).length;
  expect([count("You said: hello"), count("> half a message!"), count("in the shell")]).toEqual([1, 1, 1]);
  expect(lines.filter((line) => line.includes("ready |"))).toHaveLength(1);
});

test.each([
  ["SIGTERM", "hang", 143],
  ["SIGHUP", "hang", 129],
  ["an exception", "crash", 1],
] as const)("after %s the terminal's settings are what they were", async (way, request, code) => {
  const terminal = await shell();
  const settings = (name: string) => readFileSync(path(name), "utf8");
  const kept = (name: string) => `stty -g > "${path(name)}"`;
  const run = command(request);
  terminal.write(`${kept("before")}; ${run}; code=$?; ${kept("after")}; echo "ended with $code"\r`);
  if (way !== "an exception") {
    await terminal.until("▸ run_drc");
    const [child] = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, "utf8").split(" ");
    // Without a number it would be this process's own group that is killed.
    expect(child).toMatch(/^\d+$/);
    process.kill(Number(child), way);
  }
  await terminal.until(`ended with ${code}`);
  expect(settings("after")).toBe(settings("before"));
  const ours = terminal.output.slice(0, terminal.output.lastIndexOf(`ended with ${code}`));
  expect(ours).toMatch(/\x1b\[>4;0m\x1b\[<u\x1b\[\?2004l\x1b\[23;0t\x1b\[0m\x1b\[\?25h/);
});
