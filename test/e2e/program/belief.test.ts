/** What the model is told when files are not as it left them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";

const write = (path: string, content = "new\n") => asked("write_file", { path, content });

async function lastPrompt(bench: Bench): Promise<string> {
  return (await bench.agent.recorded("prompt")).at(-1)?.stdin ?? "";
}

const gone =
  "copperhead: These files are not as you last read or wrote them:\n- n.txt: is not there any more";

async function afterWriting(rest: NonNullable<Scenario["replies"]>, args: string[] = []): Promise<Bench> {
  const bench = await Bench.create({ countBy: "start", replies: [{ say: write("n.txt") }, ...rest] });
  await bench.start(["-p", "write it", ...args]);
  return bench;
}

describe("files that are not as the model left them", () => {
  it("are named in the prompt after an undo, in the transcript and in the summary", async () => {
    const bench = await afterWriting([{ say: "Written." }, { say: "Fine." }, { say: "Good." }]);
    expect((await bench.start(["undo"])).exitCode).toBe(0);
    const folder = await bench.sessionFolder();
    expect(await readFile(join(folder, "summary.md"), "utf8")).toContain("- changed `n.txt`, undone since");
    await bench.start(["-p", "go on", "--continue"]);
    expect(await lastPrompt(bench)).toContain(gone);
    const types = (await bench.transcript()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["moved", "stale"]));
    await bench.start(["redo"]);
    await bench.start(["-p", "and now?", "--continue"]);
    expect(await lastPrompt(bench)).toContain("- n.txt: has another content now");
    expect(await readFile(join(folder, "summary.md"), "utf8")).not.toContain("undone since");
  });

  it("are named after a turn that was put back because it failed", async () => {
    const bench = await afterWriting([
      { steps: [{ call: { tool: "shell", args: { command: "ls" } } }] },
      { say: "Fine." },
    ]);
    await bench.start(["-p", "go on", "--continue"]);
    expect(await lastPrompt(bench)).toContain(gone);
    const summary = await readFile(join(await bench.sessionFolder(), "summary.md"), "utf8");
    expect(summary).toContain("- put back `n.txt`");
  });

  it("are named after a dry run", async () => {
    const bench = await afterWriting([{ say: "Written." }, { say: "Fine." }], ["--dry-run"]);
    await bench.start(["-p", "go on", "--continue"]);
    expect(await lastPrompt(bench)).toContain(gone);
  });

  it("are named after a request that was cancelled, and the request is marked", async () => {
    const bench = await Bench.create({
      countBy: "start",
      replies: [
        { say: write("n.txt") },
        { steps: [{ think: "hm" }, { touch: "thinking" }, { waitForFile: "release" }, { say: "late" }] },
        { say: "Fine." },
      ],
    });
    const run = bench.start(["-p", "write it"]);
    await bench.agent.reached("thinking");
    run.kill("SIGINT");
    expect((await run).exitCode).toBe(130);
    await bench.start(["-p", "something else", "--continue"]);
    const prompt = await lastPrompt(bench);
    expect(prompt).toContain(gone);
    expect(prompt).toMatch(/write it.*copperhead: The user cancelled the request above\..*something else/s);
  });

  it("are named to Cursor's own chat in a native session", async () => {
    const bench = await Bench.create({
      countBy: "start",
      replies: [
        {
          steps: [
            { call: { tool: "edit", args: { path: "n.txt", streamContent: "new\n" } } },
            { say: "Done." },
          ],
        },
        { say: "Fine." },
      ],
    });
    await bench.start(["-p", "write it", "--native", "--approval", "never"]);
    expect(await bench.read("n.txt")).toBe("new\n");
    await bench.start(["undo"]);
    await bench.start(["-p", "go on", "--native", "--approval", "never", "--continue"]);
    expect(await lastPrompt(bench)).toBe(
      `${gone}\nDo not rely on what you know of them; read them again before you use or change them.\n\ngo on`,
    );
  });

  it("are named, once, when somebody else changed one that was read", async () => {
    const bench = await Bench.create({
      countBy: "start",
      replies: [{ say: asked("read_file", { path: "a.txt" }) }, { say: "Read." }, { say: "2" }, { say: "3" }],
    });
    await bench.write("a.txt", "before\n");
    await bench.start(["-p", "read it"]);
    await bench.write("a.txt", "somebody else\n");
    await bench.start(["-p", "go on", "--continue"]);
    expect(await lastPrompt(bench)).toContain("- a.txt: has another content now");
    await bench.start(["-p", "go on", "--continue"]);
    expect(await lastPrompt(bench)).toBe("[user]\ngo on");
  });
});
