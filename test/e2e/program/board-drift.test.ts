/** A turn that changes the schematic alone says what of the board does not match it any more. */
import { expect, it } from "vitest";
import { asked, Bench } from "../../program.js";
import { describeKicad } from "../kicad/real.js";

const edit = (from: string, to: string, path = "hardware/blinker.kicad_sch") =>
  asked("edit_file", { path, old_string: from, new_string: to });

async function run(...calls: string[]) {
  const bench = await Bench.create(
    {
      countBy: "start",
      replies: [{ say: calls.join("\n") }, ...Array.from({ length: 8 }, () => ({ say: "Done." }))],
    },
    { board: true },
  );
  const { stdout, exitCode } = await bench.start(["-p", "go", "--output-format", "stream-json"]);
  const events = String(stdout)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { exitCode, drift: events.filter(({ code }) => code === "board-drift") };
}

describeKicad("a turn that changes the schematic alone", () => {
  it("warns of the board, once, and is done", async () => {
    const { exitCode, drift } = await run(edit('"Value" "1k"', '"Value" "330"'));
    expect(exitCode).toBe(0);
    expect(drift).toEqual([
      expect.objectContaining({
        type: "runtime.warning",
        message:
          "The board hardware/blinker.kicad_pcb does not match its schematic any more: R1 is 330 in the schematic, 1k on the board. In KiCad: Tools, Update PCB from Schematic.",
      }),
    ]);
  });

  it("does not warn where nothing of the board differs by it, or the files were put back", async () => {
    expect((await run(edit('(title "Blinker', '(title "Blinking'))).drift).toEqual([]);
    const failed = await run(
      edit('"Value" "1k"', '"Value" "330"'),
      edit("(xy 81.28 76.2) (xy 96.52 76.2)", "(xy 81.28 76.2) (xy 93.98 76.2)"),
    );
    expect(failed).toEqual({ exitCode: 6, drift: [] });
  });
});
