import { describe, expect, it } from "vitest";
import { findUnsound } from "../../../../source/kicad/check/soundness/schematic-findings.js";
import { amplifier } from "../../amplifier.js";
import { schematicOf } from "../../edit/designs.js";
import { SheetWriter, versions } from "../../sheet-writer.js";

const pins = [[], [{ number: "1", x: 0, y: 0, angle: 0 }]] as const;

/** One sheet on which `draw` places parts at `path`. */
function sheet(draw: (sheet: SheetWriter, path: string) => void, version?: number): Map<string, string> {
  const writer = new SheetWriter(1, version)
    .define("x:R", "R", pins)
    .define("x:C", "C", pins)
    .define("x:U", "U", [
      [],
      [{ number: "1", x: 0, y: 0, angle: 0 }],
      [{ number: "2", x: 0, y: 0, angle: 0 }],
    ]);
  draw(writer, `/${writer.uuid}`);
  return new Map([["a.kicad_sch", writer.text()]]);
}

const found = async (files: ReadonlyMap<string, string>) =>
  findUnsound(await schematicOf(files)).map(({ type, description }) => `${type}: ${description}`);

describe("a schematic", () => {
  it.each(Object.entries(versions))("of %s that is sound has no finding", async (_, version) => {
    expect(await found(amplifier(version))).toEqual([]);
  });

  it("may not have a reference twice, but the units of one part", async () => {
    const files = sheet((one, path) =>
      one
        .place("x:R", [10, 10], [{ path, reference: "R1" }])
        .place("x:R", [20, 10], [{ path, reference: "R1" }])
        .place("x:U", [30, 10], [{ path, reference: "U1" }])
        .place("x:U", [40, 10], [{ path, reference: "U1" }], { unit: 2 }),
    );
    const [finding, ...more] = findUnsound(await schematicOf(files));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      group: "integrity",
      type: "duplicate_reference",
      severity: "error",
      description: "2 symbols have the reference R1",
      sheet: "/",
      items: [
        { description: "Symbol R1 [1k] on sheet /", position: { x: 10, y: 10 } },
        { description: "Symbol R1 [1k] on sheet /", position: { x: 20, y: 10 } },
      ],
    });
  });

  it("may not have units of different parts under one reference", async () => {
    const files = sheet((one, path) =>
      one
        .place("x:U", [10, 10], [{ path, reference: "U1" }])
        .place("x:C", [20, 10], [{ path, reference: "U1" }], { unit: 2 }),
    );
    expect(await found(files)).toEqual(["duplicate_reference: U1 is the reference of units of x:U and x:C"]);
  });

  it.each(Object.entries(versions))(
    "of %s may not have a reference on both uses of a sheet",
    async (_, version) => {
      const files = [...amplifier(version)].map(
        ([name, text]) => [name, text.replaceAll("R201", "R101")] as const,
      );
      const types = findUnsound(await schematicOf(new Map(files))).map(({ type }) => type);
      expect(types).toEqual(["duplicate_reference"]);
    },
  );

  it("needs a number in each reference, but not in those of power symbols", async () => {
    const files = sheet((one, path) =>
      one
        .define("x:GND", "#PWR", pins, true)
        .place("x:R", [10, 10], [{ path, reference: "R?" }])
        .place("x:GND", [20, 10], [{ path, reference: "#PWR?" }]),
    );
    expect(await found(files)).toEqual(["missing_reference: A symbol has no number in its reference (R?)"]);
  });

  it.each([
    ["kicad6", versions.kicad6, ""],
    ["kicad9", versions.kicad9, ", but for /wrong"],
  ])("of %s must keep references for the paths of its sheets", async (_, version, where) => {
    const files = sheet(
      (one, path) =>
        one
          .place("x:R", [10, 10], [{ path: "/wrong", reference: "R1" }])
          .place("x:R", [20, 10], [{ path, reference: "R2" }]),
      version,
    );
    const text = (files.get("a.kicad_sch") ?? "").replace(
      /\(path "\/[0-9a-f-]+-000000000001"\s/,
      '(path "/gone" ',
    );
    expect(await found(new Map([["a.kicad_sch", text]]))).toEqual([
      `wrong_instance_path: No reference is kept for R1 on the path of its sheet, /11111111-0000-4000-8000-000000000000${where}`,
    ]);
  });

  it("may not have an id twice in one file, but in two files", async () => {
    const files = sheet((one, path) =>
      one.place("x:R", [10, 10], [{ path, reference: "R1" }]).wire([1.27, 2.54], [5.08, 2.54]),
    );
    const text = files.get("a.kicad_sch") ?? "";
    const ids = [...text.matchAll(/\(uuid "([^"]+)"/g)].map(([, id = ""]) => id);
    const twice = text.replace(ids.at(-1) ?? "", ids[1] ?? "");
    const [finding] = findUnsound(await schematicOf(new Map([["a.kicad_sch", twice]])));
    expect(finding).toMatchObject({
      type: "duplicate_uuid",
      items: [
        { description: "symbol", uuid: ids[1], position: { x: 10, y: 10 } },
        { description: "wire", uuid: ids[1], position: { x: 1.27, y: 2.54 } },
      ],
    });
    const copies = new Map(amplifier());
    copies.set("channel.kicad_sch", copies.get("channel.kicad_sch") ?? "");
    expect(await found(copies)).toEqual([]);
  });

  it("misses a footprint where most parts have one", async () => {
    const withFootprints = (count: number) => {
      const files = sheet((one, path) => {
        for (const number of [1, 2, 3]) {
          one.place("x:R", [number * 10, 10], [{ path, reference: `R${number}` }]);
        }
      });
      let left = count;
      const [before = "", placed = ""] = (files.get("a.kicad_sch") ?? "").split(
        /(?=\(symbol\s+\(lib_id)([\s\S]*)/,
      );
      const text = placed.replace(/"Footprint" ""/g, (empty) => (left-- > 0 ? '"Footprint" "r:R"' : empty));
      return new Map([["a.kicad_sch", before + text]]);
    };
    expect(await found(withFootprints(2))).toEqual(["footprint_not_assigned: R3 has no footprint"]);
    expect(await found(withFootprints(3))).toEqual([]);
    expect(await found(withFootprints(1))).toEqual([]);
    expect(await found(withFootprints(0))).toEqual([]);
  });
});
