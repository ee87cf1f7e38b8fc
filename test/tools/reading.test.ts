/** The tools that read a design and its libraries. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeKicadCli } from "../kicad/fake-kicad-cli.js";
import { temporaryFolder } from "../temporary-folder.js";
import { type Bench, openBench } from "./bench.js";

const netlist = (count: number) => `(export
  (components (comp (ref "J1") (value "Bus")))
  (nets ${Array.from({ length: count }, (_, index) => `(net (name "N${index + 1}") (node (ref "J1") (pin "${index + 1}")))`).join(" ")}
    (net (name "GND") ${Array.from({ length: count }, (_, index) => `(node (ref "J1") (pin "G${index + 1}"))`).join(" ")})))`;

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

/** A bench on one project, whose netlist has so many nets, and as many pins on GND. */
async function open(nets = 3): Promise<Bench> {
  const binary = await fakeKicadCli(folder, { netlist: netlist(nets) });
  const env = { PATH: process.env.PATH ?? "", HOME: folder, COPPERHEAD_KICAD_CLI: binary };
  const bench = await openBench({ env });
  await bench.write("bus.kicad_pro", "{}");
  await bench.write("bus.kicad_sch", `(kicad_sch (version 20250114) (uuid "${nets}"))`);
  return bench;
}

/** Calls a tool, and then what its last line says, until nothing is left. Returns each text. */
async function pagesOf(bench: Bench, tool: string, args: Record<string, unknown>): Promise<string[]> {
  const texts: string[] = [];
  let next: Record<string, unknown> | undefined = args;
  while (next !== undefined && texts.length < 9) {
    const { text } = await bench.run(tool, next);
    texts.push(text);
    const rest = /\nThe rest: (.*)$/.exec(text)?.[1];
    const call = rest === undefined ? undefined : JSON.parse(rest);
    expect(call?.tool ?? tool).toBe(tool);
    next = call?.args;
  }
  return texts;
}

describe("describe", () => {
  it("explains a net in one result", async () => {
    const bench = await open();
    expect((await bench.run("describe", { what: "N2" })).text).toBe("Net N2: 1 pin\nJ1.2");
  });

  it("names what is near where it finds nothing", async () => {
    const bench = await open();
    expect(await bench.run("describe", { what: "N9" })).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining("Spelt alike: N1, N2, N3"),
    });
  });

  it("leads to all pins of a net", async () => {
    const bench = await open(450);
    const pages = await pagesOf(bench, "describe", { what: "GND" });
    expect(pages).toHaveLength(3);
    expect(pages.join("\n").match(/^J1\.G\d+$/gm)).toHaveLength(450);
  });
});

describe("list_nets", () => {
  it("leads to all nets, and to all pins of one by way of describe", async () => {
    const bench = await open(600);
    const pages = await pagesOf(bench, "list_nets", { filter: "n" });
    expect(pages).toHaveLength(3);
    expect(new Set(pages.join("\n").match(/^N\d+/gm)).size).toBe(600);
    expect(pages.at(-1)).toContain("and 560 more pins (describe GND)");
  });

  it("exports the netlist once while nothing changes", async () => {
    const bench = await open(4);
    await bench.run("list_nets");
    await bench.run("list_components");
    const { outcome } = await bench.run("describe", { what: "N4" });
    const calls = await readFile(join(folder, "calls"), "utf8");
    expect([outcome, calls.trim().split("\n").length]).toEqual(["success", 1]);
  });
});

