/** The built program in a terminal, on the scripted agent and the bundled board: what the fakes of test/ui stand for. */
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench, programPath } from "../../program.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

let bench: Bench;
let terminal: PseudoTerminal;

async function open(scenario: Scenario, args: string[] = [], { board = false } = {}): Promise<void> {
  bench = await Bench.create(scenario, { board });
  await bench.write("a.txt", "before\n");
  terminal = inPanes(args);
}

/** The program in the repository of the bench. */
function inPanes(args: string[] = [], env: Record<string, string> = {}): PseudoTerminal {
  return new PseudoTerminal(programPath, {
    columns: 100,
    rows: 40,
    cwd: bench.repository,
    args,
    env: { ...bench.env, COLORTERM: "truecolor", ...env },
  });
}

/** Makes the one turn of the only session to so many, whose requests are numbered. */
async function repeatTurn(times: number): Promise<void> {
  const [id = ""] = await readdir(join(bench.repository, ".copperhead/sessions"));
  const path = join(bench.repository, ".copperhead/sessions", id, "transcript.jsonl");
  const lines = (await readFile(path, "utf8")).split("\n");
  const [from, to] = ["user", "turn-end"].map((type) =>
    lines.findIndex((line) => line.includes(`"${type}"`)),
  );
  const turn = lines.slice(from, (to ?? 0) + 1).join("\n");
  const [, turnId = ""] = /"turnId":"([^"]+)"/.exec(turn) ?? [];
  const turns = Array.from({ length: times }, (_, index) =>
    turn.replaceAll(turnId, crypto.randomUUID()).replace('"read it"', `"read it ${index + 1}"`),
  );
  await writeFile(
    path,
    [...lines.slice(0, from), ...turns, '{"ts":"","type":"session-end","data":{}}', ""].join("\n"),
  );
}

const ready = /ready .* Ctrl-C twice leaves/;
const write = (content: string) => asked("write_file", { path: "a.txt", content, overwrite: true });

