/** Every way to stop or to leave, in every state, in the panes of the built program. */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import which from "which";
import type { Scenario, Step } from "../../../fixtures/agent/scenario-types.js";
import { ended } from "../../processes.js";
import { asked, Bench, programPath } from "../../program.js";
import type { OnFinished } from "../../temporary-folder.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

type Panes = { bench: Bench; terminal: PseudoTerminal };

const ready = /ready .* Ctrl-C twice leaves/;
const write = asked("write_file", { path: "a.txt", content: "changed\n", overwrite: true });
const mend = asked("edit_file", {
  path: "hardware/blinker.kicad_sch",
  old_string: "(xy 106.68 76.2) (xy 114.3 76.2)",
  new_string: "(xy 106.68 76.2) (xy 116.84 76.2)",
});

type State = {
  scenario?: Scenario;
  args?: string[];
  keys: string;
  /** Done after that. */
  goOn?: (panes: Panes) => Promise<void>;
  /** What is on the screen when the state is reached, or a file that is there then. */
  there: string | RegExp;
  /** What is on the screen after Ctrl-C. */
  stopped: string | RegExp;
};

/** Thinks, and goes on for ever. */
const thinking: Step[] = [{ think: "hm" }, { touch: "thought" }, { hang: true }];

const states: Record<string, State> = {
  "at rest": { keys: "", there: ready, stopped: "Ctrl-C again to leave" },
  "with text in the prompt": { keys: "a message", there: "Ctrl-C clears", stopped: ready },
  "in a list": { keys: "/model\r", there: "Ctrl-C closes", stopped: ready },
  thinking: {
    scenario: { replies: [{ say: write }, { steps: thinking }] },
    keys: "go\r",
    goOn: ({ bench }) => bench.agent.reached("thought"),
    there: "Ctrl-C stops",
    stopped: /■ interrupted.*Ctrl-C twice/s,
  },
  "while a tool runs": {
    scenario: { replies: [{ say: `${write}\n${asked("run_drc")}` }] },
    keys: "go\r",
    there: "▸ Run DRC",
    stopped: /■ Run DRC.*■ interrupted.*Ctrl-C twice/s,
  },
  "while a change waits": {
    scenario: { replies: [{ say: write }, { say: "As you like." }] },
    args: ["--approval", "on-request"],
    keys: "go\r",
    there: "Ctrl-C declines",
    stopped: /As you like.*Ctrl-C twice/s,
  },
  "while a change waits, asked why not": {
    scenario: { replies: [{ say: write }, { say: "As you like." }] },
    args: ["--approval", "on-request"],
    keys: "go\r",
    goOn: async ({ terminal }) => {
      await terminal.until("Ctrl-C declines");
      terminal.write("n");
    },
    there: "Why not?",
    stopped: /As you like.*Ctrl-C twice/s,
  },
  verifying: {
    scenario: { replies: [{ say: mend }, { say: "Mended." }] },
    keys: "go\r",
    there: /^verifying/m,
    stopped: /■ interrupted.*Ctrl-C twice/s,
  },
  "after stopping an agent that ignores it": {
    scenario: {
      replies: [
        {
          ignoreSignals: ["SIGINT", "SIGTERM"],
          steps: [{ grandchild: { group: "same", stubborn: true } }, ...thinking],
        },
      ],
    },
    keys: "go\r",
    goOn: async ({ bench, terminal }) => {
      await bench.agent.reached("thought");
      terminal.write("\x03");
    },
    there: /■ interrupted.*Ctrl-C twice/s,
    stopped: "Ctrl-C again to leave",
  },
};

/**
 * kicad-cli, of which no ERC and no DRC ever ends. A check begins when the file is written, so that what happens later in
 * the turn cannot decide whether it ends.
 */
async function endlessChecks(bench: Bench): Promise<string> {
  const script = join(bench.folder, "kicad-cli");
  const real = await which("kicad-cli");
  await writeFile(
    script,
    `#!/bin/sh\ncase "$1 $2" in "sch erc" | "pcb drc") exec sleep 1000;; esac\nexec "${real}" "$@"\n`,
    { mode: 0o755 },
  );
  return script;
}

async function reach(state: State, onFinished: OnFinished): Promise<Panes> {
  const bench = await Bench.create(state.scenario ?? {}, { board: true, onFinished });
  await bench.write("a.txt", "before\n");
  const terminal = new PseudoTerminal(programPath, {
    columns: 100,
    rows: 40,
    cwd: bench.repository,
    args: state.args ?? [],
    env: { ...bench.env, COPPERHEAD_KICAD_CLI: await endlessChecks(bench) },
    onFinished,
  });
  const panes = { bench, terminal };
  await terminal.until(ready);
  terminal.write(state.keys);
  await state.goOn?.(panes);
  await terminal.until(state.there);
  return panes;
}

