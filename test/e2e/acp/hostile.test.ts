/** An editor that does not keep to the protocol gets errors of the protocol: never a stack trace, never silence. */
import { expect, it } from "vitest";
import { asked, Bench } from "../../program.js";
import { Lines } from "./lines.js";

const initialize = { method: "initialize", params: { protocolVersion: 99 } };

it("answers each wrong line with its error", async () => {
  const bench = await Bench.create({ replies: [] }, { board: true });
  const agent = new Lines(bench, "acp");
  expect((await agent.ask({ method: "session/new", params: { cwd: "/", mcpServers: [] } })).error?.code).toBe(
    -32600,
  );
  expect((await agent.ask(initialize)).result).toMatchObject({ protocolVersion: 1 });
  expect((await agent.ask({ method: "authenticate", params: { methodId: "none" } })).error?.code).toBe(
    -32602,
  );
  expect((await agent.send("{not json", null)).error?.code).toBe(-32700);
  expect((await agent.send('"text"', null)).error?.code).toBe(-32600);
  expect((await agent.send("[]", null)).error?.code).toBe(-32600);
  expect((await agent.ask({ method: "session/fly", params: {} })).error?.code).toBe(-32601);
  expect((await agent.ask({ method: "session/new", params: { cwd: 7 } })).error?.code).toBe(-32602);
  const relative = { method: "session/new", params: { cwd: "docs", mcpServers: [] } };
  expect((await agent.ask(relative)).error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/absolute/),
  });
  const nowhere = { method: "session/new", params: { cwd: `${bench.folder}/none`, mcpServers: [] } };
  expect((await agent.ask(nowhere)).error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/There is no folder/),
  });
  const unknown = { method: "session/prompt", params: { sessionId: "none", prompt: [] } };
  expect((await agent.ask(unknown)).error?.code).toBe(-32602);
  agent.write('{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"none"}}\n');
  agent.write('{"jsonrpc":"2.0","id":77,"result":{}}\n');
  agent.write("\n\r\n");
  expect((await agent.ask(initialize)).result).toBeDefined();
  expect(await agent.leave()).toBe(0);
  expect(agent.log).not.toMatch(/ {4}at /);
});

it("refuses a second prompt at once, and goes on with the first", async () => {
  const bench = await Bench.create(
    { replies: [{ steps: [{ touch: "thinking" }, { waitForFile: "go-on" }, { say: "Done." }] }] },
    { board: true },
  );
  const agent = new Lines(bench, "acp");
  await agent.ask(initialize);
  const opened = await agent.ask({
    method: "session/new",
    params: { cwd: bench.repository, mcpServers: [] },
  });
  const { sessionId } = opened.result as { sessionId: string };
  const params = { sessionId, prompt: [{ type: "text", text: "Go." }] };
  const first = agent.ask({ method: "session/prompt", params });
  await bench.agent.reached("thinking");
  expect((await agent.ask({ method: "session/prompt", params })).error?.code).toBe(-32600);
  await bench.agent.release("go-on");
  expect((await first).result).toEqual({ stopReason: "end_turn" });
  expect(await agent.leave()).toBe(0);
});

it.each([
  ["acp", 32],
  ["mcp", 8],
] as const)("%s reads no line of more than %d MB: it says so, and ends", async (command, most) => {
  const bench = await Bench.create({ replies: [] }, { board: true });
  const server = new Lines(bench, command);
  const refused = server.answer(null);
  server.write("x".repeat((most + 1) * 1024 * 1024));
  expect((await refused).error).toMatchObject({
    code: -32600,
    message: expect.stringContaining(`longer than ${most} MB`),
  });
  expect(await server.exit()).toBe(1);
  expect(server.log).toBe(`copperhead: A line is longer than ${most} MB.\n`);
});

it("is told who holds the repository", async () => {
  const bench = await Bench.create(
    {
      replies: [
        { steps: [{ touch: "thinking" }, { waitForFile: "go-on" }, { say: "Done." }] },
        { say: asked("list_files") },
      ],
    },
    { board: true },
  );
  const agent = new Lines(bench, "acp");
  await agent.ask(initialize);
  const open = async () => {
    const opened = await agent.ask({
      method: "session/new",
      params: { cwd: bench.repository, mcpServers: [] },
    });
    const { sessionId } = opened.result as { sessionId: string };
    return { method: "session/prompt", params: { sessionId, prompt: [{ type: "text", text: "Go." }] } };
  };
  const [one, two] = [await open(), await open()];
  const first = agent.ask(one);
  await bench.agent.reached("thinking");
  expect((await agent.ask(two)).error?.message).toContain(`process ${agent.pid}`);
  await bench.agent.release("go-on");
  expect((await first).result).toEqual({ stopReason: "end_turn" });
});

it("answers wrong lines to the server of tools, too", async () => {
  const bench = await Bench.create({ replies: [] }, { board: true });
  const server = new Lines(bench, "mcp");
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  expect((await server.ask({ method: "initialize", params })).result).toBeDefined();
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  expect((await server.send("{not json", null)).error?.code).toBe(-32700);
  for (const line of [
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    "[]",
  ]) {
    expect((await server.send(line, null)).error?.code, line).toBe(-32600);
  }
  expect((await server.ask({ method: "fly", params: {} })).error?.code).toBe(-32601);
  expect((await server.ask({ method: "tools/call", params: { name: "none" } })).error).toBeDefined();
  const wrong = await server.ask({ method: "tools/call", params: { name: "describe", arguments: {} } });
  expect(wrong.result).toMatchObject({ isError: true });
  expect(await server.leave()).toBe(0);
  expect(server.log).not.toMatch(/ {4}at /);
});
