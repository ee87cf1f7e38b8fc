/** A schematic of four sheets, one of them used twice and one below another, written to a folder of a test's own. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const ids = {
  root: "11111111-1111-4111-8111-111111111111",
  left: "22222222-2222-4222-8222-222222222222",
  right: "33333333-3333-4333-8333-333333333333",
  leaf: "44444444-4444-4444-8444-444444444444",
} as const;

export const paths = {
  root: `/${ids.root}`,
  left: `/${ids.root}/${ids.left}`,
  right: `/${ids.root}/${ids.right}`,
  leftLeaf: `/${ids.root}/${ids.left}/${ids.leaf}`,
  rightLeaf: `/${ids.root}/${ids.right}/${ids.leaf}`,
} as const;

const effects = "(effects (font (size 1.27 1.27)))";

function schematic(id: string, content: string): string {
  const head = '(kicad_sch (version 20250114) (generator "eeschema") (generator_version "9.0")';
  const body = `(symbol "x:R" (pin_numbers (hide yes)) (exclude_from_sim no) (in_bom yes) (on_board yes)
    (property "Reference" "R" (at 0 3 0) ${effects})
    (symbol "R_0_1" (rectangle (start -1 -2.54) (end 1 2.54) (stroke (width 0.2) (type default)) (fill (type none)))))`;
  return `${head} (uuid "${id}") (paper "A4") (lib_symbols ${body})\n${content})`;
}

function sheet(id: string, name: string, file: string, x: number): string {
  return `(sheet (at ${x} 50) (size 20 10) (stroke (width 0.1) (type solid)) (fill (color 0 0 0 0)) (uuid "${id}")
    (property "Sheetname" "${name}" (at ${x} 49 0) ${effects}) (property "Sheetfile" "${file}" (at ${x} 61 0) ${effects}))`;
}

/** `references` by the path of each use. */
function resistor(id: string, x: number, y: number, references: Record<string, string>, unit = 1): string {
  const uses = Object.entries(references).map(
    ([path, reference]) => `(path "${path}" (reference "${reference}") (unit ${unit}))`,
  );
  const first = Object.values(references)[0];
  return `(symbol (lib_id "x:R") (at ${x} ${y} 0) (unit ${unit}) (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no)
    (uuid "${id}") (property "Reference" "${first}" (at ${x + 3} ${y} 0) ${effects})
    (property "Value" "1k" (at ${x} ${y + 5} 0) ${effects})
    (instances (project "root" ${uses.join(" ")})))`;
}

/** Writes the files and returns the root schematic's path. */
export async function writeHierarchy(folder: string): Promise<string> {
  const files = {
    "root.kicad_sch": schematic(
      ids.root,
      [
        sheet(ids.left, "Left: 1/2", "middle.kicad_sch", 50),
        sheet(ids.right, "right", "middle.kicad_sch", 100),
        resistor("aaaaaaaa-0000-4000-8000-000000000001", 150, 100, { [paths.root]: "R1" }),
        '(sheet_instances (path "/" (page "1")))',
      ].join("\n"),
    ),
    "middle.kicad_sch": schematic(
      "55555555-5555-4555-8555-555555555555",
      [
        sheet(ids.leaf, "leaf", "leaf.kicad_sch", 50),
        resistor("aaaaaaaa-0000-4000-8000-000000000002", 30, 120, {
          [paths.left]: "R10",
          [paths.right]: "R20",
        }),
      ].join("\n"),
    ),
    "leaf.kicad_sch": schematic(
      "66666666-6666-4666-8666-666666666666",
      [
        resistor("aaaaaaaa-0000-4000-8000-000000000003", 40, 40, {
          [paths.leftLeaf]: "R11",
          [paths.rightLeaf]: "R21",
        }),
        resistor(
          "aaaaaaaa-0000-4000-8000-000000000004",
          80,
          40,
          { [paths.leftLeaf]: "R11", [paths.rightLeaf]: "R21" },
          2,
        ),
      ].join("\n"),
    ),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return join(folder, "root.kicad_sch");
}