/** Nothing of the program is left: no process, no lock, no mode of the terminal. */
async function expectNothingLeft({ bench, terminal }: Panes): Promise<void> {
  await bench.agent.gone();
  expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
  while ((await commandLines()).some((line) => line.includes(bench.folder))) {
    await wait(20);
  }
  const given = terminal.output.slice(terminal.output.lastIndexOf("\x1b[>4;2m"));
  for (const mode of ["\x1b[>4;0m", "\x1b[<u", "\x1b[?2004l", "\x1b[23;0t", "\x1b[?25h"]) {
    expect(given).toContain(mode);
  }
}

async function commandLines(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
}

describe.for(Object.entries(states))("%s", { concurrent: true }, ([, state]) => {
  it("Ctrl-C does what the status line announces", async ({ onTestFinished }) => {
    const { terminal } = await reach(state, onTestFinished);
    terminal.write("\x03");
    await terminal.until(state.stopped);
    expect(terminal.output).not.toMatch(/\x1b\[[23]J/);
  });

  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s ends the program, and nothing is left behind",
    async ([signal, exitCode], { onTestFinished }) => {
      const panes = await reach(state, onTestFinished);
      panes.terminal.signal(signal);
      expect(await panes.terminal.exited).toBe(exitCode);
      await expectNothingLeft(panes);
      if (state.scenario !== undefined) {
        const types = (await panes.bench.transcript()).map(({ type }) => type);
        expect(types.slice(-2)).toEqual(["turn-end", "session-end"]);
      }
    },
  );
});

describe.for([
  ["the pager", "PAGER", "\x0f"],
  ["the editor", "EDITOR", "\x07"],
] as const)("in %s", { concurrent: true }, ([, variable, key]) => {
  it.for([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s ends the program, and the turn behind it",
    async ([signal, exitCode], { onTestFinished: onFinished }) => {
      const scenario: Scenario = { replies: [{ steps: thinking }] };
      const bench = await Bench.create(scenario, { onFinished });
      const up = join(bench.folder, "up");
      const env = { ...bench.env, [variable]: `touch ${up}; sleep 1000 #` };
      const terminal = new PseudoTerminal(programPath, { cwd: bench.repository, env, onFinished });
      await terminal.until("Ctrl-C twice leaves");
      terminal.write("go\r");
      await bench.agent.reached("thought");
      terminal.write(key);
      await terminal.until(() => existsSync(up));
      terminal.signal(signal);
      expect(await terminal.exited).toBe(exitCode);
      await bench.agent.gone();
      expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
    },
  );
});

it("Ctrl-C at rest ends a pager that ignores it, and not only the shell that began it", async () => {
  const bench = await Bench.create({});
  const pager = join(bench.folder, "pager");
  const pidFile = join(bench.folder, "pid");
  const script = `#!/bin/sh\ntrap "" INT\necho $$ > ${pidFile}.part && mv ${pidFile}.part ${pidFile}\nexec sleep 1000\n`;
  await writeFile(pager, script, { mode: 0o755 });
  const terminal = new PseudoTerminal(programPath, {
    cwd: bench.repository,
    env: { ...bench.env, PAGER: pager },
  });
  await terminal.until("ready");
  terminal.write("\x0f");
  await terminal.until(() => existsSync(pidFile));
  terminal.write("\x03");
  const pid = Number(await readFile(pidFile, "utf8"));
  await ended(pid);
  terminal.write("typed");
  await terminal.until("> typed");
});

describe.concurrent("a terminal that goes away", () => {
  it.for([
    ["the panes", {}],
    ["a dumb terminal", { TERM: "dumb" }],
    ["a screen reader's", { INK_SCREEN_READER: "true" }],
  ] as const)(
    "from %s ends the one turn of do, whose files are put back, and leaves nothing behind",
    async ([, extra], { onTestFinished: onFinished }) => {
      const scenario: Scenario = {
        replies: [{ say: write }, { steps: [{ think: "hm" }, { touch: "thinking" }, { hang: true }] }],
      };
      const bench = await Bench.create(scenario, { onFinished });
      await bench.write("a.txt", "before\n");
      const terminal = new PseudoTerminal(programPath, {
        cwd: bench.repository,
        args: ["do", "go"],
        env: { ...bench.env, ...extra },
        onFinished,
      });
      await bench.agent.reached("thinking");
      expect(await bench.read("a.txt")).toBe("changed\n");
      terminal.hangUp();
      await ended(terminal.pid);
      await bench.agent.gone();
      expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
      expect(await bench.read("a.txt")).toBe("before\n");
      expect((await bench.transcript()).at(-1)).toMatchObject({ type: "session-end" });
    },
  );
});
