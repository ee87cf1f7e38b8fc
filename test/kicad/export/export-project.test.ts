import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { exportListName } from "../../../source/kicad/export/export-folder.js";
import {
  describeOutputs,
  type ExportRequest,
  exportProject,
} from "../../../source/kicad/export/export-project.js";
import { type ExportKind, exportKinds } from "../../../source/kicad/export/outputs.js";
import { temporaryFolder } from "../../temporary-folder.js";

/**
 * A program in the place of kicad-cli: it writes what `text` holds, for a folder the files that `layers` names. A kind
 * that is in `fails` ends with 1 after half of its output.
 */
const scripted = `#!/bin/sh
here=$(dirname "$0")
case "$*" in *--help*) echo "--mode-multipage --mode-single"; exit 0;; esac
kind=$3
while [ "$1" != -o ]; do shift; done
case "$kind" in
  gerbers|drill) mkdir -p "$2"; for name in $(cat "$here/layers"); do cat "$here/text" > "$2/$name"; done;;
  svg) case "$2" in *.svg) cat "$here/text" > "$2";; *) mkdir -p "$2"; cat "$here/text" > "$2/main.svg";; esac;;
  pdf) case "$2" in *board*) mkdir "$2"; cat "$here/text" > "$2/x.pdf";; *) cat "$here/text" > "$2";; esac;;
  *) cat "$here/text" > "$2";;
esac
if grep -qx "$kind" "$here/fails"; then echo "no room for $kind" >&2; exit 1; fi
`;

let home: string;
let root: string;
let cli: KicadCli;

const script = (name: string, text: string) => writeFile(join(home, name), text);

beforeEach(async () => {
  home = temporaryFolder();
  root = temporaryFolder();
  cli = new KicadCli(join(home, "kicad-cli"), process.env);
  await script("kicad-cli", scripted);
  await chmod(cli.binary, 0o755);
  await script("text", "one\n");
  await script("layers", "main-F_Cu.gtl main-B_Cu.gbl");
  await script("fails", "");
});

const folder = () => join(root, "fab");

async function write(name: string, bytes: Uint8Array | null): Promise<void> {
  const path = join(folder(), name);
  await mkdir(dirname(path), { recursive: true });
  await (bytes ? writeFile(path, bytes) : rm(path));
}

function run(kinds: readonly ExportKind[], changes: Partial<ExportRequest> = {}) {
  const project = { path: "hw/main.kicad_pro", schematic: "hw/main.kicad_sch", board: "hw/main.kicad_pcb" };
  return exportProject({ cli, root, project, kinds, folder: folder(), shown: "fab", write, ...changes });
}

