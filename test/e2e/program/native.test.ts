/** `--native`: Cursor's own tools act for real in a real repository, under the built program. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import type { Scenario, Step } from "../../../fixtures/agent/scenario-types.js";
import { type RuntimeEvent, runtimeEvent } from "../../../source/base/events.js";
import { printedResult } from "../../../source/print/printed.js";
import { checkTimeline, of } from "../../cursor/native/timeline.js";
import { Bench } from "../../program.js";
import { describeKicad } from "../kicad/real.js";

let one: Bench;

async function bench(scenario: Scenario, options?: { board?: boolean }): Promise<Bench> {
  one = await Bench.create(scenario, options);
  await one.write("a.txt", "before\n");
  return one;
}

function edit(path: string, streamContent: string): Step {
  return { call: { tool: "edit", args: { path, streamContent } } };
}

function shell(command: string): Step {
  return { call: { tool: "shell", args: { command } } };
}

const edits: Scenario = {
  replies: [{ steps: [{ say: "I will edit it." }, edit("a.txt", "after\n"), { say: "Edited." }] }],
};

/** One turn with its result object. */
async function turn(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr, exitCode } = await one.start(
    ["-p", "go", "--native", "--output-format", "json", ...args],
    { env },
  );
  return { result: printedResult.parse(JSON.parse(String(stdout))), stderr: String(stderr), exitCode };
}

function eventsOf(stdout: unknown): RuntimeEvent[] {
  const lines = String(stdout).trimEnd().split("\n");
  return lines.map((line) => runtimeEvent.parse(JSON.parse(line)) as RuntimeEvent);
}

describe("the output of a native turn", () => {
  it("as text is the last segment alone on stdout, and progress on stderr", async () => {
    await bench(edits);
    const { stdout, stderr, exitCode } = await one.start(["-p", "go", "--native"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "Edited.\n", exitCode: 0 });
    expect(stderr).toContain("✓ Edit (success): a.txt");
    expect(stderr).toContain("changed: a.txt +1 −1");
    expect(await one.read("a.txt")).toBe("after\n");
  });

  it("as json names the files that differ in the working tree", async () => {
    await bench({ replies: [{ steps: [shell("echo x > made.txt; rm a.txt"), { say: "Moved." }] }] });
    const { result, exitCode } = await turn(["--approval", "never"]);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({
      status: "completed",
      answer: "Moved.",
      filesChanged: ["a.txt", "made.txt"],
    });
    expect(result.usage.outputTokens).toBeGreaterThan(0);
    expect(result.chatId).not.toBeNull();
  });

  it("as stream-json is one consistent timeline with one answer, and the changed files before the end", async () => {
    await bench(edits);
    const { stdout } = await one.start(["-p", "go", "--native", "--output-format", "stream-json"]);
    const events = eventsOf(stdout);
    checkTimeline(events);
    expect(of(events, "session.started")).toHaveLength(1);
    expect(of(events, "thread.started")).toHaveLength(1);
    const [answer] = of(events, "message.completed");
    expect(answer?.text).toBe("I will edit it.Edited.");
    const deltas = of(events, "message.delta").filter(({ itemId }) => itemId === answer?.itemId);
    expect(deltas.map(({ delta }) => delta).join("")).toBe(answer?.text);
    expect(of(events, "tool.completed")).toMatchObject([
      { title: "Edit", toolKind: "file-change", origin: "cursor", outcome: "success" },
    ]);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(["turn.completed", "session.exited"]);
    expect(of(events, "file.changed")).toMatchObject([{ path: "a.txt", added: 1, removed: 1 }]);
    const turnIds = new Set(events.flatMap(({ turnId }) => (turnId === undefined ? [] : [turnId])));
    expect(turnIds.size).toBe(1);
  });

  it("is recorded: transcript and native log replay to the same answer, and the session is summarised and listed", async () => {
    await bench(edits);
    await one.start(["-p", "go", "--native"]);
    const folder = await one.sessionFolder();
    const types = (await one.transcript()).map(({ type }) => type);
    expect(
      types.filter((type) => ["session-start", "user", "turn-end", "session-end"].includes(type)),
    ).toEqual(["session-start", "user", "turn-end", "session-end"]);
    for (const file of ["transcript.jsonl", "native/0001.ndjson"]) {
      const replayed = await one.start(["replay", join(folder, file), "--print"]);
      expect(replayed).toMatchObject({ stdout: "Edited.\n", exitCode: 0 });
      expect(replayed.stderr).toContain("✓ Edit (success): a.txt");
    }
    expect(await readFile(join(folder, "summary.md"), "utf8")).toContain("- changed `a.txt`");
    expect(await readdir(folder)).not.toContain("tree.git");
    const listed = JSON.parse(String((await one.start(["sessions", "--json"])).stdout));
    expect(listed.sessions).toMatchObject([{ title: "go", turns: 1, status: "completed" }]);
  });
});

