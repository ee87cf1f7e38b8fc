/** The largest board of KiCad's demos, 70 MB: what an edit of it costs beside one load by kicad-cli. */
import { existsSync } from "node:fs";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import which from "which";
import { findTool } from "../source/tools/catalog.js";
import type { ToolContext } from "../source/tools/tool.js";
import { TurnJournal } from "../source/workspace/journal/journal.js";
import { loadSettings } from "../source/workspace/settings/settings.js";
import { costOf, row, run } from "./cost.js";

const board = "vme-wren.kicad_pcb";

/** The folder of the demo, where KiCad came with it; undefined where it did not. */
async function findDemo(kicad: string): Promise<string | undefined> {
  const shares = [join(dirname(await realpath(kicad)), "../share"), "/usr/share"];
  return shares.map((share) => join(share, "kicad/demos/vme-wren")).find((path) => existsSync(path));
}

async function measure(demo: string, kicad: string, folder: string): Promise<void> {
  const root = join(folder, "board");
  await cp(demo, root, { recursive: true, filter: (path) => !path.endsWith(".pdf") });
  const context: ToolContext = {
    root,
    journal: await TurnJournal.open({ sessionFolder: join(folder, "session"), turn: 1, root }),
    config: await loadSettings({ root, env: { HOME: folder } }),
    env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
    resultsFolder: join(folder, "results"),
    signal: new AbortController().signal,
  };
  const load = await costOf(1, () =>
    run(kicad, ["pcb", "export", "pos", "-o", join(folder, "load.csv"), join(root, board)], root),
  );
  const calls = {
    edit_file: { path: board, old_string: "PP/TW 2024", new_string: "PP/TW 2025" },
    move_footprint: { ref: "R212", by: { x: 0.01, y: 0 } },
    describe: { what: "R212" },
  };
  for (const [name, args] of Object.entries(calls)) {
    let outcome = "";
    const cost = await costOf(1, async () => {
      outcome = (await findTool(name)?.run(args, context))?.outcome ?? "no such tool";
    });
    row(`${name} on a board of 70 MB: ${outcome}`, cost, "one load", load);
  }
}

const kicad = await which("kicad-cli", { nothrow: true });
const demo = kicad ? await findDemo(kicad) : undefined;
if (kicad && demo) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "copperhead-bench-")));
  try {
    await measure(demo, kicad, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  console.log("KiCad's demo vme-wren is not installed: the board of 70 MB is not measured.");
}
