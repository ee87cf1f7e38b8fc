/** Nothing is done until KiCad agrees: the real kicad-cli judges what a scripted model did to the bundled board. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { bundledBoard } from "../../kicad/bundled-board.js";
import { asked, Bench } from "../../program.js";

let one: Bench;

const schematic = "hardware/blinker.kicad_sch";
const whole = "(xy 81.28 76.2) (xy 96.52 76.2)";
const short = "(xy 81.28 76.2) (xy 93.98 76.2)";
const breakIt = asked("edit_file", { path: schematic, old_string: whole, new_string: short });
const repairIt = asked("edit_file", { path: schematic, old_string: short, new_string: whole });

async function run(scenario: Scenario, args: string[] = []) {
  one = await Bench.create(scenario, { board: true });
  const { exitCode, stdout } = await one.start(["-p", "go", "--output-format", "json", ...args]);
  return {
    exitCode,
    result: JSON.parse(String(stdout)),
    untouched: await readFile(join(bundledBoard, schematic), "utf8"),
  };
}

describe("a turn that breaks the design", () => {
  it("has its new errors sent back with places and names, and is done when they are repaired", async () => {
    const { exitCode, result, untouched } = await run({
      replies: [{ say: breakIt }, { say: "Done." }, { say: repairIt }, { say: "Repaired." }],
    });
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ answer: "Repaired.", verification: { erc: { newErrors: 0, fixed: 0 } } });
    expect(result.verification.erc.known).toBeGreaterThan(0);
    const [, , third] = await one.agent.recorded("prompt");
    expect(third?.stdin).toMatch(/R1/);
    expect(third?.stdin).toMatch(/96\.52/);
    expect(await one.read(schematic)).toBe(untouched);
  });

  it("ends in 6 with its files put back when the model never repairs it", async () => {
    const scenario = { replies: [{ say: breakIt }, ...Array.from({ length: 8 }, () => ({ say: "Done." }))] };
    const { exitCode, result, untouched } = await run(scenario);
    expect(exitCode).toBe(6);
    expect(result).toMatchObject({ status: "failed", filesChanged: [], error: { code: "new-errors" } });
    expect(result.verification.erc.newErrors).toBeGreaterThan(0);
    expect(result.error.message).toMatch(/pin_not_connected.*R1/s);
    expect(await one.read(schematic)).toBe(untouched);
    // The first verification, and five without progress.
    expect(await one.agent.runs()).toHaveLength(7);
  });

  it("does not pass by muting the rule of an error", async () => {
    const mute = asked("edit_file", {
      path: "hardware/blinker.kicad_pro",
      old_string: '"pin_not_connected": "error"',
      new_string: '"pin_not_connected": "ignore"',
    });
    const { result } = await run({ replies: [{ say: mute }, { say: "Muted." }] });
    const transcript = JSON.stringify(await one.transcript());
    expect(result.answer).toBe("Muted.");
    expect(transcript).toContain("pin_not_connected: error → ignore");
  });

  it("is stopped from writing a file that no longer loads", async () => {
    const tear = asked("edit_file", {
      path: schematic,
      old_string: "(lib_symbols",
      new_string: "((lib_symbols",
    });
    const { exitCode, untouched } = await run({ replies: [{ say: tear }, { say: "Torn." }] });
    expect(exitCode).toBe(0);
    expect(await one.read(schematic)).toBe(untouched);
    const [, second] = await one.agent.recorded("prompt");
    expect(second?.stdin).toMatch(/load|parenthes/i);
  });
});

describe("a native turn", () => {
  const remove: Scenario = {
    replies: [
      { steps: [{ call: { tool: "shell", args: { command: `rm ${schematic}` } } }, { say: "Gone." }] },
    ],
  };

  it("is not verified when it removes the schematic", async () => {
    const native = ["--native", "--approval", "never", "--require-verification"];
    const { exitCode, result, untouched } = await run(remove, native);
    expect(exitCode).toBe(6);
    expect(result.verification.erc).toMatchObject({ status: "not-run", reason: `${schematic} was removed` });
    expect(await one.read(schematic)).toBe(untouched);
  });
});

describe("a turn without kicad-cli", () => {
  const edit = asked("edit_file", { path: schematic, old_string: whole, new_string: short });

  async function withoutKicad(args: string[]) {
    one = await Bench.create({ replies: [{ say: edit }, { say: "Done." }] }, { board: true });
    const { exitCode, stdout } = await one.start(["-p", "go", "--output-format", "json", ...args], {
      env: { PATH: await one.bareNodePath() },
    });
    return { exitCode, result: JSON.parse(String(stdout)) };
  }

  it("reports that nothing was checked, and fails only if verification is required", async () => {
    const lenient = await withoutKicad([]);
    expect(lenient.exitCode).toBe(0);
    expect(lenient.result.verification.erc).toMatchObject({
      status: "not-run",
      reason: expect.stringContaining("kicad-cli"),
    });
    const strict = await withoutKicad(["--require-verification"]);
    expect(strict.exitCode).toBe(6);
    expect(strict.result.filesChanged).toEqual([]);
  });
});
