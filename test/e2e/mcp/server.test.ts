/** The server as other agents use it: the official client lists and calls every tool on a real project. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { execa } from "execa";
import { expect, it, onTestFinished } from "vitest";
import { Bench, programPath } from "../../program.js";

const sheet = "hardware/blinker.kicad_sch";

async function connect(bench: Bench, args: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = Object.fromEntries(
    Object.entries(bench.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const transport = new StdioClientTransport({
    command: "node",
    args: [programPath, "mcp", ...args],
    cwd: bench.repository,
    env,
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

async function board(): Promise<Bench> {
  const bench = await Bench.create({ replies: [] }, { board: true });
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: bench.repository });
  await git("add", "-A");
  await git("commit", "-qm", "start");
  return bench;
}

type Content = { type: string; text?: string; data?: string };

/** Calls a tool; its structured content fits its schema, which the client checks. */
async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as Content[];
  return {
    text: content.map(({ text = "" }) => text).join(""),
    images: content
      .filter(({ type }) => type === "image")
      .map(({ data = "" }) => Buffer.from(data, "base64")),
    structured: result.structuredContent as Record<string, unknown>,
    isError: result.isError === true,
  };
}

it("lists at most 16 tools in 12 kB, each with schemas and what it does to files", async () => {
  const client = await connect(await board());
  const { tools } = await client.listTools();
  expect(tools.length).toBeLessThanOrEqual(16);
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12_000);
  for (const { name, description, outputSchema, annotations } of tools) {
    expect(description, name).toBeTruthy();
    expect(outputSchema, name).toBeDefined();
    expect(typeof annotations?.readOnlyHint, name).toBe("boolean");
  }
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(writing.map(({ name }) => name)).toEqual([
    "set_fields",
    "add_part",
    "connect",
    "edit_design",
    "edit_file",
    "undo",
    "redo",
  ]);
});

it("reads the repository and the design", async () => {
  const client = await connect(await board());
  expect((await call(client, "projects")).structured).toMatchObject({
    projects: [{ path: "hardware/blinker.kicad_pro", schematic: sheet }],
  });
  expect((await call(client, "read_file", { path: "docs/bring-up.md" })).text).toContain("lines 1 to");
  expect((await call(client, "search", { pattern: "LED_A" })).structured).toMatchObject({
    outcome: "success",
  });
  expect((await call(client, "describe", { what: "R1.2" })).text).toContain("LED_A");
  expect((await call(client, "find_symbol", { query: "Device:R" })).text).toContain("2 pins");
  expect((await call(client, "find_footprint", { query: "R_0603_1608Metric" })).text).toContain(
    "Resistor_SMD",
  );
  const outside = await call(client, "read_file", { path: "/etc/passwd" });
  expect(outside).toMatchObject({ isError: true, text: expect.stringContaining("outside the repository") });
  const drawn = await call(client, "picture", { part: "board" });
  expect(drawn.structured).toMatchObject({ pictures: ["now"] });
  expect(drawn.images[0]?.subarray(1, 4).toString()).toBe("PNG");
});

it("makes each change a turn of its own, checked, compared, drawn, and undone there or from a shell", async () => {
  const bench = await board();
  const before = await bench.read(sheet);
  const client = await connect(bench);
  const valued = await call(client, "set_fields", { ref: "R1", fields: { Value: "9k1" } });
  expect(valued).toMatchObject({ isError: false, structured: { files: [sheet], checks: { newErrors: 0 } } });
  expect(valued.text).toContain("R1 Value 1k → 9k1");
  const after = await bench.read(sheet);
  expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);

  const added = await call(client, "add_part", { symbol: "Device:C", value: "100n", connect: { 1: "+5V" } });
  expect(added.structured).toMatchObject({ outcome: "success", checks: { newErrors: expect.any(Number) } });
  // Pin 2 of the capacitor is left open.
  expect(added.structured).toMatchObject({ checks: { newErrors: 1, newWarnings: 2 } });
  expect(added.text).toMatch(/1 new error\.\n1\. error pin_not_connected: /);
  expect(added.text).toMatch(/2 new warnings\.\n1\. warning \w+: [\s\S]*\n2\. warning \w+: /);
  expect((await call(client, "check")).structured).toMatchObject({
    checks: [{ check: "ERC", newErrors: expect.any(Number), known: expect.any(Number) }],
  });
  const since = await call(client, "diff");
  expect(since.text).toContain("R1 Value 1k → 9k1");
  expect((await call(client, "diff", { base: "HEAD" })).structured).toEqual(since.structured);
  const drawn = await call(client, "picture", { part: "schematic" });
  expect(drawn.structured).toMatchObject({ pictures: ["before", "after"] });
  expect(drawn.images).toHaveLength(2);

  expect((await call(client, "undo")).structured).toMatchObject({ turns: [2], files: [sheet] });
  expect(await bench.read(sheet)).toBe(after);
  expect((await call(client, "redo")).structured).toMatchObject({ turns: [2], files: [sheet] });
  expect((await call(client, "undo")).structured).toMatchObject({ turns: [2] });
  await client.close();
  const { stdout, exitCode } = await bench.start(["undo"]);
  expect(stdout).toBe(`Undid turn 1: ${sheet}\n`);
  expect(exitCode).toBe(0);
  expect(await bench.read(sheet)).toBe(before);
  const types = (await bench.transcript()).map(({ type }) => type);
  expect(types.filter((type) => type === "turn-end")).toHaveLength(2);
  expect(types).toContain("session-end");
});

