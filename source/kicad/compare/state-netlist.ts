/** The netlist of a schematic in one state of a repository, made by kicad-cli and kept by what it depends on. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { hashOf } from "../../base/files/hash.js";
import { keptResult } from "../../base/files/kept-results.js";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import { visibleName } from "../../base/text/safe-text.js";
import { exportNetlist } from "../cli/export-netlist.js";
import type { KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import { sibling } from "../design/kicad-files.js";
import { findLoadFault } from "../design/load-fault.js";
import type { DesignState } from "./design-state.js";
import { hasForeignSheets } from "./sheets.js";

/** Raise it when netlists are read in another way. */
const format = 1;
const mostNetlists = 30;

const storedNetlist = z.object({
  components: z.array(
    z.object({
      reference: z.string(),
      value: z.string(),
      footprint: z.string(),
      sheet: z.string(),
      flags: z.array(z.string()),
      fields: z.record(z.string(), z.string()),
      datasheet: z.string().exactOptional(),
      description: z.string().exactOptional(),
      ids: z.array(z.string()).exactOptional(),
    }),
  ),
  nets: z.array(
    z.object({
      name: z.string(),
      pins: z.array(z.object({ reference: z.string(), pin: z.string(), name: z.string() })),
    }),
  ),
}) satisfies z.ZodType<Netlist>;

/** What makes netlists, and the folder that keeps them: absolute, outside the repository's own files. */
export type NetlistMaker = { cli: KicadCli; cacheFolder: string; signal: AbortSignal };

/**
 * The netlist of the root schematic whose files are `sheets`. Throws `design-does-not-load` with the file that does
 * not, and what `KicadCli.export` throws. kicad-cli itself passes over sheets that it cannot read, and all their parts
 * would be missing.
 */
export async function netlistOfState(
  state: DesignState,
  schematic: string,
  sheets: ReadonlyMap<string, Buffer>,
  { cli, cacheFolder, signal }: NetlistMaker,
): Promise<Netlist> {
  const kicadVersion = await cli.version({ signal });
  for (const [path, bytes] of sheets) {
    requireLoadable(state, path, bytes, kicadVersion);
  }
  const project = sibling(schematic, "pro");
  const settings = await state.read(project);
  const files = [...sheets, ...(settings ? [[project, settings] as const] : [])];
  const hashes = files.map(([path, bytes]) => [path, hashOf(bytes)]).sort();
  const key = [format, schematic, kicadVersion, hashes];
  const keeping = { folder: cacheFolder, schema: storedNetlist, most: mostNetlists };
  const make = () =>
    inTemporaryFolder("kicad", async (folder) => {
      const root = rootBelow(folder, files);
      for (const [path, bytes] of files) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), bytes);
      }
      return await exportNetlist(cli, join(root, schematic), { signal });
    });
  return hasForeignSheets(sheets)
    ? make()
    : keptResult({ ...keeping, key, what: `netlist of ${visibleName(basename(schematic))}`, signal }, make);
}

/** Throws `design-does-not-load` where the file's own bytes say that KiCad does not load it. */
export function requireLoadable(
  { when }: DesignState,
  path: string,
  bytes: Buffer,
  kicadVersion?: string,
): void {
  const fault = findLoadFault(path, bytes, kicadVersion);
  if (fault) {
    throw new CopperheadError({
      code: "design-does-not-load",
      message: `${path} ${fault.reason}${when === "" ? "" : ` (${when})`}.`,
      advice: fault.advice,
      exitCode: exitCodes.failed,
    });
  }
}

/** The folder that stands for the repository: a sheet may lie beside it, and has its place below `folder`, too. */
function rootBelow(folder: string, files: readonly (readonly [string, Buffer])[]): string {
  const depth = Math.max(...files.map(([path]) => path.split("/").filter((part) => part === "..").length));
  return posix.join(folder, ...Array.from({ length: depth }, () => "repository"));
}
