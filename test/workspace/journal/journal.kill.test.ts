import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { undo } from "../../../source/workspace/journal/undo.js";
import { bundleProgram } from "../../bundle-program.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { put, treeOf, workplace } from "../folders.js";

const whole = {
  "board.kicad_pcb": ["first board", "board, first version", "board, second version", "board, third version"],
  "old.txt": ["old text"],
  "new/deep/sheet.kicad_sch": ["a new sheet"],
  "untouched.txt": ["untouched"],
};

async function prepare() {
  const place = workplace();
  await put(place.root, "board.kicad_pcb", "first board", 0o664);
  await put(place.root, "old.txt", "old text", 0o755);
  await put(place.root, "untouched.txt", "untouched");
  return place;
}

async function run(writer: string, place: { root: string; sessionFolder: string }, killAt: number) {
  const child = spawn(process.execPath, [writer, place.root, place.sessionFolder, String(killAt)]);
  const [output, errors, signal] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal))),
  ]);
  return { output, errors, signal };
}

it("restores everything after a SIGKILL before or within any change of the disk", {
  timeout: 600_000,
}, async () => {
  const writer = await bundleProgram(new URL("./killed-writer.ts", import.meta.url), temporaryFolder());
  const finished = await run(writer, await prepare(), -1);
  expect(finished).toMatchObject({ errors: "", signal: null });
  const moments = Number(finished.output);
  expect(moments).toBeGreaterThan(80);

  const dieAt = async (moment: number) => {
    const place = await prepare();
    const before = await treeOf(place.root);
    expect(await run(writer, place, moment)).toMatchObject({ errors: "", signal: "SIGKILL" });
    for (const [path, content] of Object.entries(await treeOf(place.root))) {
      const texts: string[] | undefined = whole[path as keyof typeof whole];
      if (texts) {
        expect(texts, `${path} at ${moment}`).toContain(content.replace(/^file \d+ /, ""));
      }
    }
    expect(await undo({ ...place, turns: "all" }), `moment ${moment}`).toMatchObject({ conflicts: [] });
    expect(await treeOf(place.root), `moment ${moment}`).toEqual(before);
  };
  // Under CI every moment; else every twentieth, others each time.
  const stride = process.env.CI ? 1 : 20;
  let next = 1 + Math.floor(Math.random() * stride);
  const dieInTurn = async () => {
    while (next <= moments) {
      const moment = next;
      next += stride;
      await dieAt(moment);
    }
  };
  await Promise.all([dieInTurn(), dieInTurn(), dieInTurn()]);
});