const present = async () =>
  (await readdir(folder(), { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort();

describe("an export", () => {
  it("makes each output in its place", async () => {
    const results = await run(exportKinds);
    expect(results.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(await present()).toEqual([
      exportListName,
      "drill/main-B_Cu.gbl",
      "drill/main-F_Cu.gtl",
      "gerbers/main-B_Cu.gbl",
      "gerbers/main-F_Cu.gtl",
      "main-board.pdf",
      "main-bom.csv",
      "main-positions.csv",
      "main-schematic.pdf",
      "main.net",
      "main.step",
      "svg/main-back.svg",
      "svg/main-front.svg",
      "svg/main.svg",
    ]);
  });

  it("names what failed, keeps the others, and leaves nothing of the one that failed", async () => {
    await script("fails", "netlist\ngerbers\n");
    const results = await run(["bom", "netlist", "gerbers", "drill"]);
    expect(describeOutputs(results, "fab")).toEqual([
      "bom: fab/main-bom.csv",
      "netlist: failed: kicad-cli failed on main.kicad_sch: no room for netlist. See: copperhead doctor",
      "gerbers: failed: kicad-cli failed on main.kicad_pcb: no room for gerbers. See: copperhead doctor",
      "drill: 2 files, fab/drill/main-B_Cu.gbl to fab/drill/main-F_Cu.gtl",
    ]);
    expect(await present()).toEqual([
      exportListName,
      "drill/main-B_Cu.gbl",
      "drill/main-F_Cu.gtl",
      "main-bom.csv",
    ]);
  });

  it("of a project without a board says so for what needs one", async () => {
    const project = { path: "hw/main.kicad_sch", schematic: "hw/main.kicad_sch" };
    const results = await run(["pdf", "step"], { project });
    expect(results.map(({ files, failure }) => [files, failure?.message])).toEqual([
      [["main-schematic.pdf"], undefined],
      [[], "The project has no board."],
    ]);
  });

  it("that kicad-cli leaves empty is a failure", async () => {
    await script("text", "");
    const [result] = await run(["bom"]);
    expect(result?.failure?.message).toBe("kicad-cli left no main-bom.csv, or an empty one.");
  });

  it("replaces its own files, and removes those that are no more", async () => {
    await run(["gerbers", "bom"]);
    await script("text", "two\n");
    await script("layers", "main-F_Cu.gtl main-F_Mask.gts");
    await run(["gerbers"]);
    expect(await present()).toEqual([
      exportListName,
      "gerbers/main-F_Cu.gtl",
      "gerbers/main-F_Mask.gts",
      "main-bom.csv",
    ]);
    expect(await readFile(join(folder(), "gerbers/main-F_Cu.gtl"), "utf8")).toBe("two\n");
    expect(await readFile(join(folder(), "main-bom.csv"), "utf8")).toBe("one\n");
  });

  it("that is interrupted leaves what was whole, and no more", async () => {
    const stop = new AbortController();
    const placing = async (name: string, bytes: Uint8Array | null) => {
      await write(name, bytes);
      if (name === "main-bom.csv") {
        stop.abort();
      }
    };
    const exported = run(["bom", "netlist"], { write: placing, signal: stop.signal });
    await expect(exported).rejects.toMatchObject({ failure: { code: "interrupted" } });
    expect(await present()).toEqual([exportListName, "main-bom.csv"]);
  });

  it("puts back what it replaced where a write fails", async () => {
    await run(["gerbers"]);
    const list = await readFile(join(folder(), exportListName), "utf8");
    await script("text", "two\n");
    const failing = async (name: string, bytes: Uint8Array | null) => {
      if (name === "gerbers/main-F_Cu.gtl") {
        throw new Error("the disk is full");
      }
      await write(name, bytes);
    };
    await expect(run(["gerbers"], { write: failing })).rejects.toThrow("the disk is full");
    expect(await readFile(join(folder(), "gerbers/main-B_Cu.gbl"), "utf8")).toBe("one\n");
    expect(await readFile(join(folder(), exportListName), "utf8")).toBe(list);
  });

  it("larger than what can be kept is not placed", async () => {
    const [result] = await run(["step"], { largest: 3 });
    expect(result?.failure?.code).toBe("export-too-large");
  });
});

describe("a folder that is not the export's own", () => {
  it("is refused where it holds any file", async () => {
    await write("README.md", Buffer.from("mine"));
    await expect(run(["bom"])).rejects.toMatchObject({
      failure: { code: "export-refused", message: "fab holds files that no export made: README.md" },
    });
    expect(await present()).toEqual(["README.md"]);
  });

  it("is refused where it is a file", async () => {
    await writeFile(folder(), "mine");
    await expect(run(["bom"])).rejects.toMatchObject({ failure: { code: "export-refused" } });
  });

  it("is no reason to refuse where the list came with others' files; theirs stay", async () => {
    await run(["gerbers"]);
    await write("gerbers/notes.txt", Buffer.from("mine"));
    await script("layers", "main-F_Cu.gtl notes.txt");
    const [result] = await run(["gerbers"]);
    expect(result?.failure?.message).toBe("fab/gerbers/notes.txt is there already and is not replaced.");
    expect(await readFile(join(folder(), "gerbers/notes.txt"), "utf8")).toBe("mine");
    expect(await present()).toContain("gerbers/main-B_Cu.gbl");
  });

  it("keeps what somebody changed after the export", async () => {
    await run(["bom"]);
    await write("main-bom.csv", Buffer.from("with prices"));
    const [result] = await run(["bom"]);
    expect(result?.failure?.message).toMatch(/^fab\/main-bom.csv was changed after the last export/);
    expect(await readFile(join(folder(), "main-bom.csv"), "utf8")).toBe("with prices");
  });

  it("keeps the outputs of another project of the same name", async () => {
    await run(["bom"]);
    const project = { path: "other/main.kicad_pro", schematic: "other/main.kicad_sch" };
    const [result] = await run(["bom"], { project });
    expect(result?.failure?.message).toBe("fab/main-bom.csv is the bom of hw/main.kicad_pro.");
  });

  it("is not left through a link", async () => {
    const outside = temporaryFolder();
    await run(["bom"]);
    await symlink(outside, join(folder(), "gerbers"));
    const [result] = await run(["gerbers"]);
    expect(result?.failure?.message).toBe("fab/gerbers is in the way: it is no folder.");
    expect(await readdir(outside)).toEqual([]);
  });

  it("cannot have a list that leads to other files", async () => {
    await writeFile(join(root, "victim"), "mine");
    await run(["bom"]);
    const path = join(folder(), exportListName);
    const list = JSON.parse(await readFile(path, "utf8"));
    const [hashes] = Object.values(list.outputs[0].files);
    await write("notes.md", Buffer.from("one\n"));
    await write("main.kicad_pcb", Buffer.from("one\n"));
    for (const name of ["../victim", "notes.md", "main.kicad_pcb", "../victim-bom.csv"]) {
      list.outputs[0].files[name] = hashes;
    }
    await writeFile(path, JSON.stringify(list));
    const [result] = await run(["bom"]);
    expect(result?.failure).toBeUndefined();
    expect(await readFile(join(root, "victim"), "utf8")).toBe("mine");
    expect(await present()).toEqual([exportListName, "main-bom.csv", "main.kicad_pcb", "notes.md"]);
  });

  it("is known as an export's own even after one that was cut off", async () => {
    let writes = 0;
    const cut = async (name: string, bytes: Uint8Array | null) => {
      writes += 1;
      if (writes <= 2) {
        await write(name, bytes);
      }
    };
    await run(["gerbers"], { write: cut });
    expect(await present()).toHaveLength(2);
    const [result] = await run(["gerbers"]);
    expect(result?.failure).toBeUndefined();
  });
});
