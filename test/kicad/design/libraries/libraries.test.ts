import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Catalogue } from "../../../../source/kicad/design/libraries/catalogue.js";
import { findLibraries } from "../../../../source/kicad/design/libraries/find-libraries.js";
import {
  readLibraryFootprint,
  readLibrarySymbol,
} from "../../../../source/kicad/design/libraries/library-item.js";
import { temporaryFolder } from "../../../temporary-folder.js";

const symbols = (...names: string[]) => `(kicad_symbol_lib (version 20241209)
${names
  .map(
    (name) => `  (symbol "${name}" (pin_numbers (hide yes))
    (property "Reference" "U" (at 0 0 0))
    (property "Description" "The \\"${name}\\" with (pin) in Ω" (at 0 0 0))
    (property "ki_keywords" "small ${name.toLowerCase()}" (at 0 0 0))
    (symbol "${name}_1_1"
      (pin input line (at 0 0 0) (length 2) (name "A") (number "1"))
      (pin input line (at 0 5 0) (length 2) (name "B") (number "2")))
    (symbol "${name}_2_1" (pin input line (at 0 0 0) (length 2) (name "V") (number "2"))))`,
  )
  .join("\n")}
  (symbol "Child" (extends "${names[0]}") (property "Reference" "U" (at 0 0 0)) (property "Description" "derived" (at 0 0 0)))
)
`;

const footprint = (name: string) =>
  `(footprint "${name}" (layer "F.Cu") (descr "A ${name}, flat") (tags "flat thing") (pad "1" smd rect (at 0 0)) (pad "1" smd rect (at 1 0)) (pad "2" smd rect (at 2 0)) (pad "" np_thru_hole circle (at 3 0)))`;

/** A variable as tables write it. */
const variable = (name: string) => ["$", "{", name, "}"].join("");

const row = (name: string, uri: string, rest = "") =>
  `(lib (name "${name}")(type "KiCad")(uri "${uri}")(options "")(descr "")${rest})`;

let folder: string;
let project: string;
/** Nothing of the machine's own KiCad is found by it. */
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryFolder();
  project = join(folder, "project");
  env = {
    HOME: join(folder, "home"),
    KICAD_CONFIG_HOME: join(folder, "settings"),
    KICAD9_SYMBOL_DIR: join(folder, "kicad/symbols"),
    KICAD9_FOOTPRINT_DIR: join(folder, "kicad/footprints"),
  };
  for (const path of [
    "project/own.pretty",
    "settings/9.0",
    "kicad/symbols",
    "kicad/footprints/Flat.pretty",
    "kicad/template",
  ]) {
    await mkdir(join(folder, path), { recursive: true });
  }
  await write("kicad/symbols/Device.kicad_sym", symbols("R", "R_Small"));
  await write("kicad/symbols/Loose.kicad_sym", symbols("L"));
  await write(
    "kicad/template/sym-lib-table",
    `(sym_lib_table ${row("Device", `${variable("KICAD8_SYMBOL_DIR")}/Device.kicad_sym`)})`,
  );
  await write("kicad/footprints/Flat.pretty/R_0603.kicad_mod", footprint("R_0603"));
  await write("kicad/footprints/Flat.pretty/R_0805.kicad_mod", footprint("R_0805"));
});

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(folder, path), text);
}

const names = async (kind: "symbol" | "footprint" = "symbol") =>
  (await findLibraries(kind, project, env)).found.map(
    ({ name, path }) => `${name} ${path.slice(folder.length + 1)}`,
  );

describe("the libraries of a project", () => {
  it("are those that came with KiCad, where there is no table", async () => {
    expect(await names()).toEqual([
      "Device kicad/symbols/Device.kicad_sym",
      "Loose kicad/symbols/Loose.kicad_sym",
    ]);
    expect(await names("footprint")).toEqual(["Flat kicad/footprints/Flat.pretty"]);
  });

  it("are its own before those of the user and of KiCad, by one name each", async () => {
    await write("project/own.kicad_sym", symbols("OWN"));
    await write("project/mine.kicad_sym", symbols("MINE"));
    await write(
      "project/sym-lib-table",
      `(sym_lib_table ${row("Device", `${variable("KIPRJMOD")}/own.kicad_sym`)})`,
    );
    await write(
      "settings/9.0/kicad_common.json",
      JSON.stringify({ environment: { vars: { PARTS: project } } }),
    );
    await write(
      "settings/9.0/sym-lib-table",
      `(sym_lib_table ${row("Mine", `${variable("PARTS")}/mine.kicad_sym`)}${row("Off", `${variable("PARTS")}/mine.kicad_sym`, "(disabled)")})`,
    );
    expect(await names()).toEqual([
      "Device project/own.kicad_sym",
      "Mine project/mine.kicad_sym",
      "Loose kicad/symbols/Loose.kicad_sym",
    ]);
  });

  it("are named with a reason where they cannot be used", async () => {
    const legacy = row("Old", "a.lib").replace("KiCad", "Legacy");
    await write(
      "project/sym-lib-table",
      `(sym_lib_table ${row("A", `${variable("NOWHERE")}/a.kicad_sym`)}${row("B", "b.kicad_sym")}${legacy})`,
    );
    expect((await findLibraries("symbol", project, env)).missing).toEqual([
      { name: "A", reason: `a variable in ${variable("NOWHERE")}/a.kicad_sym is not set` },
      { name: "B", reason: "its file is not there" },
      { name: "Old", reason: "it is of the type Legacy" },
    ]);
  });

  it("may be in tables that a table names, as in KiCad 10, not without end", async () => {
    const table = row("all", `${variable("KIPRJMOD")}/more-table`).replace("KiCad", "Table");
    await write("project/own.kicad_sym", symbols("OWN"));
    await write("project/sym-lib-table", `(sym_lib_table ${table})`);
    await write("project/more-table", `(sym_lib_table ${table}${row("Own", "own.kicad_sym")})`);
    expect(await names()).toContain("Own project/own.kicad_sym");
  });

  it("are none where KiCad is not installed", async () => {
    await rm(join(folder, "kicad"), { recursive: true });
    expect(await findLibraries("symbol", project, env)).toEqual({ found: [], missing: [] });
  });
});

