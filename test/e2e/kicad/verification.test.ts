import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileChange } from "../../../source/base/files/file-change.js";
import { type VerificationInput, verifyDesign } from "../../../source/kicad/check/verification.js";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { copyBoard, gitStatus } from "../../kicad/bundled-board.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { describeKicad, kicad } from "./real.js";

const schematic = "hardware/blinker.kicad_sch";
const board = "hardware/blinker.kicad_pcb";
const project = "hardware/blinker.kicad_pro";
const gap = "(xy 106.68 76.2) (xy 114.3 76.2)";
const closed = "(xy 106.68 76.2) (xy 116.84 76.2)";
const groundWire = "(xy 86.36 78.74) (xy 81.28 78.74)";

let root: string;
let cacheFolder: string;
let changes: FileChange[];

beforeEach(async () => {
  root = await copyBoard();
  cacheFolder = temporaryFolder();
  changes = [];
});

/** Changes a file as a turn would: the first `before` and the last `after` count. */
async function edit(path: string, from: string, to: string): Promise<void> {
  const bytes = await readFile(join(root, path));
  expect(bytes.toString()).toContain(from);
  const after = Buffer.from(bytes.toString().replace(from, to));
  await writeFile(join(root, path), after);
  const known = changes.find((change) => change.path === path);
  changes = [
    ...changes.filter((change) => change !== known),
    { path, before: known ? known.before : bytes, after },
  ];
}

function verify(more: Partial<VerificationInput> = {}) {
  const signal = new AbortController().signal;
  return verifyDesign({ root, changes, named: {}, cli: kicad(), cacheFolder, signal, ...more });
}