it("makes the other edits, and returns what it refuses as an error with the reason", async () => {
  const bench = await board();
  const client = await connect(bench);
  const renamed = await call(client, "edit_design", {
    edit: "rename_net",
    args: { from: "LED_A", to: "LAMP" },
  });
  expect(renamed.text).toContain("LAMP");
  const joined = await call(client, "connect", { pins: ["R1.1"], net: "GND" });
  expect(joined).toMatchObject({ isError: true, structured: { outcome: "rejected", files: [] } });
  const wrong = await call(client, "edit_design", { edit: "remove_part", args: { name: "R1" } });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("remove_part: ref") });
  const path = "docs/bring-up.md";
  const edited = await call(client, "edit_file", { path, old_string: "Rev A", new_string: "Rev B" });
  expect(edited.structured).toMatchObject({ outcome: "success", files: [path] });
  const obeyed = await call(client, "edit_file", { path: "AGENTS.md", old_string: "a", new_string: "b" });
  expect(obeyed.isError).toBe(true);
  const broken = await call(client, "edit_file", {
    path: sheet,
    old_string: "(kicad_sch",
    new_string: "(kicad",
  });
  expect(broken).toMatchObject({ isError: true, text: expect.stringContaining("left as it was") });
  await expect(client.callTool({ name: "none", arguments: {} })).rejects.toThrow("none");
});

it("connects a pin that was left open, and finds the errors fixed", async () => {
  const bench = await board();
  const before = await bench.read(sheet);
  const client = await connect(bench);
  const joined = await call(client, "connect", { pins: ["D1.2"], net: "LED_A" });
  expect(joined).toMatchObject({
    isError: false,
    structured: {
      outcome: "success",
      files: [sheet],
      checks: { newErrors: 0, newWarnings: 0, fixed: 2, known: 1 },
    },
  });
  expect(joined.text).toContain("D1.2 joined /LED_A");
  expect((await call(client, "describe", { what: "LED_A" })).text).toMatch(/D1\.2 A\nR1\.2/);
  expect((await call(client, "check")).structured).toMatchObject({
    checks: [{ check: "ERC", newErrors: 0, fixed: 2, known: 1 }],
  });
  expect((await call(client, "diff")).structured).toMatchObject({
    same: false,
    projects: [{ nets: { joined: [], pins: [{ ref: "D1", number: "2", after: "/LED_A" }] } }],
  });
  expect((await call(client, "undo")).structured).toMatchObject({
    turns: [1],
    files: [sheet],
    conflicts: [],
  });
  expect(await bench.read(sheet)).toBe(before);
});

it("gives two clients of one repository a session each, and undoes nothing of the other's", async () => {
  const bench = await board();
  const [one, two] = [await connect(bench), await connect(bench)];
  expect((await call(one, "set_fields", { ref: "R1", fields: { Value: "9k1" } })).isError).toBe(false);
  expect((await call(two, "undo")).text).toBe("There is nothing to undo.");
  expect((await call(two, "set_fields", { ref: "R1", fields: { Value: "8k2" } })).isError).toBe(false);
  expect(await call(one, "undo")).toMatchObject({
    isError: true,
    text: `Not touched: ${sheet}: somebody else changed it meanwhile`,
    structured: { files: [], conflicts: [{ path: sheet }] },
  });
  expect(await bench.read(sheet)).toContain('"Value" "8k2"');
});

it("reports its progress, and stops a check that is cancelled", async () => {
  const bench = await board();
  const client = await connect(bench);
  const cancelled = new AbortController();
  const messages: string[] = [];
  const checking = client.callTool(
    { name: "check", arguments: {} },
    {
      signal: cancelled.signal,
      onprogress: ({ message = "" }) => {
        messages.push(message);
        cancelled.abort();
      },
    },
  );
  await expect(checking).rejects.toThrow();
  expect(messages[0]).toContain("ERC and DRC");
  expect((await call(client, "projects")).isError).toBe(false);
});

it("reads, and changes nothing, where changes wait for the yes of its own user", async () => {
  const bench = await board();
  const client = await connect(bench, ["--approval", "on-request"]);
  const refused = await call(client, "set_fields", { ref: "R1", fields: { Value: "9k1" } });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("--approval never") });
});

it("disconnects, removes and moves, and undo gives all files back to the byte", async () => {
  const bench = await board();
  const layout = "hardware/blinker.kicad_pcb";
  const state = async () => ({ sheet: await bench.read(sheet), layout: await bench.read(layout) });
  const before = await state();
  const client = await connect(bench);
  const edits = [
    { edit: "disconnect", args: { pins: ["R1.2"] } },
    { edit: "remove_part", args: { ref: "R1" } },
    { edit: "move_footprint", args: { ref: "R1", by: { x: 1, y: 0 } } },
  ];
  const states = [before];
  for (const edit of edits) {
    const made = await call(client, "edit_design", edit);
    expect(made, `${edit.edit}: ${made.text}`).toMatchObject({
      isError: false,
      structured: { outcome: "success" },
    });
    states.push(await state());
    expect(states.at(-1), edit.edit).not.toEqual(states.at(-2));
  }
  const after = states.pop();
  for (const earlier of states.reverse()) {
    expect((await call(client, "undo")).isError).toBe(false);
    expect(await state()).toEqual(earlier);
  }
  expect((await call(client, "undo")).text).toContain("nothing to undo");
  for (const { edit } of edits) {
    expect((await call(client, "redo")).isError, edit).toBe(false);
  }
  expect(await state()).toEqual(after);
});
