/** Whether KiCad could still read a file after a change, before the change is made. */
import { writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { hashOf } from "../../base/files/hash.js";
import { inTemporaryFolder } from "../../base/files/temporary-folder.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import { findImbalance } from "../design/parentheses.js";

const parenthesised = /(\.kicad_(sch|pcb|sym|mod|dru|wks)|^(sym|fp)-lib-table)$/;
const json = /\.kicad_(pro|jobset)$/;

/** Commands that load a file and do little else. */
const probes: Readonly<Record<string, readonly string[]>> = {
  ".kicad_sch": ["sch", "export", "netlist"],
  ".kicad_pcb": ["pcb", "export", "pos"],
};

/**
 * Why a change must not be made, with kicad-cli's message: KiCad can read the file `before` (`null`: it does not exist)
 * and not `after`. A file that is broken already may be changed in any way. `name` is the file's own name. Without
 * kicad-cli only the syntax is checked. Throws what `KicadCli.run` throws.
 */
export async function whyBroken(
  cli: KicadCli | undefined,
  name: string,
  { before, after }: { before: Buffer | null; after: Buffer },
  options: CliOptions = {},
): Promise<string | undefined> {
  const syntax = syntaxFault(name, after);
  if (syntax !== undefined) {
    return before !== null && syntaxFault(name, before) !== undefined ? undefined : syntax;
  }
  if (!cli) {
    return undefined;
  }
  const message = await probe(cli, name, after, options);
  if (message === undefined) {
    return undefined;
  }
  const wasBroken = before !== null && (await probe(cli, name, before, options)) !== undefined;
  return wasBroken ? undefined : `kicad-cli can no longer load it: ${message}`;
}

/**
 * As `whyBroken`, but resolves as soon as kicad-cli runs, or it is known without it: what is done from then on costs no
 * time while kicad-cli takes its seconds. `reason` may reject at any time.
 */
export async function startLoading(
  cli: KicadCli | undefined,
  name: string,
  states: { before: Buffer | null; after: Buffer },
  options: CliOptions = {},
): Promise<{ reason: Promise<string | undefined> }> {
  return await new Promise((resolve) => {
    const start = () => resolve({ reason });
    const reason = whyBroken(cli, name, states, { ...options, onStart: start });
    reason.then(start, start);
  });
}

function syntaxFault(name: string, bytes: Buffer): string | undefined {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (json.test(name)) {
    try {
      JSON.parse(text);
    } catch (error) {
      return `it would no longer be JSON: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  const imbalance = parenthesised.test(name) ? findImbalance(text) : undefined;
  return imbalance && `its parentheses would no longer match: ${imbalance}`;
}

/** What kicad-cli was seen to load, by program, kind of file and content: a sheet takes half a second, a board 15 s. */
const loading = new Set<string>();

/**
 * kicad-cli's message where it cannot load the bytes of a schematic or a board; undefined where it can, and for other
 * files. Sheets and libraries are not needed to load a file. Throws what `KicadCli.run` throws.
 */
export async function probe(
  cli: KicadCli,
  name: string,
  bytes: Buffer,
  options: CliOptions,
): Promise<string | undefined> {
  const extension = extname(name);
  const command = probes[extension];
  const key = `${cli.binary} ${extension} ${hashOf(bytes)}`;
  if (!command || loading.has(key)) {
    return undefined;
  }
  return await inTemporaryFolder("kicad", async (folder) => {
    const file = join(folder, basename(name));
    await writeFile(file, bytes);
    try {
      const purpose = "a trial load";
      await cli.run([...command, "-o", join(folder, "probe.out")], file, { ...options, purpose });
      loading.add(key);
      return undefined;
    } catch (error) {
      if (error instanceof CopperheadError && error.failure.code === "design-does-not-load") {
        return error.failure.message;
      }
      throw error;
    }
  });
}