describeKicad("verifying a turn", () => {
  it("reports what was fixed", async () => {
    await edit(schematic, gap, closed);
    expect(await verify()).toEqual({
      erc: { status: "clean", newErrors: 0, newWarnings: 0, fixed: 3, known: 0 },
      projects: [{ erc: { status: "clean", newErrors: 0, newWarnings: 0, fixed: 3, known: 0 } }],
      newErrors: 0,
      ruleChanges: [],
    });
  });

  it("passes when there are only known findings", async () => {
    await edit(schematic, '"1k"', '"330"');
    expect(await verify()).toMatchObject({
      erc: { status: "findings", newErrors: 0, newWarnings: 0, fixed: 0, known: 3 },
      newErrors: 0,
    });
  });

  it("reports new errors with places and names, and none when they are repaired", async () => {
    await edit(schematic, groundWire, "(xy 86.36 78.74) (xy 83.82 78.74)");
    const broken = await verify();
    expect(broken).toMatchObject({ erc: { newErrors: 2, newWarnings: 1, known: 3 }, newErrors: 2 });
    expect(broken.feedback).toContain(schematic);
    expect(broken.feedback).toContain("Symbol J1 Pin 2 [Pin_2, Passive, Line] at (81.28, 78.74) mm");
    expect(broken.feedback).not.toContain("D1");
    await edit(schematic, "(xy 86.36 78.74) (xy 83.82 78.74)", groundWire);
    await edit(schematic, '"1k"', '"2k"');
    const repaired = await verify();
    expect(repaired).toMatchObject({ erc: { newErrors: 0, newWarnings: 0, known: 3 }, newErrors: 0 });
    expect(repaired.feedback).toBeUndefined();
  });

  it("checks a changed board, including missing connections", async () => {
    const text = await readFile(join(root, board), "utf8");
    const [segment = ""] = /\t\(segment\n\t\t\(start 105 90\)[\s\S]*?\n\t\)\n/.exec(text) ?? [];
    await edit(board, segment, "");
    const { erc, drc, newErrors, feedback } = await verify();
    expect(erc).toBeUndefined();
    expect(drc).toMatchObject({ status: "findings", newErrors: 1, known: 1, unconnected: 1 });
    expect(newErrors).toBe(1);
    expect(feedback).toContain("DRC of hardware/blinker.kicad_pcb");
    expect(feedback).toContain("[/+5V] of R1");
  });

  it("does not count a muted rule as a fix, and reports what was muted", async () => {
    await edit(project, '"pin_not_connected": "error"', '"pin_not_connected": "ignore"');
    await edit(schematic, '"1k"', '"330"');
    expect(await verify()).toMatchObject({
      erc: { newErrors: 0, fixed: 0, known: 2 },
      ruleChanges: ["ERC rule pin_not_connected: error → ignore"],
    });
  });

  it("finds the root of a changed sheet, whatever else is in the repository", async () => {
    await edit(schematic, '"1k"', '"330"');
    await writeFile(join(root, "other.kicad_pro"), "{}");
    await writeFile(join(root, "other.kicad_sch"), "(kicad_sch)");
    expect((await verify()).erc).toMatchObject({ known: 3 });
  });

  it("counts everything as new in a design that the turn made", async () => {
    const bytes = await readFile(join(root, schematic));
    changes = [{ path: schematic, before: null, after: bytes }];
    expect(await verify()).toMatchObject({ erc: { newErrors: 2, newWarnings: 1, known: 0 }, newErrors: 2 });
  });

  it("counts it as a new error when a design no longer loads", async () => {
    await edit(schematic, "(wire", "(wyre");
    const { erc, feedback } = await verify();
    expect(erc).toMatchObject({ status: "findings", newErrors: 1 });
    expect(feedback).toContain("Failed to load schematic");
  });

  it("does not blame a turn for a design that never loaded", async () => {
    await edit(schematic, "(wire", "(wyre");
    changes = changes.map((change) => ({ ...change, before: change.after }));
    expect(await verify()).toMatchObject({
      erc: { status: "not-run", newErrors: 0, reason: expect.stringContaining("Failed to load schematic") },
      newErrors: 0,
    });
    await edit(schematic, "(wyre", "(wire");
    expect(await verify()).toMatchObject({ erc: { newErrors: 0, known: 3 }, newErrors: 0 });
  });

  it("checks the repository's own design when every file came back to what it was", async () => {
    expect(await verify()).toMatchObject({
      erc: { newErrors: 0, fixed: 0, known: 3 },
      drc: { newErrors: 0, fixed: 0, known: 1, unconnected: 0 },
    });
  });

  it("runs kicad-cli once for the same content, and leaves no trace in the repository", async () => {
    await edit(schematic, '"1k"', '"330"');
    await verify();
    expect(await gitStatus(root)).toBe(` M ${schematic}`);
    await execa("git", ["commit", "-qam", "x"], {
      cwd: root,
      env: {
        GIT_AUTHOR_NAME: "t",
        GIT_AUTHOR_EMAIL: "t@t",
        GIT_COMMITTER_NAME: "t",
        GIT_COMMITTER_EMAIL: "t@t",
      },
    });
    const version = await kicad().version();
    const script = join(root, "fake-cli");
    await writeFile(script, `#!/bin/sh\n[ "$1" = version ] && echo ${version} && exit 0\nexit 9\n`, {
      mode: 0o755,
    });
    expect((await verify({ cli: new KicadCli(script, process.env) })).erc).toMatchObject({ known: 3 });
  });

  it("reports what KiCad does not look at: a reference that is there twice now", async () => {
    await edit(schematic, '(reference "R1")', '(reference "D1")');
    const broken = await verify();
    expect(broken).toMatchObject({ erc: { newErrors: 1 }, newErrors: 1 });
    expect(broken.feedback).toContain("duplicate_reference: 2 symbols have the reference D1");
  });

  it("stops when it is interrupted", async () => {
    await edit(schematic, '"1k"', '"330"');
    await expect(verify({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      failure: { code: "interrupted" },
    });
  });
});

describe("a check that cannot run", () => {
  it("reports that there is no kicad-cli", async () => {
    await edit(schematic, '"1k"', '"330"');
    expect(await verify({ cli: undefined })).toMatchObject({
      erc: { status: "not-run", newErrors: 0, reason: expect.stringContaining("kicad-cli") },
      newErrors: 0,
    });
  });

  it("has kicad-cli's own failure as its reason", async () => {
    await edit(board, "(thickness 1.6)", "(thickness 0.8)");
    const script = join(root, "fake-cli");
    await writeFile(
      script,
      '#!/bin/sh\n[ "$1" = version ] && echo 9 && exit 0\necho no display >&2\nexit 2\n',
      { mode: 0o755 },
    );
    expect(await verify({ cli: new KicadCli(script, process.env) })).toMatchObject({
      drc: { status: "not-run", reason: expect.stringContaining("no display") },
    });
  });
});
