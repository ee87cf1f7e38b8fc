/** Each session is closed once, whichever way it ends. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.js";
import type { Options } from "../pseudo-terminal.js";
import { bundledApplication, idle } from "./fixtures/application.js";

const { start } = bundledApplication();

/** Starts the application, and lists the sessions that were closed when it has ended. */
function starting(options: Options = {}) {
  const file = join(temporaryFolder(), "closed");
  const terminal = start({ ...options, env: { CLOSED_FILE: file, ...options.env } });
  const closed = () => readFileSync(file, "utf8").trim().split("\n");
  return { terminal, closed };
}

test.each([
  ["at rest", ""],
  ["in a turn", "hang\r"],
  ["in a turn that does not stop", "stubborn\r"],
])("Ctrl-D %s closes the session once", async (_, request) => {
  const { terminal, closed } = starting();
  await terminal.until(idle);
  terminal.write(request);
  await terminal.until(request === "" ? idle : "Ctrl-C stops");
  terminal.write("\x04");
  if (request.startsWith("stubborn")) {
    await terminal.until("leaving…");
    terminal.write("\x03");
  }
  expect(await terminal.exited).toBe(0);
  expect(closed()).toEqual(["5e55-0001"]);
});

test("a signal closes the session once", async () => {
  const { terminal, closed } = starting();
  await terminal.until(idle);
  terminal.write("hang\r");
  await terminal.until("Ctrl-C stops");
  terminal.signal("SIGTERM");
  expect(await terminal.exited).toBe(143);
  expect(closed()).toEqual(["5e55-0001"]);
});

test("/resume closes the session before it, and the end the resumed one", async () => {
  const { terminal, closed } = starting();
  await terminal.until(idle);
  terminal.write("/resume\r");
  await terminal.until("Add a status LED");
  terminal.write("\r");
  await terminal.until("> an earlier request");
  expect(closed()).toEqual(["5e55-0001"]);
  terminal.write("/quit\r");
  await terminal.exited;
  expect(closed()).toEqual(["5e55-0001", "5e55-0000"]);
});

test("a fault while drawing closes the session once", async () => {
  const { terminal, closed } = starting({ args: ["undrawable"] });
  expect(await terminal.exited).toBe(1);
  expect(closed()).toEqual(["5e55-0001"]);
  expect(terminal.output).toContain("\x1b[?2004l");
});

test("line by line, /resume closes the session before it, and the end the resumed one", async () => {
  const { terminal, closed } = starting({ env: { TERM: "dumb" } });
  await terminal.until("Type a request");
  terminal.write("/resume 5e55-0000\r");
  await terminal.until(/Working: reading the sessions\.\n> /);
  terminal.write("/quit\r");
  await terminal.exited;
  expect(closed()).toEqual(["5e55-0001", "5e55-0000"]);
});
