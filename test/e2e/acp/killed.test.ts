/** An editor that is killed, or ends its agent, at any moment of a turn leaves no process, no lock and no half file. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";
import { Editor } from "./editor.js";

const sheet = "hardware/blinker.kicad_sch";
const change = asked("set_fields", { ref: "R1", fields: { Value: "9k1" } });

const scenario: Scenario = {
  replies: [{ steps: [{ touch: "thinking" }, { waitForFile: "go-on" }, { say: change }] }, { say: "Done." }],
};

/** Brings a turn to the moment. */
const moments: Record<string, (editor: Editor, bench: Bench) => Promise<unknown>> = {
  "while Cursor starts": async () => {},
  "while Cursor thinks": (_, bench) => bench.agent.reached("thinking"),
  "while a question waits": async (editor, bench) => {
    editor.answer = () => new Promise(() => {});
    await bench.agent.release("go-on");
    await editor.update("tool_call", ({ status }) => status === "pending");
  },
  "while a change is made": async (editor, bench) => {
    await bench.agent.release("go-on");
    await editor.update("tool_call_update", ({ status }) => status === "in_progress");
  },
  "while ERC runs": async (editor, bench) => {
    await bench.agent.release("go-on");
    await editor.update("tool_call", ({ title }) => title.startsWith("ERC and DRC"));
  },
  "while a picture is drawn": async (editor, bench) => {
    await bench.agent.release("go-on");
    await editor.update("tool_call", ({ title }) => title.startsWith("Picture of"));
  },
};

/** The command lines of processes that have to do with the folder. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(folder));
}

async function filesOf(bench: Bench): Promise<string[]> {
  return (await readdir(bench.repository, { recursive: true })).filter((path) => !path.startsWith("."));
}

async function started() {
  const bench = await Bench.create(scenario, { board: true });
  const [files, before] = [await filesOf(bench), await bench.read(sheet)];
  const editor = await Editor.start(bench);
  void editor.prompt(await editor.open(bench.repository), "Change R1.").catch(() => {});
  return { bench, editor, files, before, after: before.replace('"Value" "1k"', '"Value" "9k1"') };
}

it.each(Object.keys(moments))("%s: the editor is killed", async (moment) => {
  const { bench, editor, files, before, after } = await started();
  await moments[moment]?.(editor, bench);
  editor.vanish();
  expect(await editor.exit()).toBe(0);
  await bench.agent.gone();
  expect(await processesOf(bench.folder)).toEqual([]);
  expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
  expect([before, after]).toContain(await bench.read(sheet));
  expect(await filesOf(bench)).toEqual(files);
});

it.each(["SIGTERM", "SIGKILL"] as const)("the agent is ended by %s", async (signal) => {
  const { bench, editor, before } = await started();
  await bench.agent.reached("thinking");
  editor.child.kill(signal);
  expect(await editor.exit()).toBe(signal === "SIGTERM" ? 143 : null);
  if (signal === "SIGKILL") {
    // What a killed program cannot do, the next start does.
    const next = await Editor.start(bench);
    await next.open(bench.repository);
    await next.leave();
  }
  await bench.agent.gone();
  expect(await processesOf(bench.folder)).toEqual([]);
  expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
  expect(await bench.read(sheet)).toBe(before);
});