describe("Cursor is started", () => {
  it("in the repository and without --force: the calls that it rejects are reported", async () => {
    await bench({ replies: [{ steps: [shell("rm a.txt"), { say: "I removed it." }] }] });
    const { result, stderr, exitCode } = await turn([]);
    const [run] = await one.agent.runs();
    expect(run?.cwd).toBe(one.repository);
    expect(run?.argv).not.toContain("--force");
    expect({ exitCode, files: result.filesChanged }).toEqual({ exitCode: 0, files: [] });
    expect(stderr).toContain("⊘ Shell (rejected)");
    expect(stderr).toMatch(/Every tool call of this turn was rejected/);
    expect(await one.read("a.txt")).toBe("before\n");
  });

  it("with --force only under --approval never, and needs no terminal for on-request", async () => {
    await bench({ countBy: "start", replies: [{ say: "one" }, { say: "two" }] });
    await turn(["--approval", "never"]);
    expect((await turn(["--approval", "on-request"])).exitCode).toBe(0);
    const forced = (await one.agent.runs()).map(({ argv }) => argv.includes("--force"));
    expect(forced).toEqual([true, false]);
  });

  it("with the model that the user named, and no other", async () => {
    await bench({
      models: [{ id: "gpt-5", label: "GPT" }],
      countBy: "start",
      replies: [{ say: "1" }, { say: "2" }],
    });
    await turn([]);
    await turn(["--model", "cursor:gpt-5"]);
    const [plain, named] = await one.agent.runs();
    expect(plain?.argv).not.toContain("--model");
    expect(named?.argv.join(" ")).toContain("--model gpt-5");
  });
});

describe("a continued native session", () => {
  const three: Scenario = { replies: [{ say: "First." }, { say: "Second." }, { say: "Third." }] };

  it("keeps its chat over restarts, and sends only what is new", async () => {
    await bench(three);
    await one.start(["-p", "one", "--native"]);
    const id = (await one.sessionFolder()).split("/").at(-1) ?? "";
    expect((await one.start(["-p", "two", "--native", "--continue"])).stdout).toBe("Second.\n");
    expect((await one.start(["-p", "three", "--native", "--resume", id])).stdout).toBe("Third.\n");
    const prompts = await one.agent.recorded("prompt");
    expect(new Set(prompts.map(({ chatId }) => chatId)).size).toBe(1);
    expect(prompts.map(({ stdin }) => stdin.trim())).toEqual(["one", "two", "three"]);
    const answers = (await one.transcript()).filter(({ type }) => type === "assistant");
    expect(answers.map(({ data }) => data.text)).toEqual(["First.", "Second.", "Third."]);
  });

  it("warns when Cursor no longer has the chat", async () => {
    await bench({ ...three, missingChat: "error", countBy: "start" });
    await one.start(["-p", "one", "--native"]);
    await one.forgetChats();
    const { exitCode, stderr } = await one.start(["-p", "two", "--native", "--continue"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("does not remember the earlier turns");
  });

  it("stays native", async () => {
    await bench(three);
    await one.start(["-p", "one", "--native"]);
    const other = await one.start(["-p", "two", "--continue"]);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain("add --native");
  });
});

describe("the end of a native turn", () => {
  it("is 2 without git, with advice, and leaves nothing behind", async () => {
    await bench(edits);
    await rm(join(one.repository, ".git"), { recursive: true });
    const { result, exitCode } = await turn(["--repo", one.repository]);
    expect(exitCode).toBe(2);
    expect(result.error?.message).toMatch(/needs git/);
    expect(result.error?.advice).toContain("git init");
    expect(await readdir(one.repository)).toEqual(["a.txt"]);
  });

  it("is 1 when it fails; its files are put back, or stay under --on-failure keep", async () => {
    const fails: Scenario = {
      countBy: "start",
      replies: [1, 2].map(() => ({
        steps: [edit("a.txt", "after\n"), { stderr: "Error: T: [canceled]" }, { exit: 1 }],
      })),
    };
    await bench(fails);
    const restored = await turn([]);
    expect(restored).toMatchObject({ exitCode: 1, result: { status: "failed", filesChanged: [] } });
    expect(await one.read("a.txt")).toBe("before\n");
    const kept = await turn(["--on-failure", "keep"]);
    expect(kept).toMatchObject({ exitCode: 1, result: { filesChanged: ["a.txt"] } });
    expect(await one.read("a.txt")).toBe("after\n");
  });

  it("is 3 when the CLI is missing or not logged in", async () => {
    await bench({ account: { loggedIn: false }, ...edits });
    expect((await turn([])).exitCode).toBe(3);
    const { exitCode, result } = await turn([], { COPPERHEAD_CURSOR_PATH: "/nowhere/agent" });
    expect(exitCode).toBe(3);
    expect(result.error?.code).toBe("cursor-missing");
  });

  it("is 0 for a dry run, which shows its diff and changes nothing", async () => {
    await bench({
      replies: [{ steps: [edit("a.txt", "after\n"), shell("mkdir -p x/y; echo n > x/y/n"), { say: "Ok." }] }],
    });
    const { result, exitCode } = await turn(["--dry-run", "--approval", "never"]);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ answer: "Ok.", filesChanged: [] });
    expect(result.diff).toContain("-before\n+after");
    expect(result.diff).toContain("+++ b/x/y/n");
    expect(await one.read("a.txt")).toBe("before\n");
    expect(await readdir(one.repository)).not.toContain("x");
  });

  it("is 1 when it removed copperhead's own folder, and says that it cannot be undone", async () => {
    await bench({ replies: [{ steps: [shell("rm -rf .copperhead; echo z > a.txt"), { say: "Clean." }] }] });
    const { result, exitCode } = await turn(["--approval", "never"]);
    expect(exitCode).toBe(1);
    expect(result.error?.message).toContain(".copperhead");
    expect(result.error?.advice).toContain("git status");
  });
});

