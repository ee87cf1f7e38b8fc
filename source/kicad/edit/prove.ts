/**
 * Proves an edit before it is made: KiCad loads the edited files, and its netlist of them is the one that was asked
 * for. It works on a copy; nothing of the project is written.
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import { exportNetlist } from "../cli/export-netlist.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import {
  isSame,
  type NetlistDifference,
  netlistDifference,
} from "../design/difference/netlist-difference.js";
import { describeNetlistDifference } from "../design/difference/sentences.js";
import { findLoadFault } from "../design/load-fault.js";
import { loadSchematic, type Schematic } from "../design/schematic/schematic.js";
import { newDuplicates } from "./duplicates.js";
import { type Design, type Edit, refuse } from "./edit.js";
import { applySplices } from "./splice.js";

export type Proof = {
  /** The new texts of the files that change, by their absolute paths. */
  texts: ReadonlyMap<string, string>;
  netlist: Netlist;
  difference: NetlistDifference;
};

/**
 * What an edit leads to. Throws `edit-refused` where KiCad does not load it, something exists twice then, or its
 * netlist is another one than was asked for; and what `KicadCli.load` throws.
 */
export async function proveEdit(
  cli: KicadCli,
  { schematic, netlist }: Pick<Design, "schematic" | "netlist">,
  edit: Edit,
  options: CliOptions = {},
): Promise<Proof> {
  if (schematic.unreadable.length > 0) {
    const names = schematic.unreadable.map((path) => basename(path)).join(", ");
    refuse(`The schematic cannot be edited while sheets of it cannot be read: ${names}.`);
  }
  requireLoadable(schematic, await cli.version(options));
  const texts = editedTexts(schematic, edit);
  const after = await loadSchematic(
    schematic.root,
    async (path) => texts.get(path) ?? schematic.files.get(path),
  );
  if (after === undefined) {
    refuse("The edited schematic would be no schematic any more.");
  }
  const twice = newDuplicates(schematic, after);
  if (twice.length > 0) {
    refuse(`The edit would make ${twice.slice(0, 5).join(", ")} exist twice.`);
  }
  const result = await exportEdited(cli, after, options);
  const unexpected = netlistDifference(asKicadWrites(edit.expected, netlist, result), result);
  if (!isSame(unexpected)) {
    const sentences = describeNetlistDifference(unexpected).slice(0, 10);
    refuse(`The edit would change more than was asked for: ${sentences.join("; ")}.`);
  }
  return { texts, netlist: result, difference: netlistDifference(netlist, result) };
}

/** KiCad passes over a sheet that it does not load: the netlists before and after would both be without its parts. */
function requireLoadable({ files }: Schematic, kicadVersion: string): void {
  for (const { path, text } of files.values()) {
    const fault = findLoadFault(path, Buffer.from(text), kicadVersion);
    if (fault) {
      refuse(
        `The schematic cannot be edited while KiCad does not load a sheet of it: ${basename(path)} ${fault.reason}. ${fault.advice}`,
      );
    }
  }
}

/**
 * What KiCad puts in place of texts is taken as it is: of variables in values and fields, and of the fields of new parts
 * that older versions named otherwise, such as those of simulation.
 */
function asKicadWrites(expected: Netlist, before: Netlist, result: Netlist): Netlist {
  const known = new Set(before.components.map(({ reference }) => reference));
  const written = new Map(result.components.map((part) => [part.reference, part]));
  return {
    ...expected,
    components: expected.components.map((part) => {
      const now = written.get(part.reference) ?? part;
      const resolved = (text: string, other: string | undefined) =>
        text.includes("${") ? (other ?? text) : text;
      const fields = Object.entries(part.fields).map(([name, text]) => [
        name,
        resolved(text, now.fields[name]),
      ]);
      return {
        ...part,
        value: resolved(part.value, now.value),
        fields: known.has(part.reference) ? Object.fromEntries(fields) : now.fields,
      };
    }),
  };
}

function editedTexts({ files }: Schematic, edit: Edit): Map<string, string> {
  return new Map(
    [...edit.files].map(([path, splices]) => [path, applySplices(files.get(path)?.text ?? "", splices)]),
  );
}

async function exportEdited(cli: KicadCli, schematic: Schematic, options: CliOptions): Promise<Netlist> {
  return await inTemporaryFolder("edit", async (folder) => {
    const root = await copySchematic(schematic, folder);
    try {
      return await exportNetlist(cli, root, options);
    } catch (error) {
      if (error instanceof CopperheadError && error.failure.code === "design-does-not-load") {
        refuse(`KiCad would not load the edited schematic: ${error.failure.message}`);
      }
      throw error;
    }
  });
}

/**
 * Writes the files of a schematic, with the texts that it was read from, and its project file below `folder`, in the
 * places that they have to each other. Returns the copy of the root.
 */
export async function copySchematic({ root, files }: Schematic, folder: string): Promise<string> {
  const top = commonFolder([...files.keys()]);
  const copyOf = (path: string) => join(folder, relative(top, path));
  for (const { path, text } of files.values()) {
    await mkdir(dirname(copyOf(path)), { recursive: true });
    await writeFile(copyOf(path), text);
  }
  const project = root.replace(/\.kicad_sch$/, ".kicad_pro");
  await copyFile(project, copyOf(project)).catch(() => {});
  return copyOf(root);
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? "/");
  while (paths.some((path) => relative(folder, path).startsWith(".."))) {
    folder = resolve(folder, "..");
  }
  return folder;
}
