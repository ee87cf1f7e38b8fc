/**
 * Small tasks of a designer on public boards, as a model does them with the tools for designs: each takes at most three
 * steps, and what the model reads of results is short.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, expect, it } from "vitest";
import { asked, Bench } from "../../program.js";
import { makeFolder, removeFolder } from "../../temporary-folder.js";
import { demos, describeDemos } from "../kicad/real.js";

/** The most that all results of a task may have, in bytes. */
const mostBytes = 6000;

/** The most steps of a task, its answer included. */
const mostSteps = 3;

type Call = [tool: string, args: Record<string, unknown>];

type Task = { request: string; look?: Call[]; act: Call[]; says: RegExp[] };

const capacitors = (near: string, net: string, count: number): Call[] =>
  Array.from({ length: count }, () => [
    "add_part",
    {
      symbol: "Device:C",
      value: "100n",
      footprint: "Capacitor_SMD:C_0603_1608Metric",
      connect: { 1: net, 2: "GND" },
      near,
    },
  ]);

const resistor = (ref: string): Task => ({
  request: `${ref} becomes 4k7, 0603`,
  act: [["set_fields", { ref, fields: { Value: "4k7", Footprint: "Resistor_SMD:R_0603_1608Metric" } }]],
  says: [
    new RegExp(
      `^${ref} Value .* → 4k7, Footprint .* → Resistor_SMD:R_0603_1608Metric · nets unchanged$`,
      "m",
    ),
  ],
});

const testPoint = (net: string, joined: RegExp): Task => ({
  request: `a test point on ${net}`,
  act: [
    [
      "add_part",
      { symbol: "Connector:TestPoint", footprint: "TestPoint:TestPoint_Pad_D1.5mm", connect: { 1: net } },
    ],
  ],
  says: [joined],
});

const moved = (ref: string): Task => ({
  request: `move ${ref} 2 mm to the right`,
  act: [["move_footprint", { ref, by: { x: 2, y: 0 } }]],
  says: [new RegExp(`^${ref} moved 2 mm right$`, "m")],
});

const boards: [demo: string, tasks: Task[]][] = [
  [
    "pic_programmer",
    [
      {
        request: "100 nF at every VCC pin of U2",
        look: [["describe", { what: "U2" }]],
        act: capacitors("U2", "VCC", 1),
        says: [/^C\d+ added: 100n.* · 1 on VCC, 2 on GND$/m],
      },
      resistor("R5"),
      {
        request: "rename DATA-RB7 to RB7 everywhere",
        act: [["rename_net", { from: "DATA-RB7", to: "RB7" }]],
        says: [
          /^net \/DATA-RB7 renamed to \/RB7$/m,
          /pic_sockets\.kicad_sch \+\d.*pic_programmer\.kicad_pcb \+\d/,
        ],
      },
      moved("D1"),
      testPoint("VPP/MCLR", /^TP\d+ added: TestPoint.* · 1 on \/VPP\/MCLR$/m),
    ],
  ],
  [
    "stickhub",
    [
      {
        request: "100 nF at every VCC33 pin of U1",
        look: [["describe", { what: "U1" }]],
        act: capacitors("U1", "+3.3V", 6),
        says: [/^C\d+ added: 100n.* · 1 on \+3\.3V, 2 on GND$/m],
      },
      resistor("R5"),
      {
        request: "rename VIN to VUSB everywhere",
        act: [["rename_net", { from: "VIN", to: "VUSB" }]],
        says: [/^net VIN renamed to VUSB$/m],
      },
      moved("D1"),
      testPoint("Net-(U1-EXT_RST#)", /^TP\d+ added: TestPoint.* · 1 on/m),
    ],
  ],
  [
    "interf_u",
    [
      {
        request: "100 nF at the VCC pin of U1",
        look: [["describe", { what: "U1" }]],
        act: capacitors("U1", "VCC", 1),
        says: [/^C\d+ added: 100n.* · 1 on VCC, 2 on GND$/m],
      },
      resistor("R5"),
      {
        request: "rename RSTL to RESET_L everywhere",
        act: [["rename_net", { from: "RSTL", to: "RESET_L" }]],
        says: [/^net \/RSTL renamed to \/RESET_L$/m],
      },
      moved("D1"),
      testPoint("PC-RST", /^TP\d+ added: TestPoint.* · 1 on \/PC-RST$/m),
    ],
  ],
];

/** The index of the libraries is made once for all tasks. */
const state = makeFolder();
afterAll(() => removeFolder(state));

/** A footprint that moved leaves its tracks, of which DRC would tell the model again and again. */
const refused = asked("finish", { outcome: "refused", summary: "Its tracks have to be drawn anew." });

const written = (calls: Call[]) => calls.map((call) => asked(...call)).join("\n");

describeDemos.each(boards)("small tasks on %s are short", (demo, tasks) => {
  it.each(tasks)("$request", async ({ request, look = [], act, says }) => {
    const steps = [...(look.length > 0 ? [written(look)] : []), written(act)];
    const isMove = act.some(([tool]) => tool === "move_footprint");
    const end = isMove ? refused : "Done.";
    const bench = await Bench.create({ replies: [...steps, end].map((say) => ({ say })) });
    await cp(join(demos, demo), bench.repository, { recursive: true });
    await execa("chmod", ["-R", "u+w", bench.repository]);
    const { exitCode } = await bench.start(["--print", request], { env: { XDG_STATE_HOME: state } });
    const prompts = (await bench.agent.recorded("prompt")).slice(1);
    const results = prompts.map(({ stdin }) => stdin).join("\n");
    for (const sentence of says) {
      expect(results).toMatch(sentence);
    }
    // 6: there are new errors of DRC.
    expect(exitCode).toBe(isMove ? 6 : 0);
    expect(prompts.length + 1).toBeLessThanOrEqual(mostSteps);
    expect(Buffer.byteLength(results)).toBeLessThan(mostBytes);
  });
});