describe("the checks of a native turn", () => {
  /** A kicad-cli that is there and can do nothing. */
  async function brokenKicad(): Promise<string> {
    const path = join(one.folder, "kicad-cli");
    const script = '#!/bin/sh\n[ "$1" = version ] && echo 9.0.8 && exit 0\necho broken >&2\nexit 9\n';
    await writeFile(path, script, { mode: 0o755 });
    return path;
  }

  const touches: Scenario = {
    countBy: "start",
    replies: [1, 2, 3].map((n) => ({
      steps: [shell(`echo >> ${n === 3 ? "a.txt" : "hardware/blinker.kicad_sch"}`), { say: "Ok." }],
    })),
  };

  it("fail the turn when they cannot run and --require-verification is given", async () => {
    await bench(touches, { board: true });
    const env = { COPPERHEAD_KICAD_CLI: await brokenKicad() };
    const plain = await turn(["--approval", "never"], env);
    expect(plain).toMatchObject({ exitCode: 0, result: { verification: { erc: { status: "not-run" } } } });
    const required = ["--approval", "never", "--require-verification"];
    expect(await turn(required, env)).toMatchObject({
      exitCode: 6,
      result: { error: { code: "not-verified" }, filesChanged: [] },
    });
    expect(await turn(required, env)).toMatchObject({ exitCode: 0, result: { verification: {} } });
  });

  describeKicad("with kicad-cli", () => {
    it("end a turn with new errors in 6, its files put back, and nothing is sent to Cursor", async () => {
      const path = "hardware/blinker.kicad_sch";
      // A wire is gone: its pins are not connected any more.
      const cut = `awk 'BEGIN{skip=0} /^\\t\\(wire/ && !done {skip=1; done=1} !skip{print} skip && /^\\t\\)/{skip=0}' ${path} > w && cat w > ${path} && rm w`;
      await bench(
        { countBy: "start", replies: [{ steps: [shell(cut), { say: "Cut." }] }, { say: "never asked" }] },
        { board: true },
      );
      const before = await one.read(path);
      const { result, exitCode } = await turn(["--approval", "never"]);
      expect(exitCode).toBe(6);
      expect(result).toMatchObject({ status: "failed", answer: "Cut.", error: { code: "new-errors" } });
      expect(result.verification.erc?.newErrors).toBeGreaterThan(0);
      expect(await one.read(path)).toBe(before);
      expect(await one.agent.runs()).toHaveLength(1);
    });
  });
});

