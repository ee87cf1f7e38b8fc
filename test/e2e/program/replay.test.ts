/** `copperhead replay`, on recordings, with no Cursor CLI and in no repository. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { beforeEach, describe, expect, it } from "vitest";
import { type RuntimeEvent, runtimeEvent } from "../../../source/base/events.js";
import { printedResult } from "../../../source/print/printed.js";
import { asked, Bench, programPath } from "../../program.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function replay(args: readonly string[], input = "") {
  return execa(process.execPath, [programPath, "replay", ...args], {
    cwd: folder,
    env: { PATH: "", HOME: folder },
    extendEnv: false,
    input,
    reject: false,
    stripFinalNewline: false,
  }).then(({ stdout, stderr, exitCode }) => ({ stdout: String(stdout), stderr: String(stderr), exitCode }));
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/streams/${name}.ndjson`, import.meta.url));
}

function eventsOf(stdout: string): RuntimeEvent[] {
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => runtimeEvent.parse(JSON.parse(line)) as RuntimeEvent);
}

async function recorded(text: string): Promise<string> {
  const file = join(folder, "recording");
  await writeFile(file, text);
  return file;
}

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

it("prints requests and answers in their order where stdout and stderr lead to one place", async () => {
  const turn = (n: number) => [
    { type: "user", data: { text: `Request ${n}`, turnId: `t${n}` } },
    { type: "turn-opened", data: {} },
    { type: "step", data: { chatId: "c", known: 1 } },
    { type: "assistant", data: { text: `Answer ${n}`, calls: [], refusals: [] } },
    { type: "step-ended", data: {} },
    {
      type: "turn-end",
      data: {
        turnId: `t${n}`,
        status: "completed",
        exitCode: 0,
        answer: `Answer ${n}`,
        filesChanged: [],
        restored: [],
        conflicts: [],
      },
    },
  ];
  const turns = Array.from({ length: 30 }, (_, index) => index + 1);
  const lines = turns
    .flatMap(turn)
    .map((record) => JSON.stringify({ ts: "2026-01-01T00:00:00.000Z", ...record }));
  const file = await recorded(`${lines.join("\n")}\n`);
  const { stdout } = await execa("sh", [
    "-c",
    'exec "$0" "$1" replay --print "$2" 2>&1',
    process.execPath,
    programPath,
    file,
  ]);
  const said = stdout.split("\n").filter((line) => /Request|Answer/.test(line));
  expect(said).toEqual(turns.flatMap((n) => [`> Request ${n}`, `Answer ${n}`]));
});

describe("a recorded stream", () => {
  it("is printed as text: the answer on stdout, the request and what was done on stderr", async () => {
    const { stdout, stderr, exitCode } = await replay([fixture("shell-with-partial")]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("It printed:\n\n```\nµΩ\n```\n");
    expect(stderr).toContain("> Print the word µΩ with echo.");
    expect(stderr).toContain("✓ Shell (success): echo µΩ");
  });

  it("is printed as json: one result", async () => {
    const { stdout } = await replay([fixture("shell-with-partial"), "--output-format", "json"]);
    expect(printedResult.parse(JSON.parse(stdout))).toMatchObject({
      chatId: "b1a5c0de-6d2e-4f38-a1b2-c3d4e5f60718",
      status: "completed",
      exitCode: 0,
      usage: { inputTokens: 9801 },
    });
  });

  it("is printed as stream-json: one session, chat and turn, pairs of calls, deltas that join, usage, the end", async () => {
    const file = fixture("tools-without-partial");
    const { stdout, stderr } = await replay(["--print", file, "--output-format", "stream-json"]);
    const events = eventsOf(stdout);
    const types = events.map(({ type }) => type);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(stderr).toBe("");
    expect([count("session.started"), count("thread.started"), count("turn.completed")]).toEqual([1, 1, 1]);
    expect(count("usage.updated")).toBe(1);
    expect(types.at(-1)).toBe("turn.completed");
    expect(
      events.flatMap((event) => (event.type === "tool.completed" ? [[event.toolKind, event.outcome]] : [])),
    ).toEqual([
      ["command", "failure"],
      ["other", "success"],
      ["file-change", "success"],
    ]);
    const deltas = events.flatMap((event) => (event.type === "message.delta" ? [event.delta] : []));
    expect(deltas.join("")).toBe(
      "I will read the notes and run the script.The typo is fixed; the script found no netlist (exit 2).",
    );
  });

  it("of a failed transport ends with the code and the line of the failure", async () => {
    const { stdout, stderr, exitCode } = await replay([fixture("transport-failure")]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain("upstream connect error");
  });

  it("is read from stdin as well", async () => {
    const line = JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: false,
      result: "From stdin.",
    });
    expect(await replay(["-"], `${line}\n`)).toMatchObject({ stdout: "From stdin.\n", exitCode: 0 });
  });

  it("writes no control character, whatever it contains", async () => {
    const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31m\rhi\u202e";
    const file = await recorded(
      `${JSON.stringify({ type: "user", message: { content: [{ type: "text", text: hostile }] } })}\n` +
        `${hostile}\n` +
        `${JSON.stringify({ type: "result", subtype: "success", result: hostile })}\n`,
    );
    for (const format of ["text", "json", "stream-json"]) {
      const { stdout, stderr } = await replay([file, "--output-format", format]);
      expect(`${stdout}${stderr}`).not.toMatch(control);
      expect(stdout).toContain("hi");
    }
  });

  it.each(["text", "json", "stream-json"])(
    "of random bytes is printed as %s, as a failure without a stack trace",
    async (format) => {
      const file = join(folder, "recording");
      const bytes = Buffer.from(
        Array.from({ length: 70_000 }, (_, index) => (index * index * 31 + index) % 256),
      );
      await writeFile(file, bytes);
      const { stdout, stderr, exitCode } = await replay([file, "--output-format", format]);
      expect(exitCode).toBe(1);
      expect(`${stdout}${stderr}`).not.toMatch(control);
      expect(stderr).not.toContain("    at ");
    },
  );

  it("ends with 0 and without a message when its reader closes stdout", async () => {
    const file = await recorded(
      `${JSON.stringify({ type: "result", subtype: "success", result: "word ".repeat(400_000) })}\n`.repeat(
        3,
      ),
    );
    const shell = `"$0" "$1" replay "$2" --output-format stream-json | head -c 10 >/dev/null; echo "$\{PIPESTATUS[0]}"`;
    const { stdout, stderr } = await execa("bash", ["-c", shell, process.execPath, programPath, file]);
    expect({ stdout, stderr }).toEqual({ stdout: "0", stderr: "" });
  });
});

describe("a recording on a terminal", () => {
  it("is shown with its request, what was done and the answer, and ends with the turn's code", async () => {
    const args = ["replay", fixture("tools-without-partial"), "--speed", "20"];
    const terminal = new PseudoTerminal(programPath, { args, env: { HOME: folder }, columns: 120 });
    expect(await terminal.exited).toBe(0);
    await terminal.until("✓ done");
    const shown = terminal.lines().join("\n");
    const places = ["> Fix the typo in the notes", "sh check-netlist.sh", "the script found no netlist"].map(
      (text) => shown.indexOf(text),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("of a failed turn ends with the turn's code", async () => {
    const args = ["replay", fixture("transport-failure"), "--speed", "0"];
    const terminal = new PseudoTerminal(programPath, { args, env: { HOME: folder }, columns: 120 });
    expect(await terminal.exited).toBe(1);
    await terminal.until("✗ failed");
    expect(terminal.text()).toContain("upstream connect error");
  });
});

describe("a file that cannot be replayed", () => {
  it("is reported as wrong usage, in the requested format", async () => {
    expect(await replay([])).toMatchObject({ exitCode: 2, stdout: "" });
    expect((await replay(["nowhere.ndjson"])).stderr).toContain("There is no file nowhere.ndjson.");
    expect((await replay([folder])).stderr).toContain("is a folder");
    expect(await replay(["a", "b"])).toMatchObject({ exitCode: 2 });
    const { stdout } = await replay(["nowhere.ndjson", "--output-format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ status: "failed", exitCode: 2, error: { code: "usage" } });
  });

  it("may be a transcript without a turn", async () => {
    const start = { sessionId: "s", model: "cursor", mode: "reasoning", repository: "/r", version: "0" };
    const file = await recorded(
      `${JSON.stringify({ ts: "2026-05-01T10:00:00Z", type: "session-start", data: start })}\n`,
    );
    const { stdout, exitCode } = await replay([file, "--output-format", "json"]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "no-turn" } });
  });
});

describe("the recording of a session", () => {
  /** A turn with a change, an invented result and a failure of its own making, printed live. */
  async function live() {
    const write = asked("write_file", { path: "notes.md", content: "hi\n" });
    const one = await Bench.create({
      replies: [
        { say: `I'll write it.\n\n${write}\n\n[result of write_file]\nINVENTED` },
        { say: asked("read_file", { path: "missing.txt" }) },
        { say: "Written." },
      ],
    });
    const { stdout } = await one.start(["-p", "write it", "--output-format", "stream-json"]);
    return { one, printed: String(stdout), transcript: join(await one.sessionFolder(), "transcript.jsonl") };
  }

  /** The events without what is different each time, and without what only streams by. */
  function plot(events: readonly RuntimeEvent[]) {
    return events
      .filter(({ type }) => !type.startsWith("thinking.") && type !== "message.delta")
      .map(({ eventId: _, createdAt: __, ...rest }) => rest);
  }

  it("is replayed from its transcript as it was printed live", async () => {
    const { printed, transcript } = await live();
    const { stdout, exitCode } = await replay([transcript, "--output-format", "stream-json"]);
    expect(exitCode).toBe(0);
    expect(plot(eventsOf(stdout))).toEqual(plot(eventsOf(printed)));
    expect(stdout).not.toContain("INVENTED");
  });

  it("has the same result, from its transcript and from what was printed", async () => {
    const { printed, transcript } = await live();
    const result = {
      status: "completed",
      exitCode: 0,
      answer: "Written.",
      filesChanged: ["notes.md"],
      discarded: { blocks: 1, calls: 0 },
    };
    for (const file of [transcript, await recorded(printed)]) {
      const { stdout } = await replay([file, "--output-format", "json"]);
      expect(printedResult.parse(JSON.parse(stdout))).toMatchObject(result);
    }
  });

  it("is replayed step by step from its native logs", async () => {
    const { one } = await live();
    const log = join(await one.sessionFolder(), "native", "0003.ndjson");
    expect(await replay([log])).toMatchObject({ stdout: "Written.\n", exitCode: 0 });
  });

  it("ends with the code of the turn", async () => {
    const one = await Bench.create({
      replies: [{ steps: [{ call: { tool: "shell", args: { command: "ls" } } }] }],
    });
    await one.start(["-p", "go"]);
    const transcript = join(await one.sessionFolder(), "transcript.jsonl");
    const { stderr, exitCode } = await replay([transcript]);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/error: .*shell/i);
  });
});
