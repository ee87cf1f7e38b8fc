import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { exportNetlist, startNetlist } from "../../../source/kicad/cli/export-netlist.js";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { temporaryFolder } from "../../temporary-folder.js";

const sheet = (name: string) => `(kicad_sch (sheet (property "Sheetfile" "${name}")))`;

/** The folder of the project, as designs write it. */
const inProject = "$".concat("{KIPRJMOD}");

/** A program in the place of kicad-cli: its netlist has one part, whose reference counts how often it was run. */
const counting = `#!/bin/sh
echo run >> "$(dirname "$0")/runs"
echo "(export (components (comp (ref \\"R$(wc -l < "$(dirname "$0")/runs" | tr -d ' ')\\"))) (nets))" > "$7"
`;

let folder: string;
let cli: KicadCli;
let root: string;

async function fakeCli(): Promise<KicadCli> {
  const binary = join(temporaryFolder(), "kicad-cli");
  await writeFile(binary, counting);
  await chmod(binary, 0o755);
  return new KicadCli(binary, process.env);
}

async function writeDesign(folder: string, name = "main"): Promise<string> {
  await mkdir(join(folder, "sheets"), { recursive: true });
  await writeFile(join(folder, `${name}.kicad_sch`), sheet("sheets/power.kicad_sch"));
  await writeFile(join(folder, "sheets/power.kicad_sch"), sheet(`${inProject}/deep.kicad_sch`));
  await writeFile(join(folder, "deep.kicad_sch"), "(kicad_sch)");
  await writeFile(join(folder, `${name}.kicad_pro`), "{}");
  return join(folder, `${name}.kicad_sch`);
}

async function exported(schematic = root): Promise<string | undefined> {
  return (await exportNetlist(cli, schematic)).components[0]?.reference;
}

beforeEach(async () => {
  folder = temporaryFolder();
  cli = await fakeCli();
  root = await writeDesign(folder);
});

describe("the netlist of a design", () => {
  it("is exported once while nothing changes", async () => {
    expect([await exported(), await exported()]).toEqual(["R1", "R1"]);
  });

  it.each(["main.kicad_sch", "main.kicad_pro", "sheets/power.kicad_sch", "deep.kicad_sch"])(
    "is exported again when %s changes, and not when it is changed back",
    async (name) => {
      const file = join(folder, name);
      const before = await readFile(file, "utf8");
      expect(await exported()).toBe("R1");
      await writeFile(file, `${before} `);
      expect(await exported()).toBe("R2");
      await writeFile(file, before);
      expect(await exported()).toBe("R1");
    },
  );

  it("is that of a copy in another folder, but not of the same files under another name", async () => {
    expect(await exported()).toBe("R1");
    expect(await exported(await writeDesign(temporaryFolder()))).toBe("R1");
    expect(await exported(await writeDesign(temporaryFolder(), "other"))).toBe("R2");
  });

  it("is not that of another kicad-cli", async () => {
    expect(await exported()).toBe("R1");
    cli = await fakeCli();
    await writeFile(join(cli.binary, "../runs"), "run\n");
    expect(await exported()).toBe("R2");
  });

  it("is not kept where a file changed during the export", async () => {
    await writeFile(cli.binary, `${counting}echo " " >> "${join(folder, "deep.kicad_sch")}"\n`);
    expect([await exported(), await exported()]).toEqual(["R1", "R2"]);
  });

  it("is kept of the four designs that were asked for last", async () => {
    const others = await Promise.all(
      ["a", "b", "c", "d"].map((name) => writeDesign(temporaryFolder(), name)),
    );
    const first = others[0];
    for (const other of others) {
      await exported(other);
    }
    expect(await exported(first)).toBe("R1");
    await exported();
    expect([await exported(first), await exported(others[1])]).toEqual(["R1", "R6"]);
  });

  it("reads no sheet that is not a schematic", async () => {
    await writeFile(root, sheet("/dev/zero"));
    expect(await exported()).toBe("R1");
  });
});

describe("a netlist that is started", () => {
  it("is there later, once kicad-cli runs", async () => {
    const { netlist } = await startNetlist(cli, root);
    expect((await netlist).components[0]?.reference).toBe("R1");
    expect((await (await startNetlist(cli, root)).netlist).components[0]?.reference).toBe("R1");
  });

  it("rejects by itself where kicad-cli fails, or never starts", async () => {
    await writeFile(cli.binary, "#!/bin/sh\nexit 3\n");
    const failed = await startNetlist(cli, root);
    await expect(failed.netlist).rejects.toMatchObject({ failure: { code: "design-does-not-load" } });
    const none = await startNetlist(new KicadCli(join(folder, "nowhere"), process.env), root);
    await expect(none.netlist).rejects.toMatchObject({ failure: { code: "kicad-cli-failed" } });
  });
});
