/** The sessions of an editor: listed, loaded again, in a mode and with a model; their commands, and what a prompt names. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { methods, RequestError } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { asked, Bench } from "../../program.js";
import { Editor } from "./editor.js";

const { agent } = methods;
const notes = { path: "docs/notes.md", content: "one\n" };
const writing = [{ say: `I write.\n${asked("write_file", notes)}` }, { say: "Done." }];

function codeOf(error: unknown): number | undefined {
  return error instanceof RequestError ? error.code : undefined;
}

it("lists the sessions of the folder's repository, and loads one with what happened in it", async () => {
  const bench = await Bench.create({ replies: writing }, { board: true });
  const first = await Editor.start(bench);
  const sessionId = await first.open(join(bench.repository, "hardware"));
  await first.prompt(sessionId, "Write notes.");
  await first.leave();

  const second = await Editor.start(bench);
  const { sessions } = await second.agent.request(agent.session.list, { cwd: bench.repository });
  expect(sessions).toMatchObject([{ sessionId, cwd: bench.repository, title: "Write notes." }]);
  const elsewhere = join(bench.folder, "elsewhere");
  await mkdir(elsewhere);
  const load = (cwd: string) => second.agent.request(agent.session.load, { cwd, sessionId, mcpServers: [] });
  expect(await load(elsewhere).catch(codeOf)).toBe(-32602);
  const part = { cwd: bench.repository, sessionId: sessionId.slice(0, 10), mcpServers: [] };
  expect(await second.agent.request(agent.session.load, part).catch(codeOf)).toBe(-32602);
  const loaded = await load(bench.repository);
  expect(loaded.modes?.currentModeId).toBe("reasoning");
  const kinds = second.updates.map(({ sessionUpdate }) => sessionUpdate);
  expect(kinds.slice(0, 4)).toEqual([
    "user_message_chunk",
    "agent_message_chunk",
    "tool_call",
    "tool_call_update",
  ]);
  expect(second.text).toBe("I write.Done.");
  await bench.agent.play({ replies: [{ when: { resumed: true }, say: "Going on." }] });
  expect(await second.prompt(sessionId, "And now?")).toEqual({ stopReason: "end_turn" });
  expect(second.text).toContain("Going on.");
  expect(await load(elsewhere).catch(codeOf)).toBe(-32602);
  const sent = second.updates.length;
  expect(await second.prompt(sessionId, "Still there?")).toEqual({ stopReason: "end_turn" });
  expect((await load(bench.repository)).modes?.currentModeId).toBe("reasoning");
  expect(
    second.updates.slice(sent).filter(({ sessionUpdate }) => sessionUpdate === "user_message_chunk"),
  ).toEqual(
    ["Write notes.", "And now?", "Still there?"].map((text) => ({
      sessionUpdate: "user_message_chunk",
      content: { type: "text", text },
    })),
  );
  expect(await second.leave()).toBe(0);
  expect([...first.protocol.faults, ...second.protocol.faults]).toEqual([]);
});

it("has a mode until its first turn, a model from the next step on, and Cursor's models to choose from", async () => {
  const bench = await Bench.create(
    { models: [{ id: "gpt-5", label: "GPT-5" }], replies: [{ say: "Hello." }] },
    { board: true },
  );
  const editor = await Editor.start(bench);
  const { sessionId, modes } = await editor.agent.request(agent.session.new, {
    cwd: bench.repository,
    mcpServers: [{ name: "other", command: "none", args: [], env: [] }],
  });
  expect(modes?.currentModeId).toBe("reasoning");
  await editor.update("agent_message_chunk");
  expect(editor.text).toContain("Warning: The editor's 1 MCP server will not be used");
  const { configOptions } = await editor.update("config_option_update");
  const model = configOptions.find(({ id }) => id === "model");
  expect(model).toMatchObject({
    currentValue: "cursor",
    options: [{}, { value: "cursor:gpt-5", name: "GPT-5" }],
  });
  await editor.agent.request(agent.session.setMode, { sessionId, modeId: "native" });
  const set = await editor.agent.request(agent.session.setConfigOption, {
    sessionId,
    configId: "model",
    value: "cursor:gpt-5",
  });
  expect(set.configOptions.map((option) => "currentValue" in option && option.currentValue)).toEqual([
    "native",
    "cursor:gpt-5",
  ]);
  expect(await editor.prompt(sessionId, "Hello?")).toEqual({ stopReason: "end_turn" });
  const [run] = await bench.agent.runs();
  expect(run?.argv).toContain("gpt-5");
  expect((await bench.transcript())[0]?.data).toMatchObject({ sessionId, mode: "native" });
  const late = editor.agent.request(agent.session.setMode, { sessionId, modeId: "reasoning" });
  expect(await late.catch(codeOf)).toBe(-32602);
  const wrong = { sessionId, configId: "model", value: "--force" };
  expect(await editor.agent.request(agent.session.setConfigOption, wrong).catch(codeOf)).toBe(-32602);
  await editor.agent.request(agent.session.close, { sessionId });
  expect(await editor.prompt(sessionId, "Still there?").catch(codeOf)).toBe(-32602);
  expect(editor.protocol.faults).toEqual([]);
});

it("offers commands that answer without a model", async () => {
  const bench = await Bench.create({ replies: writing }, { board: true });
  const editor = await Editor.start(bench, ["--approval", "never"]);
  const session = await editor.open(bench.repository);
  const { availableCommands } = await editor.update("available_commands_update");
  expect(availableCommands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["undo", "redo", "check", "diff", "project"]),
  );
  await editor.prompt(session, "Write notes.");
  expect(editor.permissions).toEqual([]);
  const answer = async (prompt: string) => {
    const before = editor.text.length;
    expect(await editor.prompt(session, prompt)).toEqual({ stopReason: "end_turn" });
    return editor.text.slice(before);
  };
  expect(await answer("/diff")).toContain("+one");
  expect(await answer("/undo")).toBe("Undone:\n- `docs/notes.md`");
  expect(await answer("/diff")).toBe("This session changed nothing.");
  expect(await answer("/redo")).toBe("Done again:\n- `docs/notes.md`");
  expect(await answer("/project")).toBe("- `hardware/blinker.kicad_pro` (now)");
  expect(await answer("/project blinker")).toBe("Project: `hardware/blinker.kicad_pro`");
  expect(await answer("/check")).toContain("ERC");
  expect(await answer("/explain R1")).toContain("LED_A");
  expect(await answer("/board R1")).toContain("R1");
  expect(editor.of("agent_message_chunk").at(-1)?.content).toMatchObject({
    type: "image",
    mimeType: "image/png",
  });
  for (const wrong of [
    "/chekc",
    "/undo-all",
    "/undo twice",
    "/redo all",
    "/explain",
    "/board Z9",
    "/project none",
  ]) {
    expect(await editor.prompt(session, wrong).catch(codeOf), wrong).toBe(-32602);
  }
  expect(await bench.read("docs/notes.md")).toBe("one\n");
  expect(await bench.agent.recorded("prompt")).toHaveLength(2);
  expect(editor.protocol.faults).toEqual([]);
});

it("takes the files that a prompt names or embeds, inside the repository only", async () => {
  const bench = await Bench.create({ replies: [{ say: "Read." }] }, { board: true });
  const editor = await Editor.start(bench);
  const sessionId = await editor.open(bench.repository);
  const inside = pathToFileURL(join(bench.repository, "docs/power.md")).href;
  await bench.write("docs/power.md", "5 V\n");
  const ask = (uri: string) =>
    editor.agent.request(agent.session.prompt, {
      sessionId,
      prompt: [
        { type: "text", text: "Look at " },
        { type: "resource_link", name: "power.md", uri },
        { type: "resource", resource: { uri: `${inside}#L1`, text: "5 V\n```\n" } },
      ],
    });
  expect(await ask(inside)).toEqual({ stopReason: "end_turn" });
  const [prompt] = await bench.agent.recorded("prompt");
  expect(prompt?.stdin).toContain("Look at `docs/power.md`");
  expect(prompt?.stdin).toContain("docs/power.md#L1:\n````\n5 V\n```\n\n````");
  await writeFile(join(bench.folder, "secret"), "");
  const outside = pathToFileURL(join(bench.folder, "secret")).href;
  expect(await ask(outside).catch(codeOf)).toBe(-32602);
  const picture = { type: "image", data: "", mimeType: "image/png" } as const;
  const refused = editor.agent.request(agent.session.prompt, { sessionId, prompt: [picture] });
  expect(await refused.catch(codeOf)).toBe(-32602);
  expect(await bench.agent.recorded("prompt")).toHaveLength(1);
  expect(editor.protocol.faults).toEqual([]);
});