describe("undo after native turns", () => {
  const setUp = `
    git init -q -b main && git config user.name t && git config user.email t@t
    printf '*.log\\ncache/\\n' > .gitignore
    echo committed > dirty.txt; echo committed > staged.txt; echo committed > gone.txt
    printf '#!/bin/sh\\n' > run.sh; chmod 755 run.sh
    mkdir -p lib odd untracked/deep cache empty; echo a > lib/a; echo b > lib/b; ln -s lib/a link
    git add -A && git commit -qm start
    printf 'dirty\\r\\n' > dirty.txt; echo staged > staged.txt; git add staged.txt; echo more > staged.txt; rm gone.txt
    printf '\\000\\377' > untracked/deep/new; chmod 600 untracked/deep/new
    echo ignored > debug.log; echo ignored > cache/x
    echo odd > 'odd/-dash'; echo odd > 'odd/quo"te'; echo odd > "odd/line
feed"; echo odd > 'odd/ünï ✓'; printf odd > "odd/$(printf 'l\\351')"`;

  const turnOver = `
    echo cursor > dirty.txt; echo cursor > staged.txt; echo back > gone.txt; chmod 644 run.sh
    mv lib library; ln -s library lib; rm link; mkdir -p link/now; echo x > link/now/x
    rm -rf untracked empty; echo 'a file' > untracked; mkdir -p made/empty; echo n > 'made/a b'; chmod 700 'made/a b'
    rm odd/*; printf new > "odd/$(printf '\\303\\050')"`;

  /** Every path with its kind, permissions and content, and git's view with the index's own bytes. */
  async function lookAt(): Promise<string> {
    const look = `
      find . \\( -path ./.git -o -path ./.copperhead \\) -prune -o -printf '%p %y %m %l\\n' | LC_ALL=C sort
      find . \\( -path ./.git -o -path ./.copperhead \\) -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
      GIT_OPTIONAL_LOCKS=0 git status --porcelain=v2 --branch --ignored
      sha256sum .git/index; git for-each-ref; git stash list`;
    const options = { cwd: one.repository, encoding: "buffer" as const };
    const { stdout } = await execa("sh", ["-c", look], options);
    return Buffer.from(stdout).toString("latin1");
  }

  async function everything(...commands: string[]): Promise<void> {
    one = await Bench.create({
      replies: commands.map((command) => ({
        steps: [edit("dirty.txt", "by its edit tool\n"), shell(command), { say: "Done." }],
      })),
    });
    await execa("sh", ["-c", setUp], { cwd: one.repository });
    // Made beforehand: the first session adds a .copperhead, which git ignores.
    await execa("git", ["status"], { cwd: one.repository });
  }

  it("brings back exactly the tree, the index and the status of before", async () => {
    await everything(turnOver);
    const before = await lookAt();
    expect((await turn(["--approval", "never"])).exitCode).toBe(0);
    const after = await lookAt();
    expect(after).not.toBe(before);
    const undone = await one.start(["undo"]);
    expect(undone).toMatchObject({ exitCode: 0, stderr: "" });
    expect(withoutOwnFolder(await lookAt())).toBe(withoutOwnFolder(before));
    expect((await one.start(["undo"])).stdout).toBe("There is nothing to undo.\n");
  });

  it("reports a changed index, ref or ignored file, and leaves it alone", async () => {
    await everything("echo c > debug.log; git add dirty.txt; git branch other; git stash list");
    const { stderr } = await turn(["--approval", "never"]);
    for (const path of [".git/index", ".git/refs/heads/other", "debug.log"]) {
      expect(stderr).toContain(`warning: ${path}: `);
    }
    const { stdout } = await one.start(["undo"]);
    for (const path of [".git/index", ".git/refs/heads/other", "debug.log"]) {
      expect(stdout).toContain(`Left as it is: ${path}`);
    }
    expect(await one.read("debug.log")).toBe("c\n");
    expect(await one.read("dirty.txt")).toBe("dirty\r\n");
    const { stdout: branches } = await execa("git", ["branch"], { cwd: one.repository });
    expect(branches).toContain("other");
  });

  it("goes back turn by turn", async () => {
    await everything("echo 1 > n.txt", "echo 2 > n.txt");
    const before = withoutOwnFolder(await lookAt());
    await turn(["--approval", "never"]);
    const between = withoutOwnFolder(await lookAt());
    await turn(["--approval", "never", "--continue"]);
    await one.start(["undo"]);
    expect(withoutOwnFolder(await lookAt())).toBe(between);
    await one.start(["undo"]);
    expect(withoutOwnFolder(await lookAt())).toBe(before);
  });

  /** copperhead's own folder is among the ignored ones once there is one. */
  function withoutOwnFolder(view: string): string {
    return view.replace("! .copperhead/\n", "");
  }
});