describe("a session in the panes", () => {
  it("runs a turn, undoes and redoes it, and goes on in the same chat after --continue", async () => {
    await open({
      replies: [{ say: write("changed\n") }, { say: "It is **changed**." }, { say: "I remember." }],
    });
    await terminal.until(ready);
    terminal.write("change a.txt\r");
    await terminal.until("It is changed.");
    await terminal.until(ready);
    expect(await readFile(`/proc/${terminal.pid}/comm`, "utf8")).toBe("copperhead\n");
    expect(await bench.read("a.txt")).toBe("changed\n");
    terminal.write("/undo\r");
    await terminal.until("Undone");
    expect(await bench.read("a.txt")).toBe("before\n");
    terminal.write("/redo\r");
    await terminal.until("Done again");
    expect(await bench.read("a.txt")).toBe("changed\n");
    terminal.write("/diff\r");
    await terminal.until("+changed");
    terminal.write("\u0004");
    expect(await terminal.exited).toBe(0);

    terminal = inPanes(["--continue"]);
    await terminal.until("change a.txt");
    await terminal.until(ready);
    terminal.write("do you remember?\r");
    await terminal.until("I remember.");
    const prompts = await bench.agent.recorded("prompt");
    expect(new Set(prompts.map(({ chatId }) => chatId)).size).toBe(1);
  });

  it("asks before a change, sends the model the reason for a no, and makes what is allowed", async () => {
    await open({ replies: [{ say: write("one\n") }, { say: write("two\n") }, { say: "Done." }] }, [
      "--approval",
      "on-request",
    ]);
    await terminal.until(ready);
    terminal.write("change it\r");
    await terminal.until("+one");
    expect(await bench.read("a.txt")).toBe("before\n");
    terminal.write("n");
    await terminal.until("Why not?");
    terminal.write("not one\r");
    await terminal.until("+two");
    terminal.write("y");
    await terminal.until("Done.");
    await terminal.until(ready);
    expect(await bench.read("a.txt")).toBe("two\n");
    const [, second] = await bench.agent.recorded("prompt");
    expect(second?.stdin).toContain("not one");
  });

  it("interrupts a turn with Ctrl-C and keeps what it changed", async () => {
    await open({
      replies: [
        { say: write("changed\n") },
        { steps: [{ think: "hm" }, { touch: "thinking" }, { hang: true }] },
      ],
    });
    await terminal.until(ready);
    terminal.write("go\r");
    await bench.agent.reached("thinking");
    await terminal.until("Ctrl-C stops");
    terminal.write("\u0003");
    await terminal.until(ready);
    expect(await bench.read("a.txt")).toBe("changed\n");
    // The prompt does not wait for the disk.
    await vi.waitFor(
      async () =>
        expect((await bench.transcript()).at(-1)).toMatchObject({
          type: "turn-end",
          data: { status: "interrupted" },
        }),
      { timeout: 20_000 },
    );
  });

  it("shows every item whole under Ctrl-O: results, thinking and discarded text, and those of a resumed session", async () => {
    const call = asked("read_file", { path: "long.txt" });
    bench = await Bench.create({
      replies: [
        { steps: [{ think: "a thought" }, { say: `${call}\n[result of read_file]\nan invented line` }] },
        { say: "Done." },
      ],
    });
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1} of it`);
    await bench.write("long.txt", lines.join("\n"));
    const page = join(bench.home, "page.txt");
    const env = { PAGER: `cat > ${page}.part && mv ${page}.part ${page}` };
    const paged = async () => {
      await rm(page, { force: true });
      terminal.write("\u000f");
      await terminal.until(() => existsSync(page));
      await terminal.until(ready); // the pager has given the terminal back
      return stripVTControlCharacters(await readFile(page, "utf8"));
    };
    terminal = inPanes([], env);
    await terminal.until(ready);
    terminal.write("read it\r");
    await terminal.until("Done.");
    await terminal.until(ready);
    expect(terminal.lines().join("\n")).not.toContain("an invented line");
    const text = await paged();
    for (const part of ["> read it", "a thought", "line 50 of it", "an invented line", "Done."]) {
      expect(text).toContain(part);
    }
    terminal.write("\u0004");
    await terminal.exited;

    terminal = inPanes([], env);
    await terminal.until(ready);
    terminal.write("/help\r");
    await terminal.until("Ctrl-L  redraw the panes");
    terminal.write("/resume\r");
    await terminal.until("read it");
    terminal.write("\r");
    await terminal.until("Done.");
    expect(await paged()).toMatch(/send the message.*> read it.*an invented line.*line 50 of it/s);
    terminal.write("\u0004");
    await terminal.exited;

    // A session of many turns shows the last ones; the pager has them all, each once.
    await repeatTurn(25);
    terminal = inPanes(["--continue"], env);
    await terminal.until(ready);
    expect(terminal.lines().join("\n")).toMatch(
      /5 earlier turns of this session.*> read it 6.*> read it 25/s,
    );
    expect(terminal.lines().join("\n")).not.toContain("> read it 5");
    const requests = (await paged()).match(/(?<=> read it )\d+/g);
    expect(requests).toEqual(Array.from({ length: 25 }, (_, index) => String(index + 1)));
  });

  it("draws the board and the schematic before and after a change", async () => {
    const edit = asked("edit_file", {
      path: "hardware/blinker.kicad_sch",
      old_string: "(xy 106.68 76.2) (xy 114.3 76.2)",
      new_string: "(xy 106.68 76.2) (xy 116.84 76.2)",
    });
    await open({ replies: [{ say: edit }, { say: "Mended." }] }, [], { board: true });
    await terminal.until(ready);
    terminal.write("/board\r");
    await terminal.until(/front, .* mm shown/);
    expect(terminal.text()).toContain("J1");
    terminal.write("mend it\r");
    await terminal.until("Mended.");
    await terminal.until(ready);
    terminal.write("/schematic D1\r");
    await terminal.until(/before +after/);
    expect(terminal.output).not.toContain("\u001b[3J");
  });
});

describe("a native session in the panes", () => {
  it("shows what Cursor did and what was rejected, queues for the next turn, stops, and undoes", async () => {
    await open(
      {
        countBy: "start",
        replies: [
          {
            steps: [
              { think: "Look first." },
              { call: { tool: "edit", args: { path: "a.txt", streamContent: "changed\n" } } },
              { call: { tool: "shell", args: { command: "ls" } } },
              { touch: "acted" },
              { waitForFile: "go on" },
              { say: "It is **changed**." },
            ],
          },
          { say: "You wanted more." },
          { steps: [{ think: "hm" }, { touch: "thought" }, { hang: true }] },
        ],
      },
      ["--native"],
    );
    await terminal.until(ready);
    expect(terminal.text()).toContain("native");
    terminal.write("change a.txt\r");
    await bench.agent.reached("acted");
    await terminal.until(/✓ Edit done .* by Cursor\n {2}a\.txt/);
    await terminal.until(/⊘ Shell rejected .* by Cursor\n {2}ls/);
    terminal.write("more\r");
    await terminal.until("⋯ more (queued; ↑ takes it back)");
    await bench.agent.release("go on");
    await terminal.until(/It is changed\..*> more.*You wanted more\./s);
    await terminal.until(ready);
    terminal.write("and again\r");
    await bench.agent.reached("thought");
    await terminal.until("Ctrl-C stops");
    terminal.write("\u0003");
    await terminal.until("■ interrupted");
    await terminal.until(ready);
    expect(await bench.read("a.txt")).toBe("changed\n");
    terminal.write("/undo\r");
    await terminal.until("Undone");
    expect(await bench.read("a.txt")).toBe("before\n");
  });
});

describe("do on a terminal", () => {
  it("shows the panes and ends with the turn's exit code, the files put back", async () => {
    const steps = [{ say: write("changed\n") }, { call: { tool: "shell", args: { command: "ls" } } }];
    await open({ replies: [{ say: write("first\n") }, { steps }] }, ["do", "change it"]);
    expect(await terminal.exited).toBe(4);
    expect(await bench.read("a.txt")).toBe("before\n");
  });
});

describe("replay on a terminal", () => {
  it("shows the recording in the panes, at its pace, and ends with the recorded turn's code", async () => {
    bench = await Bench.create({});
    const recording = fileURLToPath(
      new URL("../../../fixtures/streams/transport-failure.ndjson", import.meta.url),
    );
    terminal = inPanes(["replay", recording, "--speed", "100"]);
    expect(await terminal.exited).toBe(1);
    expect(terminal.lines().filter((line) => line.includes("Connection retry")).length).toBeGreaterThan(0);
  });
});