/** A signal that is found aborted when it is asked for the time with that number. */
function abortedAtLook(number: number): AbortSignal {
  const controller = new AbortController();
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks === number) {
      controller.abort(new Error("Ctrl-C"));
    }
  };
  return new Proxy(controller.signal, {
    get: (signal, name) => {
      look();
      const value = Reflect.get(signal, name, signal);
      return typeof value === "function" ? value.bind(signal) : value;
    },
  });
}

describe("a catalogue", () => {
  const open = (kind: "symbol" | "footprint" = "symbol") =>
    new Catalogue(kind, project, join(folder, "state"), env);

  it("lists symbols with what is to be known of them", async () => {
    const { items } = await open().offer();
    expect(items.map(({ id, description, keywords, pins }) => [id, description, keywords, pins])).toEqual([
      ["Device:R", 'The "R" with (pin) in Ω', "small r", 2],
      ["Device:R_Small", 'The "R_Small" with (pin) in Ω', "small r_small", 2],
      ["Device:Child", "derived", "", 2],
      ["Loose:L", 'The "L" with (pin) in Ω', "small l", 2],
      ["Loose:Child", "derived", "", 2],
    ]);
  });

  it("lists footprints with the number of their pads", async () => {
    const { items } = await open("footprint").offer();
    expect(items.map(({ id, description, pins }) => [id, description, pins])).toEqual([
      ["Flat:R_0603", "A R_0603, flat", 2],
      ["Flat:R_0805", "A R_0805, flat", 2],
    ]);
  });

  it("is kept between runs, and sees libraries and tables that change", async () => {
    const catalogue = open();
    const first = await catalogue.offer();
    expect((await catalogue.offer()).items).toBe(first.items);
    expect((await open().offer()).items).toEqual(first.items);
    await write("kicad/symbols/Device.kicad_sym", symbols("NEW"));
    await utimes(join(folder, "kicad/symbols/Device.kicad_sym"), 1, 1);
    expect((await catalogue.offer()).items.map(({ id }) => id)).toContain("Device:NEW");
    await write("project/own.kicad_sym", symbols("OWN"));
    await write(
      "project/sym-lib-table",
      `(sym_lib_table ${row("Own", `${variable("KIPRJMOD")}/own.kicad_sym`)})`,
    );
    expect((await catalogue.offer()).items.map(({ id }) => id)).toContain("Own:OWN");
  });

  it.each(["symbol", "footprint"] as const)(
    "of %ss is read no further once it is interrupted, and keeps nothing that was half read",
    async (kind) => {
      const whole = (await open(kind).offer()).items;
      for (let looks = 1; looks <= 3; looks++) {
        await rm(join(folder, "state"), { recursive: true, force: true });
        const catalogue = open(kind);
        await expect(catalogue.offer(abortedAtLook(looks))).rejects.toThrow("Ctrl-C");
        expect((await catalogue.offer()).items).toEqual(whole);
      }
    },
  );

  it("is made again where what was kept of it is broken, and works where nothing can be kept", async () => {
    await mkdir(join(folder, "state/libraries"), { recursive: true });
    await write("state/libraries/symbols.jsonl", '{"path": 1}\nnot json\n');
    expect((await open().offer()).items).toHaveLength(5);
    await write("blocked", "");
    const blocked = new Catalogue("symbol", project, join(folder, "blocked"), env);
    expect((await blocked.offer()).items).toHaveLength(5);
  });
});

describe("one item of a library", () => {
  it("has its pins, or those of the symbol that it extends", async () => {
    const { found } = await findLibraries("symbol", project, env);
    const whole = await readLibrarySymbol(found, "Device:Child");
    expect(whole?.definition.pins.map(({ number, name }) => `${number} ${name}`)).toEqual([
      "1 A",
      "2 B",
      "2 V",
    ]);
    expect(whole?.version).toBe(20241209);
    expect(await readLibrarySymbol(found, "Device:R_Smal")).toBeUndefined();
    expect(await readLibrarySymbol(found, "Nowhere:R")).toBeUndefined();
  });

  it("has its pads", async () => {
    const { found } = await findLibraries("footprint", project, env);
    expect((await readLibraryFootprint(found, "Flat:R_0603"))?.pads).toEqual(["1", "2"]);
  });

  it("is not found outside of its library", async () => {
    await write("kicad/footprints/secret.kicad_mod", footprint("secret"));
    const { found } = await findLibraries("footprint", project, env);
    expect(await readLibraryFootprint(found, "Flat:../secret")).toBeUndefined();
  });
});
