/** What a turn changed electrically, found with the real kicad-cli, is shown, sent to the model, and in `diff`. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { printedResult } from "../../../source/print/printed.js";
import {
  groundLabel,
  labelledResistors,
  lastDataLabel,
  renamed,
  unconnected,
} from "../../kicad/labelled-resistors.js";
import { asked, Bench } from "../../program.js";
import { describeKicad } from "../kicad/real.js";

const path = "labels/labels.kicad_sch";
const before = labelledResistors();
const data = lastDataLabel(before);
const ground = groundLabel(before);

async function turn(old_string: string, new_string: string, answers: string[], args: string[] = []) {
  const edit = asked("edit_file", { path, old_string, new_string });
  const one = await Bench.create({ replies: [edit, ...answers].map((say) => ({ say })) });
  await mkdir(join(one.repository, "labels"));
  await one.write(path, before);
  const git = (...words: string[]) =>
    execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: one.repository });
  await git("add", "-A");
  await git("commit", "-qm", "one");
  const { exitCode, stdout, stderr } = await one.start(["-p", "go", "--output-format", "json", ...args]);
  const prompts = (await one.agent.recorded("prompt")).map(({ stdin }) => stdin);
  return {
    one,
    exitCode,
    stderr: String(stderr),
    prompts,
    result: printedResult.parse(JSON.parse(String(stdout))),
  };
}

const question = "This is what changed electrically:";

describeKicad("a turn that changes nets", () => {
  it.each([
    ["renames one of four labels", data, renamed(data, "STRAY"), "net /DATA split: R7.1, R8.1 now on /STRAY"],
    ["joins two nets by a label", '(label "CLK"', '(label "GND"', "nets /GND and /CLK joined: now /GND"],
    [
      "lets a pin leave its net silently",
      ground,
      unconnected(ground),
      "R3.2 left /GND: connected to nothing",
    ],
  ])("and %s", async (_, from, to, sentence) => {
    const { one, exitCode, stderr, prompts, result } = await turn(from, to, ["Done.", "It is meant so."]);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ answer: "It is meant so.", verification: { erc: { newErrors: 0 } } });
    expect(prompts).toHaveLength(3);
    expect(prompts[2]).toContain(`${question}\n- ${sentence}`);
    expect(stderr).toContain(`Δ ${sentence}\n`);
    const [project] = result.verification.projects ?? [];
    expect(Object.values(project?.nets ?? {}).flat()).toHaveLength(1);
    expect(await readFile(join(await one.sessionFolder(), "summary.md"), "utf8")).toMatch(
      new RegExp(`^- ${sentence.replace(/[^ ,:;]*[A-Z][^ ,:;]*/g, "`[^`]*`")}$`, "m"),
    );
    expect((await one.start(["diff"])).stdout).toBe(`${path}\n  ${sentence}\n`);
  });

  it("has the same events in its transcript and in stream-json", async () => {
    const { one } = await turn(data, renamed(data, "STRAY"), ["Done.", "Meant."]);
    const sessionId = (await one.sessionFolder()).split("/").at(-1) ?? "";
    const replayed = await one.start([
      "replay",
      join(await one.sessionFolder(), "transcript.jsonl"),
      "--output-format",
      "stream-json",
    ]);
    const events = String(replayed.stdout)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "verification.completed");
    expect(events).toMatchObject([
      {
        sessionId,
        nets: { split: [{ before: "/DATA", parts: [{ name: "/STRAY" }] }] },
        parts: { changed: [] },
      },
    ]);
  });
});

describeKicad("a native turn that changes nets", () => {
  it("shows them, and sends nothing to Cursor", async () => {
    const one = await Bench.create({
      replies: [
        { steps: [{ call: { tool: "shell", args: { command: `cp ../edited ${path}` } } }, { say: "Done." }] },
        { say: "never asked" },
      ],
    });
    await mkdir(join(one.repository, "labels"));
    await one.write(path, before);
    await one.write("../edited", before.replace(data, renamed(data, "STRAY")));
    const { exitCode, stdout, stderr } = await one.start([
      ...["-p", "go", "--native", "--approval", "never", "--output-format", "json"],
    ]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Δ net /DATA split: R7.1, R8.1 now on /STRAY\n");
    expect(printedResult.parse(JSON.parse(String(stdout)))).toMatchObject({
      answer: "Done.",
      verification: { projects: [{ nets: { split: [{ before: "/DATA" }] } }] },
    });
    expect(await one.agent.runs()).toHaveLength(1);
  });
});

describeKicad("a turn that changes no net", () => {
  it("ends with the answer of the model, which is sent nothing", async () => {
    const { exitCode, prompts, stderr, result } = await turn('"5k"', '"4k7"', ["Done."]);
    expect(exitCode).toBe(0);
    expect(prompts).toHaveLength(2);
    expect(stderr).toContain("Δ R5 Value 5k → 4k7 · nets unchanged\n");
    expect(result.verification.projects?.[0]?.parts?.changed).toMatchObject([{ ref: "R5" }]);
  });
});
