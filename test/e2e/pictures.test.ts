/** The pictures of the README are what the program draws: `npm run pictures` draws them anew. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Reply, Scenario } from "../../fixtures/agent/scenario-types.js";
import { Bench } from "../program.js";
import { PseudoTerminal } from "./pseudo-terminal.js";
import { type Run, screenSvg } from "./screen-svg.js";

const columns = 96;
const demo: Scenario = JSON.parse(
  readFileSync(new URL("../../fixtures/scenarios/demo.json", import.meta.url), "utf8"),
);
const request = "Close the open item in docs/bring-up.md, and check the board.";

/** The demonstration's replies that are numbered; the others answer what its user asks afterwards. */
const replies = (demo.replies ?? []).filter(({ when }) => when === undefined);

/** What differs from one machine, and one run, to the next, and tells nobody anything. */
const passing: readonly [RegExp, string][] = [
  [/\b\d+:\d\d\b/g, "0:09"],
  [/\b\d+(\.\d)? (ms|s)\b/g, "2.4 s"],
  [/\bon (master|main)\b/g, "on main"],
  [/\b[\d.]+k? in, [\d.]+k? out, [\d.]+k? cached/g, "2.8k in, 214 out, 0 cached"],
  [/\bchat [0-9a-f]{8}\b/g, "chat 92d73508"],
];

const context = "context 2.9k";

/** The context stays on the right whatever the numbers on its left have become. */
function stillText(text: string): string {
  const changed = passing.reduce((before, [pattern, value]) => before.replace(pattern, value), text);
  const [, left] = /^(.*?) +context [\d.]+k? *$/.exec(changed) ?? [];
  return left === undefined ? changed : left.padEnd(columns - 1 - context.length) + context;
}

const still = (run: Run): Run => ({ ...run, text: stillText(run.text) });

async function start(scenario: Scenario, args: string[], rows: number) {
  const bench = await Bench.create(scenario, { board: true });
  return new PseudoTerminal(bench.program, {
    columns,
    rows,
    cwd: bench.repository,
    args: [...args, request],
    env: { ...bench.env, COLORTERM: "truecolor", GIT_CEILING_DIRECTORIES: bench.folder },
  });
}

const titles = {
  turn: "A turn in the panes: calls that are done, the thinking, the status line",
  approval: "A change that waits for a yes, with what it means and its diff",
  "before-after": "The schematic around D1 before and after the change",
};

async function expectPicture(terminal: PseudoTerminal, name: keyof typeof titles): Promise<void> {
  const rows = terminal.styled().map((runs) => runs.map(still));
  for (const appearance of ["light", "dark"] as const) {
    await expect(screenSvg(rows, { title: titles[name], columns }, appearance)).toMatchFileSnapshot(
      `../../docs/pictures/${name}-${appearance}.svg`,
    );
  }
}

it("a turn in the panes", async () => {
  const thought =
    "The wire on LED_A ends at 114.3; the anode of D1 is at 116.84.\nExtend it by 2.54 mm to the pin.";
  const pausing: Reply = {
    steps: [{ emit: { type: "thinking", subtype: "delta", text: thought } }, { hang: true }],
  };
  const terminal = await start({ ...demo, replies: [...replies.slice(0, 2), pausing] }, [], 34);
  await terminal.until(/Extend it by 2\.54 mm to the pin/);
  await terminal.settled();
  await expectPicture(terminal, "turn");
});

it("a change that waits for its yes, and the board before and after", async () => {
  const terminal = await start({ ...demo, replies }, ["--approval", "on-request"], 34);
  await terminal.until("Ctrl-C declines");
  await terminal.settled();
  await expectPicture(terminal, "approval");
  terminal.write("a");
  await terminal.until("Ctrl-C twice");
  terminal.write("/schematic D1\r");
  await terminal.until(/after[\s\S]*Ctrl-C twice/);
  await terminal.settled();
  await expectPicture(terminal, "before-after");
});
