/** A client that is not ours drives the agent: turns with permissions, a session loaded again, a cancel. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, it as test } from "vitest";
import which from "which";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench, programPath } from "../../program.js";

const acpxPath = which.sync("acpx", { nothrow: true });
if (acpxPath === null && process.env.CI) {
  throw new Error("acpx is not installed: no client of others would drive the agent.");
}

const scenario: Scenario = {
  replies: [
    {
      when: { promptContains: "task-hang" },
      steps: [{ say: "Working" }, { touch: "hanging" }, { hang: true }],
    },
    { when: { promptContains: "task-next" }, say: "Going on." },
    { when: { promptContains: "[result of write_file]" }, say: "Done." },
    { say: asked("write_file", { path: "docs/notes.md", content: "one\n" }) },
  ],
};

/** Skipped where acpx is missing; under CI its absence is an error. */
const it = test.runIf(acpxPath !== null);

type Line = { method?: string; result?: { stopReason?: string }; error?: { message: string } };

function acpx(bench: Bench, args: readonly string[]) {
  const own = ["--agent", `node ${programPath} acp`, "--format", "json"];
  return bench.startIn(acpxPath ?? "acpx", [...own, ...args]);
}

async function lines(run: ReturnType<typeof acpx>): Promise<Line[]> {
  const { stdout } = await run;
  return String(stdout)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** Asks again where it was about to end its agent. */
async function accepted(ask: () => Promise<Line[]>): Promise<Line[]> {
  const answer = await ask();
  return answer.some(({ error }) => error?.message.includes("shutting down")) ? accepted(ask) : answer;
}

it("runs a turn, with a change that is allowed and one that is not", async () => {
  const bench = await Bench.create(scenario, { board: true });
  const denied = await lines(acpx(bench, ["--deny-all", "exec", "Write notes."]));
  expect(denied.map(({ method }) => method)).toContain("session/request_permission");
  expect(existsSync(join(bench.repository, "docs/notes.md"))).toBe(false);
  const allowed = await lines(acpx(bench, ["--approve-all", "exec", "Write notes."]));
  expect(allowed.at(-1)?.result).toEqual({ stopReason: "end_turn" });
  expect(await bench.read("docs/notes.md")).toBe("one\n");
});

it("loads a session again, and cancels a turn of it", async () => {
  const bench = await Bench.create(scenario, { board: true });
  // It ends its agent a second after a prompt, and loads the session for the next one.
  const prompt = (text: string, ttl: number) =>
    acpx(bench, ["--approve-all", "--ttl", String(ttl), "prompt", text]);
  await acpx(bench, ["--ttl", "1", "sessions", "new"]);
  expect((await lines(prompt("Write notes.", 1))).at(-1)?.result).toEqual({ stopReason: "end_turn" });
  await expect.poll(() => existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
  onTestFinished(async () => {
    await acpx(bench, ["sessions", "close"]);
  });
  await expect
    .poll(async () => (await lines(prompt("task-next", 1))).map(({ method }) => method), {
      timeout: 60_000,
      // Each prompt keeps the agent alive for another second: only a longer pause lets it end.
      interval: 3_000,
    })
    .toContain("session/load");
  const hanging = accepted(() => lines(prompt("task-hang", 600)));
  await bench.agent.reached("hanging");
  await acpx(bench, ["cancel"]);
  expect((await hanging).at(-1)?.result).toEqual({ stopReason: "cancelled" });
});