describe("find_symbol and find_footprint", () => {
  const symbol = (name: string, description: string, pins: number) => `(symbol "${name}"
    (property "Reference" "U" (at 0 0 0))
    (property "Footprint" "Package_SO:SOIC-8" (at 0 0 0))
    (property "Description" "${description}" (at 0 0 0))
    (property "ki_fp_filters" "SOIC*8*" (at 0 0 0))
    (symbol "${name}_1_1" ${Array.from({ length: pins }, (_, index) => `(pin input line (at 0 0 0) (length 2) (name "P${index + 1}") (number "${index + 1}"))`).join("\n")})
    (symbol "${name}_2_1" (pin power_in line (at 0 0 0) (length 2) hide (name "V") (number "99"))))`;

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  async function openWithLibraries(): Promise<Bench> {
    await write(
      "symbols/Amps.kicad_sym",
      `(kicad_symbol_lib (version 20241209)\n${symbol("LM358", "dual opamp", 3)}\n${symbol("LM324", "quad opamp", 250)}\n)`,
    );
    await write(
      "footprints/SO.pretty/SOIC-8.kicad_mod",
      '(footprint "SOIC-8" (layer "F.Cu") (descr "8 pins, 3.9 mm") (tags "SO") (pad "1" smd rect (at -2.5 -1.9 90) (size 1.9 0.6)) (pad "2" thru_hole circle (at 2.5 -1.9) (size 1.6 1.6) (drill 0.8)))',
    );
    return await openBench({
      env: {
        PATH: folder,
        HOME: folder,
        KICAD_CONFIG_HOME: join(folder, "none"),
        KICAD9_SYMBOL_DIR: join(folder, "symbols"),
        KICAD9_FOOTPRINT_DIR: join(folder, "footprints"),
      },
    });
  }

  it("find by words, page by page, without a project or kicad-cli", async () => {
    const bench = await openWithLibraries();
    expect((await bench.run("find_symbol", { query: "opamp", limit: 1 })).text).toBe(
      [
        "2 symbols with opamp:",
        "Amps:LM324 | quad opamp | 250 pins",
        'The rest: {"tool":"find_symbol","args":{"query":"opamp","limit":1,"from":2}}',
      ].join("\n"),
    );
    expect(await pagesOf(bench, "find_symbol", { query: "opamp", limit: 1 })).toHaveLength(2);
    expect((await bench.run("find_footprint", { query: "soic" })).text).toContain(
      "SO:SOIC-8 | 8 pins, 3.9 mm | 2 pads",
    );
  });

  it("give all pins or pads of an exact id", async () => {
    const bench = await openWithLibraries();
    expect((await bench.run("find_symbol", { query: "amps:lm358" })).text.split("\n")).toEqual([
      "Amps:LM358 | dual opamp",
      "Footprint: Package_SO:SOIC-8",
      "Footprints that fit: SOIC*8*",
      "4 pins, 2 units",
      "1 P1 (input), unit 1",
      "2 P2 (input), unit 1",
      "3 P3 (input), unit 1",
      "99 V (power_in), unit 2, hidden",
    ]);
    expect((await bench.run("find_footprint", { query: "SO:SOIC-8" })).text.split("\n")).toEqual([
      "SO:SOIC-8 | 8 pins, 3.9 mm",
      "Tags: SO",
      "2 pads",
      "1 smd rect at -2.5, -1.9, 1.9 × 0.6 mm",
      "2 thru_hole circle at 2.5, -1.9, 1.6 × 1.6 mm, drill 0.8",
    ]);
    const pages = await pagesOf(bench, "find_symbol", { query: "Amps:LM324" });
    expect(pages.join("\n").match(/^\d+ P\d+ /gm)).toHaveLength(250);
  });

  it("name what is spelt alike where nothing fits", async () => {
    const bench = await openWithLibraries();
    expect((await bench.run("find_symbol", { query: "Amps:LM35" })).text).toMatch(/Amps:LM358/);
    expect((await bench.run("find_symbol", { query: "zzz" })).text).toMatch(/^No symbol of 2 fits zzz\./);
  });

  it("say where no library is installed, which is not that there is no such part", async () => {
    const env = {
      PATH: folder,
      HOME: folder,
      KICAD_CONFIG_HOME: join(folder, "none"),
      KICAD9_SYMBOL_DIR: join(folder, "nowhere"),
      KICAD9_FOOTPRINT_DIR: join(folder, "nowhere"),
    };
    const bench = await openBench({ env });
    for (const kind of ["symbol", "footprint"]) {
      expect(await bench.run(`find_${kind}`, { query: "R" })).toMatchObject({
        outcome: "failure",
        text: expect.stringMatching(new RegExp(`^No ${kind} library is installed here`)),
      });
    }
  });
});
