/** `copperhead explain` of the built program, with the real kicad-cli. */
import { expect, it } from "vitest";
import { explanation } from "../../../source/kicad/design/describe/schema.js";
import { Bench } from "../../program.js";
import { describeKicad } from "../kicad/real.js";

describeKicad("explain", () => {
  it("prints what a part is, the net of each pin, and where it is on the board", async () => {
    const bench = await Bench.create({}, { board: true });
    const { exitCode, stdout, stderr } = await bench.start(["explain", "r1"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const [head, ...rest] = String(stdout).trimEnd().split("\n");
    expect(head).toMatch(/^R1 \| 1k \| \S+ \| footprint starter:R_0805$/);
    expect(rest.join("\n")).toMatch(/^Board: starter:R_0805 at 113, 90, turned 0°, front$/m);
    expect(rest.filter((line) => /^[12] .*: \/\S+ at .*; pad at /.test(line))).toHaveLength(2);
  });

  it("prints an object of the published shape of a part, a pin, a net and a sheet", async () => {
    const bench = await Bench.create({}, { board: true });
    for (const [what, kind] of [
      ["R1", "part"],
      ["D1.K", "pin"],
      ["/GND", "net"],
      ["/", "sheet"],
    ] as const) {
      const { exitCode, stdout } = await bench.start(["explain", what, "--json"]);
      expect(exitCode).toBe(0);
      expect(explanation.parse(JSON.parse(String(stdout)))).toMatchObject({
        schema: "copperhead.explain/1",
        kind,
        project: "hardware/blinker.kicad_pro",
      });
    }
  });

  it("names what is near and ends with 1 where nothing has the name, with 2 without a name", async () => {
    const bench = await Bench.create({}, { board: true });
    const unknown = await bench.start(["explain", "R9"]);
    expect([unknown.exitCode, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toMatch(/no part, pin, net or sheet R9[\s\S]*Spelt alike: R1/);
    const asObject = await bench.start(["explain", "R9", "--json"]);
    expect(JSON.parse(String(asObject.stdout))).toMatchObject({ error: { code: "not-in-design" } });
    expect((await bench.start(["explain"])).exitCode).toBe(2);
  });
});
