/** `npm run smoke` on the scripted agent: a CLI that works, one that does not, and none. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { Bench } from "../../program.js";

const script = fileURLToPath(new URL("../../smoke.js", import.meta.url));

async function smoke(scenario: Scenario, env: (bench: Bench) => NodeJS.ProcessEnv = () => ({})) {
  const one = await Bench.create(scenario);
  const run = await execa(process.execPath, [script], {
    env: { ...one.env, CURSOR_SMOKE: "1", ...env(one) },
    extendEnv: false,
    reject: false,
  });
  return { ...run, one };
}

describe("npm run smoke", () => {
  it("creates a chat, sends one short turn and sees it to its end", async () => {
    const { stdout, stderr, exitCode, one } = await smoke({ replies: [{ say: "ready" }] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout.match(/^✓/gm)).toHaveLength(6);
    const starts = await one.agent.recorded("start");
    const commands = new Set(starts.map(({ command }) => command));
    expect([...commands]).toEqual(["version", "create-chat", "run"]);
    expect(starts.filter(({ command }) => command === "run")).toHaveLength(1);
  });

  it("fails when the turn fails, and reports why", async () => {
    const { stdout, stderr, exitCode } = await smoke({
      replies: [{ steps: [{ stderr: "Error: You've hit your usage limit" }, { exit: 1 }] }],
    });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ the turn was completed");
    expect(stderr).toContain("usage limit");
  });

  it("fails with advice when there is no CLI, no login, or it was not asked for", async () => {
    const missing = await smoke({}, (one) => ({ COPPERHEAD_CURSOR_PATH: join(one.folder, "agent") }));
    expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("was not found") });
    const loggedOut = await smoke({ account: { loggedIn: false } });
    expect(loggedOut).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("agent login") });
    const unasked = await smoke({}, () => ({ CURSOR_SMOKE: undefined }));
    expect(unasked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("CURSOR_SMOKE=1") });
    expect(await unasked.one.agent.records()).toEqual([]);
  });
});
