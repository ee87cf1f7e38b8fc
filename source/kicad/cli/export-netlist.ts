/** kicad-cli's netlists, kept in memory until a file of the design changes: making one takes seconds. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { hashOf } from "../../base/files/hash.js";
import { sheetFilesIn } from "../design/hierarchy.js";
import type { CliOptions, KicadCli } from "./kicad-cli.js";
import { type Netlist, readNetlist } from "./netlist.js";

/** The state of a design and the one before, of two projects. A netlist of 1,500 parts takes about 10 MB. */
const mostKept = 4;

/** By what they depend on; the one that was used last comes last. */
const kept = new Map<string, Netlist>();

/**
 * The netlist of the root schematic at `schematic` (absolute), made only where none of the same content is kept: a
 * design and its copy have one in common. It is shared, so it must not be changed. Throws what `KicadCli.export`
 * throws.
 */
export async function exportNetlist(
  cli: KicadCli,
  schematic: string,
  options: CliOptions = {},
): Promise<Netlist> {
  const key = `${cli.binary}\n${await contentOf(schematic)}`;
  const found = kept.get(key);
  if (found) {
    keep(key, found);
    return found;
  }
  const command = ["sch", "export", "netlist", "--format", "kicadsexpr"];
  const read = async (path: string) => readNetlist(await readFile(path, "utf8"));
  const netlist = await cli.export(command, schematic, "netlist.net", read, options);
  if (key === `${cli.binary}\n${await contentOf(schematic)}`) {
    keep(key, netlist);
  }
  return netlist;
}

/**
 * As `exportNetlist`, but resolves as soon as kicad-cli runs, or the netlist is there: what is done from then on costs
 * no time while kicad-cli takes its seconds. `netlist` may reject at any time.
 */
export async function startNetlist(
  cli: KicadCli,
  schematic: string,
  options: CliOptions = {},
): Promise<{ netlist: Promise<Netlist> }> {
  return await new Promise((resolve) => {
    const start = () => resolve({ netlist });
    const netlist = exportNetlist(cli, schematic, { ...options, onStart: start });
    netlist.then(start, start);
  });
}

function keep(key: string, netlist: Netlist): void {
  kept.delete(key);
  kept.set(key, netlist);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) {
    kept.delete(oldest);
  }
}

/** A hash of all that a netlist depends on: the root, the sheets below it and the project file, and their places. */
async function contentOf(root: string): Promise<string> {
  const folder = dirname(root);
  const hashes = new Map<string, string>();
  const project = await bytesOf(root.replace(/\.kicad_sch$/, ".kicad_pro"));
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!hashes.has(path)) {
      const bytes = await bytesOf(path);
      const from = dirname(path);
      hashes.set(path, hashOf(bytes));
      for (const name of sheetFilesIn(bytes.toString("utf8"))) {
        waiting.push(
          resolve(
            from,
            name.replace(/\$\{KIPRJMOD\}/g, () => folder),
          ),
        );
      }
    }
  }
  const files = [...hashes].map(([path, hash]) => [relative(folder, path), hash]).sort();
  return hashOf(JSON.stringify([basename(root), hashOf(project), files]));
}

/** The names come from the design: nothing but a regular file of KiCad is read. Empty where it cannot be. */
async function bytesOf(path: string): Promise<Buffer> {
  try {
    const isReadable = /\.kicad_(sch|pro)$/.test(path) && (await stat(path)).isFile();
    return isReadable ? await readFile(path) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
