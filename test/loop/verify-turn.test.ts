import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileChange } from "../../source/base/files/file-change.js";
import { verifyTurn } from "../../source/loop/verify-turn.js";
import { bundledBoard, copyBoard } from "../kicad/bundled-board.js";
import { temporaryFolder } from "../temporary-folder.js";

const board = "hardware/blinker.kicad_pcb";

let root: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  root = await copyBoard();
  env = { ...process.env, XDG_STATE_HOME: temporaryFolder() };
});

async function moved(path = board): Promise<FileChange> {
  const before = await readFile(join(root, path));
  const after = Buffer.from(before.toString().replace("(at 113 90)", "(at 115 90)"));
  await writeFile(join(root, path), after);
  return { path, before, after };
}

function verify(changes: FileChange[], signal = new AbortController().signal) {
  return verifyTurn({ root, changes, config: {}, kicad: undefined, env, signal });
}

const notRun = { status: "not-run", reason: expect.stringContaining("kicad-cli") };
const onBoard = { footprints: { moved: [{ ref: "R1" }] } };

describe("a verification without kicad-cli", () => {
  it("has what changed on the board beside the check that did not run, and nothing for the model", async () => {
    const verified = await verify([await moved()]);
    expect(verified).toMatchObject({
      drc: notRun,
      newErrors: 0,
      projects: [{ drc: notRun, board: onBoard }],
    });
    expect(verified.projects?.[0]).not.toHaveProperty("project");
    expect(verified.projects?.[0]).not.toHaveProperty("notCompared");
    expect(verified.electrical).toBeUndefined();
  });

  it("keeps several projects apart", async () => {
    await mkdir(join(root, "second"));
    await writeFile(join(root, "second/b.kicad_pcb"), await readFile(join(bundledBoard, board)));
    await writeFile(join(root, "second/b.kicad_pro"), "{}");
    const { projects } = await verify([await moved("second/b.kicad_pcb"), await moved()]);
    expect(projects).toMatchObject([
      { project: "hardware/blinker.kicad_pro", board: onBoard },
      { project: "second/b.kicad_pro", board: onBoard },
    ]);
  });

  it("says why a file cannot be compared", async () => {
    const before = await readFile(join(root, board));
    const after = Buffer.from(`<<<<<<< HEAD\n${before}`);
    await writeFile(join(root, board), after);
    expect(await verify([{ path: board, before, after }])).toMatchObject({
      projects: [{ notCompared: expect.stringContaining("merge conflict markers") }],
    });
  });

  it("never rejects, not even when it is interrupted", async () => {
    const stopped = new AbortController();
    stopped.abort();
    expect(await verify([await moved()], stopped.signal)).toMatchObject({ newErrors: 0 });
  });
});
